import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { boundedLog } from "./bounded-log.js";

describe("a log whose reader stands still", () => {
  it("keeps so much and counts the rest, and nobody waits for it", () => {
    const kept: string[] = [];
    let goOn: () => void = () => undefined;
    const stream = new Writable({
      decodeStrings: false,
      write(line: string, _, done) {
        kept.push(line);
        goOn = done;
      },
    });
    const write = boundedLog(stream, { maxWaiting: 1000, missing: (lines) => `${lines} are missing` });
    for (let line = 0; line < 5000; line += 1) write(`line ${line}`);
    expect(stream.listenerCount("drain") + stream.listenerCount("error")).toBe(0);
    expect(stream.writableLength).toBeLessThan(1100);
    while (stream.writableLength > 0) goOn();
    const before = kept.length;
    expect(kept[before - 1]).toBe(`line ${before - 1}`);
    write("the next");
    while (stream.writableLength > 0) goOn();
    expect(kept.slice(before)).toEqual([`${5000 - before} are missing`, "the next"]);
  });

  it("says nothing where nothing is missing", () => {
    const stream = new PassThrough();
    const write = boundedLog(stream, { missing: () => "missing\n" });
    for (const line of ["a\n", "b\n"]) write(line);
    expect(String(stream.read())).toBe("a\nb\n");
  });
});
