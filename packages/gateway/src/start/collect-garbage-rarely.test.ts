import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { HEAP_FLAG } from "./collect-garbage-rarely.js";

describe("the flag of the heap", () => {
  it("is one that this Node knows: it complains of others", () => {
    const set = (flag: string): string =>
      spawnSync(process.execPath, ["-e", `require("node:v8").setFlagsFromString(${JSON.stringify(flag)})`], {
        encoding: "utf8",
      }).stderr;
    expect(set(HEAP_FLAG)).toBe("");
    expect(set("--no-such-flag-of-the-heap=1")).toContain("no-such-flag-of-the-heap");
  });
});
