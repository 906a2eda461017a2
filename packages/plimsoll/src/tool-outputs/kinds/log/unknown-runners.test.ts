import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const evidence = (text: string, maxTokens = 380): string => makeEvidence({ text }, { maxTokens, count }).text;
const TITLES = ["at night", "in the rain", "twice"].flatMap((when) =>
  ["moors a ferry", "weighs cargo", "refuses papers", "bills the tug", "counts boxes", "tows a barge"].map(
    (what) => `${what} ${when}`,
  ),
);
const MESSAGES = [
  "tide table ends on 2031-02-30",
  "hull 4471 is longer than quay 9",
  "crane arm stuck at 87 degrees",
  "manifest line 212 has no weight",
  "pilot station does not answer",
  "customs seal A-5519 is broken",
];
const FRAMES = Array.from(
  { length: 12 },
  (_, index) => `      at deep.inside.Library.call${index}(Library.java:${index})`,
).join("\n");
const camel = (title: string): string => title.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
const snake = (title: string): string => title.replaceAll(" ", "_");

type WriteTest = (title: string, message: string, index: number) => string;

/** What a runner prints of eighteen failing tests among others, with a line that counts them. */
const run = (write: WriteTest, counts = "30 tests, 12 passed, 18 failed"): string =>
  [
    ...TITLES.map((title, index) => write(title, MESSAGES[index % MESSAGES.length] ?? "", index)),
    counts,
  ].join("\n");

const shows = (text: string, nameOf: (title: string) => string = (title) => title, maxTokens = 380): void => {
  const shown = evidence(`${text}\n`, maxTokens);
  for (const title of TITLES) expect(shown).toContain(nameOf(title));
  for (const message of MESSAGES) expect(shown).toContain(message);
};

