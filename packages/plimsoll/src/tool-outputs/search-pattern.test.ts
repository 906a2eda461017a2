import { describe, expect, it } from "vitest";
import { searchPattern } from "./search-pattern.js";

describe("searchPattern", () => {
  it.each([
    ['grep -n -F "a b" file', "a b", true],
    ["grep -rn needle src", "needle", false],
    ["rg --glob '*.ts' -n 'export (class|function)' src", "export (class|function)", false],
    ["rg -A 3 -B2 needle", "needle", false],
    ["cat x.js | grep -o 'abc'", "abc", false],
    ["grep -e one -e two file", "one", false],
    ["grep -rE 'one|two' src", "one|two", false],
    ["rg --glob='*.ts' needle src", "needle", false],
    ["grep -n needle < file 2>/dev/null", "needle", false],
    ["Select-String -SimpleMatch -Pattern 'a.b' f.log", "a.b", true],
    ["cd /tmp && git grep -i Needle -- src", "Needle", false],
    ["fgrep 'x.y' file", "x.y", true],
    ["grep --include=*.js -rnw needle .", "needle", false],
    ['grep "say \\"hi\\"" file', 'say "hi"', false],
  ])("reads %s", (command, pattern, fixed) => {
    expect(searchPattern(command)).toEqual({ pattern, fixed });
  });

  it("finds no pattern in a command that does not search", () => {
    expect(searchPattern("npm test -- --grep-invert")).toBeUndefined();
    expect(searchPattern("echo 'use grep foo'")).toBeUndefined();
    expect(searchPattern("grep")).toBeUndefined();
  });

  it("survives an open quote", () => {
    expect(searchPattern("grep 'abc")).toEqual({ pattern: "abc", fixed: false });
  });
});
