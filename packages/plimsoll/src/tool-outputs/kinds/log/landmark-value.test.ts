import { describe, expect, it } from "vitest";
import { landmarkValue } from "./landmark-value.js";

describe("landmarkValue", () => {
  it.each([
    "$ git status",
    "==> error.log <==",
    "=== RESULTS ===",
    "---------- summary ----------",
    "0 upgraded, 1168 newly installed, 0 to remove and 12 not upgraded.",
    "Tasks: 300 total,   1 running, 298 sleeping,   0 stopped,   1 zombie",
    "%Cpu(s):  3.1 us,  1.2 sy,  0.0 ni, 95.4 id",
    "mod1.py:7:0: E0602: Undefined variable 'berth' (undefined-variable)",
    "Usage: tide [options]",
    "======== a.jpg",
    "… 4000 characters truncated …",
    "[output of 212 lines was omitted]",
    "Found 240 errors in 60 files.",
    "Tidy found 720 warnings and 90 errors! Not all were shown.",
  ])("is high for %s", (line) => {
    expect(landmarkValue(line)).toBeGreaterThan(60);
  });

  it.each([
    "Multiple R-squared:  0.04735,\tAdjusted R-squared:  -0.02094",
    "CREATE TABLE public.ships (",
    "    class Popen(builtins.object)",
  ])("is something for %s", (line) => {
    expect(landmarkValue(line)).toBeGreaterThan(27);
  });

  it.each([
    "--------------------",
    "-- 12 --",
    "$5 a day",
    "12 ships",
    "a.py:3:1: C0116: Missing docstring",
    "a.py:3:80: E501 line too long",
    "3 of 4, as he said",
  ])("is 0 for %s", (line) => {
    expect(landmarkValue(line)).toBe(0);
  });

  it("is found in linear time", () => {
    expect(landmarkValue("1 a, ".repeat(40))).toBe(0);
    expect(landmarkValue(`${"1 a b c d ".repeat(20)}!`)).toBe(0);
  });
});
