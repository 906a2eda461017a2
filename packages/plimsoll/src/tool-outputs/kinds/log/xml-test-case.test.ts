import { describe, expect, it } from "vitest";
import { XmlTestCase } from "./xml-test-case.js";

const failedIn = (lines: readonly string[]): unknown[] => {
  const reader = new XmlTestCase();
  return lines.flatMap((line) => reader.read(line) ?? []);
};

describe("XmlTestCase", () => {
  it("names the cases that hold a failure, with its message", () => {
    expect(
      failedIn([
        '<testcase classname="port.Tide" name="rises" time="0"/>',
        '<testcase classname="port.Tide" name="falls" time="0">',
        '<failure message="expected &lt;3&gt; &#x27;twice&#x27;" type="Error">at x</failure>',
        "</testcase>",
        '<testcase name="turns" time="0"><error><![CDATA[no pilot',
      ]),
    ).toEqual([
      { name: "port.Tide > falls", message: "expected <3> 'twice'" },
      { name: "turns", message: "no pilot" },
    ]);
  });

  it("takes no failure outside of a case", () => {
    expect(failedIn(['<failure message="x"/>', '<testcase name="a"/>', "text"])).toEqual([]);
  });
});
