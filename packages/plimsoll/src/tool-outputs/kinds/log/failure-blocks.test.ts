import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const evidence = (lines: readonly string[], maxTokens = 480): string =>
  makeEvidence({ text: `${lines.join("\n")}\n` }, { maxTokens, count }).text;
const NAMES = Array.from({ length: 8 }, (_, index) => `test_reads_bill_of_lading_${index}`);
const said = (index: number): string => `AssertionError: assert 'port ${index}x' == 'berth ${index}y'`;
/** What a runner quotes of a test before it says what was wrong. */
const source = (name: string): string[] => [
  `    def ${name}():`,
  `        manifest = parse_manifest('${name}.txt')`,
  "        assert manifest.ship is not None",
  "        for error in manifest.errors:",
  "            expected = harbour.expected(error)",
  "            failures = harbour.compare(expected, error)",
];
const FAILED = NAMES.flatMap((name, index) => [
  `____________ ${name} ____________`,
  "",
  ...source(name),
  `>       assert failures == harbour.accepted(expected, error, ${index})`,
  `E       ${said(index)}`,
  `E         - berth ${index}y`,
  `E         ? ^^^^^`,
  `E         + port ${index}x`,
  "",
  `tests/test_lading.py:${index * 20 + 9}: AssertionError`,
]);
const SUMMARY = [
  "=========================== short test summary info ============================",
  ...NAMES.map((name) => `FAILED tests/test_lading.py::${name} - AssertionErr...`),
  "======================== 8 failed, 40 passed in 1.52s =========================",
];

