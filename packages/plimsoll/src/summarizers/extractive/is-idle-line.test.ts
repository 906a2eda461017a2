import { describe, expect, it } from "vitest";
import { isIdleLine } from "./is-idle-line.js";

describe("a line that says no more than that all is well", () => {
  it.each([
    ["test/test_cache.py::TestCache::test_path PASSED         [  0%]"],
    ["  ✓ adds two numbers"],
    ["test parser::reads_lines ... ok"],
    ["ok 12 - reads a line"],
    ["[Command finished with exit code 0]"],
    ["root@build-7:/srv/app #"],
  ])("is idle: %s", (line) => {
    expect(isIdleLine(line)).toBe(true);
  });

  it.each([
    ["test/test_cache.py::TestCache::test_path FAILED         [  0%]"],
    ["3 PASSED, 1 FAILED"],
    ["[Command finished with exit code 1]"],
    ["exit code 0"],
    ["root@build-7:/srv/app # rm -rf out"],
    ["The proxy must PASS_THROUGH cookies"],
  ])("is not: %s", (line) => {
    expect(isIdleLine(line)).toBe(false);
  });
});
