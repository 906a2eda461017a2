import { describe, expect, it } from "vitest";
import { atOnce, inTurns, type Steps } from "./in-turns.js";

function* counting(name: string, told: string[]): Steps<string> {
  for (let step = 1; step <= 3; step++) {
    told.push(`${name}${step}`);
    yield;
  }
  return name;
}

describe("inTurns", () => {
  it("lets events of the runtime go between two steps", async () => {
    const told: string[] = [];
    const work = inTurns(counting("a", told));
    setImmediate(() => told.push("event"));
    expect(await work).toBe("a");
    expect(told.indexOf("event")).toBeLessThan(told.indexOf("a3"));
  });

  it("does one step of all that wait in a turn, in their order", async () => {
    const told: string[] = [];
    const works = [inTurns(counting("a", told)), inTurns(counting("b", told))];
    await Promise.all(works);
    expect(told).toEqual(["a1", "b1", "a2", "b2", "a3", "b3"]);
  });

  it("gives what fails on to whoever waits", async () => {
    const failing = function* (): Steps<void> {
      yield;
      throw new Error("no");
    };
    await expect(inTurns(failing())).rejects.toThrow("no");
  });

  it("does the same at once where nobody may wait", () => {
    const told: string[] = [];
    expect(atOnce(counting("a", told))).toBe("a");
    expect(told).toEqual(["a1", "a2", "a3"]);
  });
});