describe("the block of a failing test", () => {
  it("is told by the line that says what was wrong, not by the source or the difference around it", () => {
    const text = evidence([...FAILED, ...SUMMARY], 290);
    for (const name of NAMES) expect(text).toContain(`tests/test_lading.py::${name}`);
    for (const index of NAMES.keys()) expect(text).toContain(said(index));
    expect(text).not.toMatch(/^AssertionErr\.\.\.$/m);
    expect(text).not.toContain("manifest = parse_manifest");
  });

  it("is told by a sentence or an error in brackets above frames with places of tests and the fields of a value", () => {
    const blocks = NAMES.flatMap((name, index) => [
      `  ${index + 1}) test ${name} (HarbourTest)`,
      `     test/harbour_test.exs:${index * 9 + 1}`,
      ...(index < 2
        ? [
            ["     Assertion with == failed", "     Wrong message for HullError"][index] ?? "",
            "     value:",
            `     "quay ${index} of the harbour"`,
          ]
        : [`     ** (HullClauseError) no clause of hull matches pier ${index}`]),
      "     stacktrace:",
      ...Array.from(
        { length: 4 },
        (_, deep) => `       (harbour 1.1.${deep}) lib/harbour.ex:${index + 40}: Harbour.moor_ship/3`,
      ),
      ...(index < 2
        ? [`       test/harbour_test.exs:${index * 9 + 4}: (test)`]
        : [`       test/harbour_test.exs:${index * 9 + 4}: anonymous fn/5 in HarbourTest.moor/2`]),
      "",
    ]);
    const text = evidence([...blocks, "Finished in 0.1 seconds", "90 tests, 8 failures"], 225);
    for (const name of NAMES) expect(text).toContain(name);
    expect(text).toContain("Assertion with == failed");
    expect(text).toContain("Wrong message for HullError");
    for (const index of NAMES.keys())
      if (index > 1) expect(text).toContain(`no clause of hull matches pier ${index}`);
  });

  it("is told by the last of several errors that one led to", () => {
    const chain = NAMES.flatMap((name, index) => [
      `ERROR: ${name} (harbour.Lading)`,
      "Traceback (most recent call last):",
      `  File "/src/harbour.py", line ${index + 3}, in read`,
      `KeyError: 'crate-${index}'`,
      "",
      "During handling of the above exception, another exception occurred:",
      "",
      "Traceback (most recent call last):",
      `  File "/src/test_harbour.py", line ${index + 30}, in ${name}`,
      `harbour.errors.LadingError: crate ${index} is not on the list of this ship`,
    ]);
    const text = evidence([...chain, "Ran 60 tests in 0.1s", "FAILED (errors=8)"], 300);
    for (const index of NAMES.keys())
      expect(text).toContain(`crate ${index} is not on the list of this ship`);
  });

  it("does not end where a message has a word that is the name of a test", () => {
    const names = ["dataset", "manifest", "weight"];
    const failed = names.flatMap((name, index) => [
      `[ERROR] org.harbour.LadingTest.${name} -- Time elapsed: 0.00${index} s <<< ERROR!`,
      `java.lang.IllegalStateException: dataset is not loaded for pier ${index}`,
      ...Array.from({ length: 30 }, (_, line) => `\tat org.harbour.Lading.call${line}(Lading.java:${line})`),
    ]);
    const text = evidence([...failed, "[ERROR] Tests run: 12, Failures: 0, Errors: 3, Skipped: 0"], 110);
    for (const index of names.keys()) expect(text).toContain(`dataset is not loaded for pier ${index}`);
  });

  it("ends at a line that ends like the one with its name, up to the sign", () => {
    const others = Array.from(
      { length: 90 },
      (_, index) => `LadingTest#test_0${index}_raise an error for an invalid crate = 0.00 s = .`,
    );
    const failed = ["weigh a crate", "seal a crate"].map(
      (title) => `LadingTest#test_0099_${title} = 0.01 s = F`,
    );
    const details = ["weigh a crate", "seal a crate"].flatMap((title, index) => [
      `  ${index + 1}) Failure:`,
      `LadingTest#test_0099_${title} [/src/test/lading_test.rb:${index + 4}]:`,
      `Expected: ${index + 40}`,
      `  Actual: ${index + 70}`,
      "",
    ]);
    const skipped = [
      "  3) Skipped:",
      "LadingTest#test_0098_tow a barge [/src/test/lading_test.rb:9]:",
      "later",
    ];
    const counts = "92 runs, 95 assertions, 2 failures, 0 errors, 1 skips";
    const text = evidence([failed[0] ?? "", ...others, failed[1] ?? "", ...details, ...skipped, counts], 90);
    for (const wanted of ["weigh a crate", "seal a crate", "Expected: 40", "Expected: 41"])
      expect(text).toContain(wanted);
    expect(text).not.toContain("tow a barge");
  });

  it("is told whole where the names take their room, and long messages are cut before names are", () => {
    const dump = "x".repeat(260);
    const failed = NAMES.flatMap((name, index) => [
      `FAIL: ${name} (harbour.Lading)`,
      `AssertionError: crate ${index} is <Crate ${dump}>`,
      "",
    ]);
    const text = evidence(
      [...failed, ...FAILED.slice(0, 1), "Ran 60 tests in 0.1s", "FAILED (failures=8)"],
      500,
    );
    for (const name of NAMES) expect(text).toContain(name);
    for (const index of NAMES.keys()) expect(text).toContain(`${index} is <Crate xxx`);
  });

  it("is told whole where its message goes on over several lines in brackets, and calls the test by its name", () => {
    const names = ["tide-table", "tide-clock", "mooring-line"];
    const failed = names.flatMap((name, index) => [
      `Test ${name} condition:`,
      "    (check-failed",
      "     ((should",
      "       (equal",
      `\t(${name} ${index} "fog")`,
      `\t"ship ${index}"))`,
      "      :form",
      `      (equal "berth ${index}" "ship ${index}")))`,
      `   FAILED  ${index + 30}/60  ${name} (0.0002 sec)`,
    ]);
    const passed = Array.from(
      { length: 30 },
      (_, index) => `   passed  ${index}/60  quay-${index} (0.1 sec)`,
    );
    const summary = [
      "Ran 60 tests, 57 results as expected, 3 unexpected",
      ...names.map((name) => `   FAILED  ${name}`),
    ];
    const text = evidence([...passed, ...failed, ...summary], 170);
    for (const [index, name] of names.entries())
      expect(text).toContain(
        `(check-failed ((should (equal (${name} ${index} "fog") "ship ${index}")) :form (equal "berth ${index}" "ship ${index}")))`,
      );
  });

  it("belongs to the test that is named, not to the line of each check in it", () => {
    const failed = [["Lading"], ["Mooring"], ["Tides", "  No overflow"]].flatMap((titles, index) => [
      "-".repeat(60),
      ...titles,
      "-".repeat(60),
      `test/port.cpp:${index}06`,
      ".".repeat(60),
      "",
      ...[1, 2].flatMap((check) => [
        `test/port.cpp:${index}${check}2: FAILED:`,
        `  CHECK( weigh(${check}) == ${index} )`,
        "with expansion:",
        `  ${check}7 == ${index}`,
        "",
      ]),
    ]);
    const timed = Array.from({ length: 60 }, (_, index) => `0.00${index} s: Quay ${index}`);
    const counts = ["test cases:  63 |  60 passed | 3 failed", "assertions: 302 | 296 passed | 6 failed"];
    const text = evidence([...failed, ...timed, ...counts], 200);
    expect(text).toContain("failing tests:\nLading\nMooring\n");
    for (const check of [1, 2]) expect(text).toContain(`CHECK( weigh(${check}) == 0 )`);
  });
});
