import { describe, expect, it } from "vitest";
import { BoundedMap } from "./bounded-map.js";

describe("BoundedMap", () => {
  it("keeps the entries that were set last, and tells which it forgets", () => {
    const forgotten: string[] = [];
    const map = new BoundedMap<string, number>(2, (key, value) => forgotten.push(`${key} ${value}`));
    map.set("a", 1).set("b", 2).set("a", 3).set("c", 4);
    expect([...map]).toEqual([
      ["a", 3],
      ["c", 4],
    ]);
    expect(forgotten).toEqual(["b 2"]);
  });

  it("holds nothing where nothing may be held", () => {
    expect(new BoundedMap<string, number>(0).set("a", 1).size).toBe(0);
  });
});
