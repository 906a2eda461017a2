import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";

/** What makes every run too long to be shown as it is. */
const FRAMES = Array.from(
  { length: 200 },
  (_, index) => `      at deep.inside.Library.call${index}(Library.java:${index})`,
);
const count = (text: string): number => Math.ceil(text.length / 4);
const evidence = (lines: readonly string[], maxTokens = 400): string =>
  makeEvidence({ text: `${[...FRAMES, ...lines].join("\n")}\n` }, { maxTokens, count }).text;
const WHATS = ["moors a ferry", "weighs cargo", "refuses papers", "bills the tug", "counts boxes"];
const TITLES = ["at night", "in the rain", "twice", "by radio"].flatMap((when) =>
  WHATS.map((what) => `${what} ${when}`),
);
const MESSAGES = [
  "tide table ends on 2031-02-30",
  "hull 4471 is longer than quay 9",
  "crane arm stuck at 87 degrees",
  "manifest line 212 has no weight",
];
const messageOf = (index: number): string => MESSAGES[index % MESSAGES.length] ?? "";
/** Every other test fails. */
const run = (failed: (title: string, message: string) => string[], passed: (title: string) => string[]) =>
  TITLES.flatMap((title, index) => (index % 2 === 0 ? failed(title, messageOf(index / 2)) : passed(title)));
const FAILED = TITLES.filter((_, index) => index % 2 === 0);
const PASSED = TITLES.filter((_, index) => index % 2 === 1);
const snake = (title: string): string => title.replaceAll(" ", "_");

const namesIn = (text: string): string => text.slice(text.indexOf("failing tests:"));
const shows = (text: string, nameOf = (title: string): string => title): void => {
  for (const title of FAILED) expect(namesIn(text)).toContain(nameOf(title));
  for (const message of MESSAGES) expect(text).toContain(message);
};

describe("evidence of a run whose marks nobody knows", () => {
  it("takes the sign for a failure that as many lines have as the runner counts", () => {
    const text = evidence([
      ...run(
        (title, message) => [`  ! checks ${title}: ${message}`],
        (title) => [`  + checks ${title} is fine`],
      ),
      "10 passes, 10 failures",
    ]);
    shows(text);
    for (const title of PASSED) expect(text.split("! checks")[0]).not.toContain(`, ${title},`);
    expect(text).toContain("10 failing");
  });

  it("takes no pointer at a line of source for such a sign", () => {
    const lines = FAILED.flatMap((title, index) => [
      `✖ ${messageOf(index)}`,
      `  > ${index} | test("${title}", () => { check("fine") });`,
    ]);
    const passed = PASSED.map((title) => `✓ ${title}`);
    expect(evidence([...lines, ...passed, "10 failed, 10 passed"])).toContain(
      `failing tests:
${MESSAGES[0]}`,
    );
  });

  it("takes a word behind the name, with the message below it", () => {
    const lines = run(
      (title, message) => [`  ${snake(title).padEnd(30)} [KO]`, `      port.c:3: ${message}`],
      (title) => [`  ${snake(title).padEnd(30)} [OK]`],
    );
    shows(evidence([...lines, "20 tests run, 10 KO"]), snake);
  });

  it("takes what is red where the same sign is green for others, without any count of tests", () => {
    const lines = run(
      (title, message) => [
        `  \u001b[2m◌ ${title}\u001b[0m`,
        `    Error: ${message}`,
        `  \u001b[91m\u001b[1m● ${title}\u001b[0m › 2.3ms`,
      ],
      (title) => [`  \u001b[2m◌ ${title}\u001b[0m`, `  \u001b[32m\u001b[1m● ${title}\u001b[0m › 0.1ms`],
    );
    const text = evidence([...lines, " PASS › 0  FAIL › 6 "]);
    shows(text);
    expect(namesIn(text)).not.toContain(`${PASSED[0]},`);
  });

  it("takes the titles below rulers, or names alone on their lines, if they are as many", () => {
    const titled = FAILED.flatMap((title, index) => [
      "=".repeat(40),
      `Port ${title}`,
      "",
      "Traceback (most recent call last):",
      `Mishap ${messageOf(index)}`,
    ]);
    shows(evidence([...titled, "Ran 20 specs, 10 failed, in 3ms."]));
    const alone = FAILED.flatMap((title, index) => [
      "=".repeat(40),
      "[FAIL]",
      `builtins.ValueError: ${messageOf(index)}`,
      "",
      `port.Berth.test_${snake(title)}`,
    ]);
    shows(evidence([...alone, "FAILED (failures=6, errors=4, successes=10)"]), snake);
  });

  it("counts what is left where a runner says how many of all passed, and adds up lines of a count", () => {
    const lines = run(
      (title, message) => [`${title} ✖`, `  ${message}`],
      (title) => [`${title} ✔`, "  equal() ✔"],
    );
    const text = evidence([...lines, "✖ 10/20 tests passed"]);
    shows(text);
    expect(text).toContain("10 failing");
    const two = FAILED.map(
      (title, index) => `[  ${index < 6 ? "FAILED" : "ERROR "}  ] a.lua @ 2: ${title} (0.1 ms)`,
    );
    expect(evidence([...two, ...TITLES, " 6 FAILED TESTS", " 4 ERRORS"], 200)).toContain("10 failing");
  });
});

describe("the errors of a run", () => {
  it("have one line for each test that tells it from others, whatever stands around it", () => {
    const noise = (title: string): string[] => [
      `<"fine"> expected but was`,
      `      7:   def test_${snake(title)}`,
      "diff:",
      "? ++++ ++",
    ];
    const text = evidence([
      ...FAILED.flatMap((title, index) => [
        `FAIL: test_${snake(title)}`,
        `port.rb:${index}:in 'test_${snake(title)}'`,
        ...noise(title),
        `<"${messageOf(index)}">`,
        "",
      ]),
      "20 tests, 10 failures",
    ]);
    shows(text, snake);
  });

  it("show only what differs where they are said alike and do not fit, and are whole where they fit", () => {
    const said = (message: string): string =>
      `Assertion failed: the expression ("fine") == ("${message}") is false: actual="fine" expected="${message}".`;
    const lines = [
      ...FAILED.flatMap((title, index) => [`not ok - ${title}`, `  ${said(messageOf(index))}`]),
      "# fail 10",
      "# pass 10",
    ];
    const short = evidence(lines, 230);
    for (const message of MESSAGES) expect(short).toContain(message);
    const long = evidence(lines, 400);
    for (const message of MESSAGES) expect(long).toContain(said(message));
  });

  it("are what stands behind the last carriage movement, as a terminal shows a line", () => {
    const text = evidence([
      ...FAILED.flatMap((title, index) => [
        `\u001b[1G   ${title}\u001b[K\u001b[95G ${index}/20\u001b[2G\u001b[31;1m\u001b[1G ✗ ${title}\u001b[K`,
        `\u001b[0m   ${messageOf(index)}`,
      ]),
      "20 tests, 10 failures",
    ]);
    shows(text);
    expect(text).not.toContain("/20");
  });
});
