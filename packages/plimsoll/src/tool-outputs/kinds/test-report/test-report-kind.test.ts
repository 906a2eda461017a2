import { describe, expect, it } from "vitest";
import { classifyOutput } from "../../classify-output.js";
import { makeEvidence } from "../../make-evidence.js";
import { evidenceOf } from "../recorded-outputs-test-support.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const evidence = (text: string, maxTokens = 300): string => makeEvidence({ text }, { maxTokens, count }).text;
const filler = (index: number): string => `passes number ${index} without any trouble at all`;

describe("evidence of a test report", () => {
  it("names each failing test of a JUnit file and says what was wrong, although it is one line", () => {
    const text = evidenceOf(["test-report", "pytest-junit"], 500);
    expect(text).toContain("20 failing");
    expect(text).toContain("test_aligns_the_azimuth_of_a_low_star");
    expect(text).toContain("ValueError: guider lost the star after 3 frames");
  });

  it("reads a JSON report behind what the tests printed", () => {
    const text = evidenceOf(["test-report", "rspec-json"], 300);
    expect(text).toMatch(/mount Nightly.*aligns frames above saturation/);
    expect(text).toContain("ArgumentError: cannot reach focuser on /dev/ttyUSB3");
  });

  it.each([
    [
      "a list of tests with a status",
      { tests: [...Array(40).keys()].map((index) => ({ name: filler(index), status: "passed" })) },
      { name: "reads the meter", status: "failed", message: "no meter on port 4" },
    ],
    [
      "outcomes as booleans",
      { specs: [...Array(40).keys()].map((index) => ({ title: filler(index), ok: true })) },
      {
        title: "reads the meter",
        ok: false,
        tests: [{ results: [{ error: { message: "no meter on port 4" } }] }],
      },
    ],
    [
      "steps that fail for their scenario",
      {
        elements: [...Array(40).keys()].map((index) => ({
          name: filler(index),
          steps: [{ name: "Given", result: { status: "passed" } }],
        })),
      },
      {
        name: "reads the meter",
        steps: [{ name: "a step", result: { status: "failed", error_message: "no meter on port 4" } }],
      },
    ],
    [
      "an error beside the name and no outcome",
      { tests: [...Array(40).keys()].map((index) => ({ fullTitle: `meter ${filler(index)}`, err: {} })) },
      {
        fullTitle: "meter reads the meter",
        title: "reads the meter",
        err: { message: "no meter on port 4", name: "AssertionError" },
      },
    ],
  ])("finds the failure in %s", (_, report, failed) => {
    const [key = "", tests = []] = Object.entries(report)[0] ?? [];
    const text = JSON.stringify({ [key]: [...tests, failed], failures: 1 });
    expect(classifyOutput({ text })).toBe("test-report");
    const shown = evidence(text);
    expect(shown).toContain("reads the meter");
    expect(shown).toContain("no meter on port 4");
    expect(shown).not.toContain("failing tests:\nAssertionError");
  });

  it("follows ids to the name where a report keeps names and outcomes apart", () => {
    const lines = [...Array(30).keys()].flatMap((index) => [
      { pickle: { id: `pickle-${index}-of-30`, name: index === 7 ? "reads the meter" : filler(index) } },
      { testCase: { id: `case-${index}-of-30`, pickleId: `pickle-${index}-of-30` } },
      {
        testStepFinished: {
          testCaseId: `case-${index}-of-30`,
          testStepResult:
            index === 7 ? { status: "FAILED", message: "no meter on port 4" } : { status: "PASSED" },
        },
      },
    ]);
    const shown = evidence(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(shown).toContain("failing tests:\nreads the meter");
    expect(shown).toContain("no meter on port 4");
  });

  it("reads what events of a run printed as the run", () => {
    const events = [...Array(30).keys()].flatMap((index) => [
      { Action: "run", Test: `TestPart${index}` },
      ...(index === 7
        ? [{ Action: "output", Test: "TestPart7", Output: "    part_test.go:9: no meter on port 4\n" }]
        : []),
      {
        Action: "output",
        Test: `TestPart${index}`,
        Output: `--- ${index === 7 ? "FAIL" : "PASS"}: TestPart${index} (0.00s)\n`,
      },
      { Action: index === 7 ? "fail" : "pass", Test: `TestPart${index}` },
    ]);
    const shown = evidence(events.map((event) => JSON.stringify(event)).join("\n"));
    expect(shown).toContain("failing tests:\nTestPart7");
    expect(shown).toContain("no meter on port 4");
  });

  it("reads a report that is cut off in the middle", () => {
    const tests = [...Array(60).keys()].map((index) => ({
      name: index === 2 ? "reads the meter" : filler(index),
      status: index === 2 ? "failed" : "passed",
      failureMessages: index === 2 ? ["no meter on port 4"] : [],
    }));
    const whole = JSON.stringify({ testResults: [{ assertionResults: tests }] });
    const shown = evidence(whole.slice(0, whole.length - 700));
    expect(shown).toContain("failing tests:\nreads the meter");
    expect(shown).toContain("no meter on port 4");
  });

  it("shows a report without failures as what it is", () => {
    const tests = [...Array(60).keys()].map((index) => ({ name: filler(index), status: "passed" }));
    expect(evidence(JSON.stringify({ tests, failures: 0 }))).toContain(filler(0));
  });

  it("leaves answers of other programs to their kinds", () => {
    const runs = [...Array(40).keys()].map((index) => ({
      id: index,
      name: `build ${index}`,
      status: "completed",
      conclusion: "failure",
    }));
    expect(classifyOutput({ text: JSON.stringify({ total_count: 40, check_runs: runs }) })).toBe("json");
    expect(classifyOutput({ text: `<html><body>${"<p>some test</p>".repeat(40)}</body></html>` })).toBe(
      "web-page",
    );
  });
});