describe("evidence of runners that nobody looked at", () => {
  it("names what errors stand under where no test is said to have failed, if the runner counts as many", () => {
    const text = run(
      (title, message) =>
        `Started:  ${camel(title)}()\nFinished:  ${camel(title)}() ([class:Port])\n    => Exception: java.lang.IllegalStateException: ${message}\n${FRAMES}`,
      "[  12 tests successful  ]\n[  18 tests failed      ]",
    );
    shows(text, camel);
    expect(evidence(text)).toContain("18 failing");
  });

  it("does the same for a tree that is drawn, with fields below each test", () => {
    shows(
      run(
        (title, message) =>
          `│  ├─ ${camel(title)}()\n│  │     tags: []\n│  │ uniqueId: [method:${camel(title)}()]\n│  │   caught: java.lang.IllegalStateException: ${message}\n${FRAMES}\n│  │   status: ✘ FAILED`,
        "[  12 tests successful  ]\n[  18 tests failed      ]",
      ),
      camel,
    );
  });

  it("names tests by the lines that one sentence of an assertion stands under", () => {
    const text = run(
      (title, message) =>
        `  ${title}\n    ✖  should be strictly equal\n    ----------------------------\n        diff: "fine" => "${message}"\n        source: at Test.<anonymous> (/port/berth.cjs:5:40)\n${FRAMES}\n`,
    );
    shows(text);
    expect(evidence(text)).toContain("failing tests:\nmoors a ferry at night\n");
  });

  it("takes the next line where the first below a name is the same for all", () => {
    shows(
      run(
        (title, message) =>
          `${title}: Error During Test at /port/test/crane.jl:18\n  Got exception outside of a @test\n  ${message}\n  Stacktrace:\n    [1] error(s::String)\n      @ Base ./error.jl:35\n${FRAMES}`,
      ),
    );
  });

  it("knows fields that say where from those that say what", () => {
    shows(
      run(
        (title, message, index) =>
          `--- FAIL: ${camel(title)} (0.00s)\n    berth_test.go:${index}: \n        \tError Trace:\t/port/berth/berth_test.go:${index}\n        \tError:      \tNot equal: \n        \t            \texpected: 1\n        \t            \tactual  : 2\n        \tTest:       \t${camel(title)}\n        \tMessages:   \t${message}\n${FRAMES}`,
      ),
      camel,
    );
  });

  it("takes no ruler for a side of a comparison, and groups names by module", () => {
    const rule = "- ".repeat(40).trim();
    const text = run(
      (title, message, index) =>
        `${rule}\nberth_SUITE:${snake(title)} failed on line ${index}\nReason: {"${message}",[{berth_SUITE,...},{...}|...]}\n${rule}\n\nTesting port: *** FAILED test case ${index} of 60 ***\n${"Updating index ... done\n".repeat(20)}`,
      "Testing port: TEST COMPLETE, 12 ok, 18 failed of 30 test cases",
    );
    shows(text, snake, 340);
  });

  it("reads a name and its message behind a place", () => {
    const text = run(
      (title, message, index) =>
        `Test Case '-[Port.CraneTests ${camel(title)}]' started.\n/port/Tests/CraneTests.swift:${index}: error: -[Port.CraneTests ${camel(title)}] : failed - ${message}\nTest Case '-[Port.CraneTests ${camel(title)}]' failed (0.002 seconds).\n${FRAMES}`,
      "Executed 30 tests, with 18 failures (0 unexpected) in 0.102 (0.110) seconds",
    );
    shows(text, camel);
    expect(evidence(text)).toContain("Port.CraneTests.moorsAFerryAtNight");
  });

  it("reads a name on the line below the word for a failure", () => {
    shows(
      run(
        (title, message, index) =>
          `------------------------------\n• Failure [0.00${index} seconds]\nberth [It] ${title} \n/port/berth/berth_test.go:10\n\n  ${message}\n\n${FRAMES}`,
        "Ran 30 of 30 Specs in 0.006 seconds\nFAIL! -- 12 Passed | 18 Failed | 0 Pending | 0 Skipped\n--- FAIL: TestAll (0.01s)\nFAIL",
      ),
      undefined,
      340,
    );
  });

  it("leaves out a beginning that all names share where they do not fit", () => {
    const browser = "Chrome Headless 150.0.0.0 (Linux 0.0.0)";
    const names = Array.from({ length: 30 }, (_, index) => `moors ferry number ${index}`);
    const shown = evidence(
      `${names.map((name) => `${browser} berth ${name} FAILED\n\tError: tide table ends\n${FRAMES}`).join("\n")}\nTOTAL: 30 FAILED, 40 SUCCESS\n`,
    );
    for (const index of names.keys())
      expect(shown).toMatch(new RegExp(`(?:number |, |^ {2})${index}\\b`, "m"));
    expect(shown).toContain("30 failing");
  });

  it("says a time in brackets before a line is no part of the name", () => {
    shows(
      `${TITLES.map((title, index) => `[xUnit.net 00:00:00.${110 + index}]     Port.CraneTests.${camel(title)} [FAIL]`).join("\n")}\n${run(
        (title, message) =>
          `  Failed Port.CraneTests.${camel(title)} [9 ms]\n  Error Message:\n   System.InvalidOperationException : ${message}\n  Stack Trace:\n${FRAMES}`,
        "Failed!  - Failed:    18, Passed:    12, Skipped:     0, Total:    30, Duration: 312 ms",
      )}`,
      camel,
    );
    expect(
      evidence(
        run((title) => `[xUnit.net 00:00:00.11]     Port.CraneTests.${camel(title)} [FAIL]\n${FRAMES}`),
      ),
    ).not.toContain("tests:\n[xUnit");
  });

  it("reads results with tabs, signs and words behind them, and names below a word alone", () => {
    shows(
      run(
        (title, message, index) =>
          `ok     ${index}\tFine.fine\nnot ok ${index}\tPort.${camel(title)}\n#   t.lua:35: ${message}\n${FRAMES}`,
        "# Ran 30 tests in 0.002 seconds, 12 successes, 18 errors",
      ),
      camel,
    );
    shows(
      run(
        (title, message) =>
          `Failure:\nPort::Berth#test_${snake(title)} [t.rb:71]\nMinitest::Assertion: ${message}\n\n${FRAMES}`,
      ),
      snake,
    );
    shows(
      run(
        (title, message) =>
          `FAIL["test_${snake(title)}", Port::Berth, 2026-11-18 02:00:06 232302455557659741/1073741824000000000 +0000]\n test_${snake(title)}#Port::Berth (1794967206.22s)\n        ${message}\n${FRAMES}`,
      ),
      snake,
    );
    const listed = `${TITLES.map((title) => `  - ${title} [ERROR: RuntimeError]`).join("\n")}\n${MESSAGES.map((message) => `RuntimeError: ${message}\n${FRAMES}`).join("\n")}\n30 specifications (12 requirements), 0 failures, 18 errors`;
    shows(listed);
  });

  it("reads details of a service message that says only where", () => {
    shows(
      run(
        (title, message, index) =>
          `##teamcity[testStarted name='${camel(title)}()' flowId='Berth']\n##teamcity[testFailed name='${camel(title)}()' message='Failure! |[Loc: t.cpp(${index})|]' details='${message}' flowId='Berth']\n${FRAMES}`,
      ),
      camel,
    );
  });
});
