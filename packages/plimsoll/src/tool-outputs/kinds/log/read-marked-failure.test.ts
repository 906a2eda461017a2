import { describe, expect, it } from "vitest";
import { readMarkedFailure } from "./read-marked-failure.js";

describe("readMarkedFailure", () => {
  it.each([
    [
      "::error file=/a/b.test.mjs,title=b.test.mjs > suite > adds%2C twice,line=3,column=9::Error: not 3%0A ❯ b.test.mjs:3:9",
      { name: "b.test.mjs > suite > adds, twice", message: "Error: not 3" },
    ],
    [
      "##teamcity[testFailed name='adds |'twice|'' message='not 3|nbut 4' details='x' flowId='1']",
      { name: "adds 'twice'", message: "not 3" },
    ],
  ])("reads %s", (line, failed) => {
    expect(readMarkedFailure(line)).toEqual(failed);
  });

  it.each([
    "::error file=a.js,line=3::Error: not 3",
    "##teamcity[testStarted name='adds']",
    "error: title=x",
  ])("reads no test in %s", (line) => {
    expect(readMarkedFailure(line)).toBeUndefined();
  });
});
