import { describe, expect, it } from "vitest";
import { FailureList } from "./failure-list.js";

const listed = (text: string) => {
  const list = new FailureList();
  return text.split("\n").flatMap((line) => list.read(line) ?? []);
};

describe("FailureList", () => {
  it("reads what stands below a heading, until a blank line", () => {
    expect(
      listed(`Failed tests: 
  BasicsTest.roundTrip:673 Expected no diffs. expected:<0> but was:<2>
  acceptFile on instance acceptFile(org.shop.UploadTest)(org.shop.UploadTest)
Tests in error: 
  RoundTripTest.owl:217->Base.convert:91 » OWLRuntime

  Other.thing:12 is none`),
    ).toEqual([
      { name: "BasicsTest.roundTrip", message: "Expected no diffs. expected:<0> but was:<2>" },
      { name: "acceptFile (org.shop.UploadTest)", message: "" },
      { name: "RoundTripTest.owl", message: "» OWLRuntime" },
    ]);
  });

  it("takes deeper lines for details, and levels off", () => {
    expect(
      listed(`Failures (2):
  JUnit Jupiter:VaultTest:putStream()
    MethodSource [className = 'VaultTest']
    => java.lang.RuntimeException: closed
  JUnit Jupiter:VaultTest:getBytes()`).map(({ name }) => name),
    ).toEqual(["JUnit Jupiter:VaultTest:putStream()", "JUnit Jupiter:VaultTest:getBytes()"]);
    expect(
      listed("[ERROR] Failures: \n[ERROR]   CodecTest.shares the same adapter:372 expected: <1>"),
    ).toEqual([{ name: "CodecTest.shares the same adapter", message: "expected: <1>" }]);
  });

  it("reads nothing without a heading", () => {
    expect(listed("  BasicsTest.roundTrip:673 x\nDone:\n  a.b:1 c")).toEqual([]);
  });
});
