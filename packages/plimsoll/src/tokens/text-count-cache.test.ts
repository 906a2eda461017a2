import { describe, expect, it } from "vitest";
import { sha256 } from "../text/sha256.js";
import { TextCountCache } from "./text-count-cache.js";

function countingCounter(): { calls: string[]; count: (text: string) => number } {
  const calls: string[] = [];
  return {
    calls,
    count: (text) => {
      calls.push(text);
      return text.length;
    },
  };
}

const text = (letter: string): string => letter.repeat(100);

describe("TextCountCache", () => {
  it("counts an equal text once", () => {
    const { calls, count } = countingCounter();
    const cache = new TextCountCache();
    expect(cache.count(text("a"), count)).toBe(100);
    expect(cache.count(["a".repeat(50), "a".repeat(50)].join(""), count)).toBe(100);
    expect(calls).toHaveLength(1);
  });

  it("forgets the least recently used text when its characters exceed the bound", () => {
    const { calls, count } = countingCounter();
    const cache = new TextCountCache(250);
    for (const letter of ["a", "b", "a", "c"]) cache.count(text(letter), count);
    expect(cache.characters).toBe(200);
    cache.count(text("a"), count);
    expect(calls).toHaveLength(3);
    cache.count(text("b"), count);
    expect(calls.at(-1)).toBe(text("b"));
    expect(calls).toHaveLength(4);
  });

  it("knows what it counted and what it was told, and nothing else", () => {
    const cache = new TextCountCache(250);
    cache.count(text("a"), () => 7);
    cache.remember(text("b"), 9);
    cache.remember(text("a"), 8);
    expect([cache.known(text("a")), cache.known(text("b")), cache.known(text("c"))]).toEqual([
      7,
      9,
      undefined,
    ]);
    expect(cache.characters).toBe(200);
  });

  it("holds a long text as its digest, which no short text can be taken for", () => {
    const { calls, count } = countingCounter();
    const cache = new TextCountCache();
    const long = "long ".repeat(10_000);
    for (const content of [long, `${long}!`, long]) cache.count(content, count);
    expect(calls).toEqual([long, `${long}!`]);
    expect(cache.characters).toBeLessThan(200);
    const digest = `\0sha256 ${sha256(long)}`;
    expect([cache.known(digest), cache.known(long)]).toEqual([undefined, long.length]);
  });

  it("keeps neither very short texts nor texts beyond its bound", () => {
    const { calls, count } = countingCounter();
    const cache = new TextCountCache(50);
    for (const content of ["short", "short", text("a"), text("a")]) cache.count(content, count);
    expect(calls).toHaveLength(4);
    expect(cache.characters).toBe(0);
  });
});
