import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const evidence = (text: string, maxTokens = 500): string => makeEvidence({ text }, { maxTokens, count }).text;
const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
const RULE = "=".repeat(70);

const unittestFailure = (index: number): string =>
  `${RULE}
ERROR: test_case_${index} (pkg.tests.module_${index % 4}.CaseOf${index % 4})
${"-".repeat(70)}
Traceback (most recent call last):
  File "/src/pkg/tests/module_${index % 4}.py", line ${index}, in test_case_${index}
    subject.run(${index})
  File "/src/pkg/subject.py", line 12, in run
    raise ValueError("no such row")
ValueError: row ${index % 12} is missing from the index
`;

describe("evidence of a test run with many failures", () => {
  it("has every name, by class, and each distinct error once with how often it came", () => {
    const text = `${range(60).map(unittestFailure).join("\n")}\nRan 400 tests in 2.1s\n\nFAILED (errors=60)\n`;
    const shown = evidence(text);
    for (const index of range(60)) expect(shown).toMatch(new RegExp(`\\btest_case_${index}\\b`));
    expect(shown.match(/CaseOf0\.test/g)).toHaveLength(1);
    for (const index of range(12))
      expect(shown).toContain(`ValueError: row ${index} is missing from the index`);
    expect(shown.match(/^ValueError/gm)).toHaveLength(12);
    expect(shown).toContain("FAILED (errors=60)");
    expect(shown).not.toContain("…\n");
  });

  it("shows names whole where they fit", () => {
    const lines = range(8).map(
      (index) => `FAILED tests/test_a.py::TestCase::test_${index} - KeyError: 'k${index}'`,
    );
    const passed = range(300).map((index) => `PASSED tests/test_a.py::test_ok_${index}`);
    const shown = evidence([...passed, ...lines, "===== 8 failed, 300 passed in 1.0s ====="].join("\n"));
    for (const index of range(8)) {
      expect(shown).toContain(`tests/test_a.py::TestCase::test_${index}`);
      expect(shown).toContain(`KeyError: 'k${index}'`);
    }
    expect(shown).toContain("8 failing");
  });

  it("names a test whole that has brackets in its name, with the place behind it in brackets too", () => {
    const failure = (index: number): string =>
      `  ${index}) Failure:\nHold#test_000${index}_#[] and []= stow crate ${index} [spec/hold_spec.rb:${index}]:\nExpected ${index} to be nil.\n`;
    const passed = range(150).map((index) => `Hold#test_1${index}_is dry = 0.00 s = .`);
    const shown = evidence(
      `${passed.join("\n")}\n\n${range(4).map(failure).join("\n")}\n154 runs, 160 assertions, 4 failures, 0 errors, 0 skips\n`,
      300,
    );
    for (const index of range(4))
      expect(shown).toContain(`test_000${index}_#[] and []= stow crate ${index}\n`);
  });

  it("names no suite that a runner marks as failed below its tests, where it does not count it", () => {
    const suite = (name: string, tests: readonly number[]): string =>
      `▶ ${name}\n${tests.map((index) => `  ✖ weighs crate ${index} (1.2ms)`).join("\n")}\n  ✔ is open\n✖ ${name} (3.1ms)\n`;
    const list = range(6).map(
      (index) =>
        `✖ weighs crate ${index} (1.2ms)\n  Error: crate ${index} is empty\n      at /src/harbour/scales.js:${index}:3\n`,
    );
    const text = `${suite("harbour", [0, 1, 2])}${suite("scales", [3, 4, 5])}${"✔ floats (0.4ms)\n".repeat(90)}ℹ suites 2\nℹ pass 92\nℹ fail 6\n\n✖ failing tests:\n\n${list.join("\n")}`;
    const shown = evidence(text);
    for (const index of range(6)) expect(shown).toContain(`Error: crate ${index} is empty`);
    expect(shown).toContain("6 failing");
    expect(shown).toMatch(/^failing tests:\n(?:weighs crate \d\n){6}(?!harbour|scales)/m);
  });

  it("takes nothing that a test printed for a failure, not even a quoted run of the same runner", () => {
    const text = `${"=".repeat(30)} test session starts ${"=".repeat(30)}
${range(80)
  .map((index) => `tests/test_runner.py::test_fine_${index} PASSED`)
  .join("\n")}
${"=".repeat(30)} FAILURES ${"=".repeat(30)}
${"_".repeat(30)} test_outer ${"_".repeat(30)}
    def test_outer(pytester):
>       assert result.ret == 1
E       AssertionError: outer message
tests/test_runner.py:12: AssertionError
${"-".repeat(29)} Captured stdout call ${"-".repeat(29)}
${"=".repeat(30)} test session starts ${"=".repeat(30)}
${"_".repeat(30)} test_inner ${"_".repeat(30)}
E       ValueError: inner message
${"=".repeat(20)} short test summary info ${"=".repeat(20)}
FAILED test_it.py::test_inner - ValueError: inner message
${"=".repeat(20)} 1 failed in 0.01s ${"=".repeat(20)}
${"=".repeat(20)} short test summary info ${"=".repeat(20)}
FAILED tests/test_runner.py::test_outer - AssertionError: outer message
${"=".repeat(20)} 1 failed, 80 passed in 3.21s ${"=".repeat(20)}
`;
    const shown = evidence(text, 200);
    expect(shown).toContain("1 failing");
    expect(shown).toContain("tests/test_runner.py::test_outer");
    expect(shown).toContain("AssertionError: outer message");
    expect(shown).not.toContain("inner");
  });

  it("says no number that the runner contradicts", () => {
    const lines = range(300).map((index) => `ok ${index + 1} - works ${index}`);
    const shown = evidence([...lines, "not ok 301 - breaks", "# tests 340", "# fail 40"].join("\n"), 200);
    expect(shown).not.toContain("failing;");
    expect(shown).toContain("# fail 40");
  });

  it("reads a message that stands below the name of its test, whatever the runner", () => {
    const failures = range(20).map(
      (index) =>
        `  ${index + 1}) suite number ${index}\n       does the thing:\n\n      the tide of ${index} is too low\n${"      at run (/src/a.js:1:2)\n".repeat(8)}`,
    );
    const shown = evidence(`  120 passing (1s)\n  20 failing\n\n${failures.join("\n")}`, 600);
    for (const index of range(20)) {
      expect(shown).toContain(`suite number ${index} > does the thing`);
      expect(shown).toContain(`the tide of ${index} is too low`);
    }
  });

  it("reads the name between two rulers above a failure", () => {
    const ruler = "-".repeat(79);
    const failures = range(30).map(
      (index) =>
        `${ruler}\nthe berth ${index} is free\n${ruler}\nharbour.cpp:${index}\n${".".repeat(79)}\n\nharbour.cpp:${index}: FAILED:\n  REQUIRE( berth == ${index} )\nwith expansion:\n  7 == ${index}\n`,
    );
    const shown = evidence(
      `${failures.join("\n")}\n${"=".repeat(79)}\ntest cases: 80 | 50 passed | 30 failed\n`,
      600,
    );
    for (const index of range(30)) expect(shown).toContain(`the berth ${index} is free`);
    expect(shown).toContain("30 failing");
  });

  it("reads a message that stands above the result", () => {
    const tests = range(24).map((index) =>
      index % 2 === 0
        ? `[ BEGIN ] works ${index}\n  [OK] works ${index}`
        : `    crew.nim(${index}, 12): the tide of ${index} is too low\n    tide was ${index * 7}\n  [FAILED] counts crew ${index}`,
    );
    const shown = evidence(`${tests.join("\n")}\n${"  [OK] fine\n".repeat(100)}`, 600);
    for (const index of range(12).map((half) => half * 2 + 1)) {
      expect(shown).toContain(`counts crew ${index}`);
      expect(shown).toContain(`the tide of ${index} is too low`);
      expect(shown).toContain(`tide was ${index * 7}`);
    }
  });

  it("lists what the runner counts, not the steps that it lists beside them", () => {
    const failures = range(14).map(
      (index) =>
        `${index + 1}) Scenario: sails to port ${index} # features/port.feature:${index}\n   ✔ Given a ship\n   ✖ Then she arrives # features/steps.js:9\n       Error: port ${index} is closed\n         at World (features/steps.js:9:1)\n`,
    );
    const shown = evidence(
      `Failures:\n\n${failures.join("\n")}\n60 scenarios (14 failed, 46 passed)\n180 steps (14 failed, 166 passed)\n`,
      500,
    );
    for (const index of range(14)) {
      expect(shown).toMatch(new RegExp(`^sails to port ${index}$`, "m"));
      expect(shown).toContain(`port ${index} is closed`);
    }
    expect(shown).toContain("14 failing");
  });

  it("reads the names in a list of failures between rulers, and both sides of a comparison", () => {
    const ruler = "-".repeat(32);
    const failures = range(10).map(
      (index) =>
        ` ${ruler}\n CREW-COUNTS-${index} in SHIP []:\n      expected <${index}>\n      but was  <${index}7>\n ${ruler}`,
    );
    const shown = evidence(
      ` Did 40 checks.\n    Pass: 30 (75%)\n    Skip: 0 ( 0%)\n    Fail: 10 (25%)\n\n Failure Details:\n${failures.join("\n")}\n${"loading the ship\n".repeat(100)}`,
      500,
    );
    for (const index of range(10)) {
      expect(shown).toContain(`CREW-COUNTS-${index}`);
      expect(shown).toContain(`but was  <${index}7>`);
    }
  });

  it("reads a run behind the stamps and colours of a CI service, also far from both ends", () => {
    const stamp = "2024-07-19T13:40:28.2717888Z ";
    const noise = range(3_000).map((index) => `Collecting package-${index} from the index`);
    const run = [
      "=================================== FAILURES ===================================",
      "\u001b[31m\u001b[1m_ TestCrew.test_counts[over all decks-of the ship] _\u001b[0m",
      "self = <tests.Crew object at 0x7efee3ad9b90>",
      "    def test_counts(self):",
      ">       assert crew == 12",
      "\u001b[1m\u001b[31mE       AssertionError: crew of 11 on deck 4\u001b[0m",
      "==================== 1 failed, 2546 passed in 87.72 seconds ====================",
    ];
    const lines = [...noise, ...run, ...noise].map((line) => stamp + line);
    const shown = evidence(lines.join("\n"), 200);
    expect(shown).toContain("TestCrew.test_counts[over all decks-of the ship]");
    expect(shown).toContain("AssertionError: crew of 11 on deck 4");
    expect(shown).toContain("1 failing");
    expect(shown).not.toContain("self = <");
  });

  it("reads counts that stand on lines of their own, and outcomes in a column", () => {
    const tests = range(40).map(
      (index) =>
        `${index + 1}/40 ship:crew / berth ${index} is free    ${index % 4 === 0 ? "FAIL" : "OK  "}    0.0${index}s`,
    );
    const shown = evidence(
      `${"checking\n".repeat(100)}${tests.join("\n")}\n\nOk:                 30\nFail:               10\n`,
      400,
    );
    for (const index of range(10)) expect(shown).toContain(`berth ${index * 4} is free`);
    expect(shown).toContain("10 failing");
  });

  it("shows both sides of a difference, and a message that is not indented", () => {
    const failures = range(8).map(
      (index) =>
        `✖ ship: has cargo ${index}\ncargo.test.js:${index + 3}\nExpected values to be strictly equal:\n+ actual - expected\n\n+ 'tea-${index}'\n- 'rum-${index}'\n`,
    );
    const shown = evidence(`${"✔ fine\n".repeat(200)}${failures.join("\n")}\n200 passed 8 failed\n`, 400);
    for (const index of range(8)) {
      expect(shown).toContain(`has cargo ${index}`);
      expect(shown).toContain(`'tea-${index}'`);
      expect(shown).toContain(`'rum-${index}'`);
    }
    expect(shown.match(/Expected values to be strictly equal/g)).toHaveLength(1);
  });

  it("finds the message before a result where nothing stands below it", () => {
    const tests = [...Array(20).keys()].map((index) =>
      index % 4 === 0
        ? `[ RUN      ] Meter.part${index}\nthrown: "no meter on port ${index}"\n[  FAILED  ] Meter.part${index} (0 ms)`
        : `[ RUN      ] Meter.part${index}\n[       OK ] Meter.part${index} (0 ms)`,
    );
    const { text } = makeEvidence(
      { text: `[==========] Running 20 tests from 1 test suite.\n${tests.join("\n")}\n 5 FAILED TESTS\n` },
      { maxTokens: 200, count: (part) => Math.ceil(part.length / 4) },
    );
    for (const wanted of ["part0", "part16", "no meter on port 0", "no meter on port 16", "5 failing"])
      expect(text).toContain(wanted);
  });

  it("counts no test that is marked by a green colour", () => {
    const tests = [...Array(40).keys()].map((index) =>
      index === 3
        ? "\u001b[91m● reads the meter\u001b[0m › 10ms"
        : `\u001b[32m● passes ${index} of them\u001b[0m › 0.1ms`,
    );
    const { text } = makeEvidence(
      { text: `${tests.join("\n")}\n1 failed, 39 passed\n` },
      { maxTokens: 120, count: (part) => Math.ceil(part.length / 4) },
    );
    expect(text).toMatch(/failing tests:\nreads the meter/);
  });
});
