import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { script } from "../ledgers/ledger-test-support.js";
import { extractFacts } from "./extract-facts.js";
import type { Fact } from "./fact.js";
import { constraint, fact, verify } from "./fact-test-support.js";
import { repairSummary } from "./repair-summary.js";
import { collapseBlanks } from "../../text/string-finder.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const repair = (
  facts: readonly Fact[],
  summary: string,
  maxTokens: number = 10_000,
): ReturnType<typeof repairSummary> =>
  repairSummary({ summary, verification: verify(facts, summary), maxTokens, count });

describe("repairSummary", () => {
  it("puts missing facts at the top, under the heading of their section", () => {
    const facts = [
      constraint("Never push to main"),
      constraint("所有接口必须保持兼容。"),
      fact({ kind: "handle", value: "sess_4411", text: "process sess_4411 (npm run dev)" }),
    ];
    expect(repair(facts, "Work goes on.")).toEqual({
      fits: true,
      text: "Constraints of the user:\n- Never push to main\n- 所有接口必须保持兼容。\nStill open:\n- process sess_4411 (npm run dev)\nWork goes on.",
      tokens: 30,
      restored: facts.map(({ id }) => id),
      corrected: [],
      removed: [],
      droppedLines: 0,
    });
  });

  it("uses a heading that is there already", () => {
    const result = repair(
      [constraint("Never push to main")],
      "Intro.\nConstraints of the user:\n- Use tabs.",
    );
    expect(result).toMatchObject({
      text: "Intro.\nConstraints of the user:\n- Never push to main\n- Use tabs.",
    });
  });

  it("puts altered and stale statements right where they stand", () => {
    const facts = [
      constraint("Do not push to main."),
      constraint("Use at most 5 workers instead.", ["Use at most 3 workers."]),
      fact({ kind: "handle", value: "48213", text: "process 48213", meaning: ["process"] }),
    ];
    const summary = "Rules: push to main. Use at most 3 workers.\nprocess 48218 still runs";
    expect(repair(facts, summary)).toMatchObject({
      text: "Rules: Do not push to main. Use at most 5 workers instead.\nprocess 48213 still runs",
      corrected: [facts[0]?.id, facts[1]?.id, facts[2]?.id],
      restored: [],
    });
  });

  it("takes out what was invented", () => {
    const result = repair([constraint("Never push to main")], "Never push to main\n- OPS-9999\nDone.");
    expect(result).toMatchObject({
      text: "Never push to main\nDone.",
      removed: [{ value: "OPS-9999", action: "dropped" }],
    });
  });

  it("lets other lines give way from the end, never one that must be kept", () => {
    const lines = [
      "Work on the first thing.",
      "Filler about nothing at all.",
      "Never push to main",
      "Last line of little value.",
    ];
    expect(repair([constraint("Never push to main")], lines.join("\n"), 12)).toMatchObject({
      fits: true,
      text: "Work on the first thing.\nNever push to main",
      droppedLines: 2,
    });
  });

  it("takes a fact out of a line that is too long to stay", () => {
    const summary = `Never push to main, ${"and so on ".repeat(50)}.\nA short line.`;
    expect(repair([constraint("Never push to main")], summary, 18)).toMatchObject({
      fits: true,
      text: "Constraints of the user:\n- Never push to main\nA short line.",
    });
  });

  it("says how much is needed where what must be kept does not fit by itself", () => {
    expect(
      repair([constraint("Never push to main"), constraint("Always run the tests first.")], "x", 10),
    ).toEqual({
      fits: false,
      needed: 12,
      available: 10,
    });
  });

  it("leaves headings and marks out where what must be kept fits only without them", () => {
    expect(
      repair([constraint("Never push to main"), constraint("Always run the tests first.")], "x", 12),
    ).toMatchObject({ fits: true, text: "Never push to main\nAlways run the tests first." });
  });

  it("does not repeat what stays in the window", () => {
    const facts = [constraint("Never push to main")];
    const verification = verify(facts, "Work.", { window: ["never push to main"] });
    expect(repairSummary({ summary: "Work.", verification, maxTokens: 100, count })).toMatchObject({
      text: "Work.",
    });
  });
});

const subject = fc.constantFrom(
  "the billing tables",
  "src/api/users.ts",
  "order #W8492013",
  "the staging server",
  "public interfaces",
  "release notes",
  "feature flags",
);
const sentence = fc
  .tuple(
    subject,
    fc.nat(9_998),
    fc.constantFrom(
      "Do not change {s} before step {n}.",
      "{s} must not use more than {n} MB.",
      "Never deploy {s} to host-{n}",
      "Always keep at least {n} copies of {s}!",
      "必须先备份 {s}，最多 {n} 次。",
      "不要删除 {s} 的第 {n} 行。",
      "I want {s} to have at most {n} entries.",
    ),
  )
  .map(([of, number, pattern]) => pattern.replace("{s}", of).replace("{n}", String(number)));
const filler = fc.constantFrom(
  "The assistant read several files.",
  "Tests were run twice.",
  "- step done",
  "## Progress",
  "构建成功。",
  "",
  "It looked at 12 of 40 results, e.g. the first.",
);

/** Ways in which a model spoils a sentence. */
const spoil: fc.Arbitrary<(text: string) => string> = fc.constantFrom(
  () => "",
  (text: string) => text.replace(/ not|Never |不要|必须|Always |at most |最多|at least /, ""),
  (text: string) => text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)),
  (text: string) => text.slice(0, Math.floor(text.length * 0.7)),
  (text: string) => `${text.replace(/[.!。]$/, "")} unless it is urgent`,
  (text: string) => `Do not ${text}`,
);

describe("repairSummary, for any constraints and any summary", () => {
  const session = (sentences: readonly string[]): readonly Fact[] =>
    extractFacts(
      sentences
        .reduce((made, text, index) => made.user(text).assistant(`Noted (${index}).`), script())
        .checkpoint(),
    );
  const many = fc.uniqueArray(sentence, { minLength: 1, maxLength: 8 });

  it("returns a summary that has everything as it is", () => {
    fc.assert(
      fc.property(
        many,
        fc.array(filler, { maxLength: 8 }),
        fc.constantFrom("", "- ", "1. ", "  * "),
        (sentences, fillers, marker) => {
          const facts = session(sentences);
          const required = facts.filter(({ must }) => must);
          expect(required.length).toBeGreaterThan(0);
          const summary = [...fillers, ...required.map(({ value }) => marker + value), ...fillers].join("\n");
          const verification = verify(facts, summary, { source: sentences });
          expect(verification.mustKeep.filter((finding) => finding.class !== "retained")).toEqual([]);
          const result = repairSummary({ summary, verification, maxTokens: count(summary), count });
          expect(result).toMatchObject({
            fits: true,
            text: summary,
            restored: [],
            corrected: [],
            removed: [],
          });
        },
      ),
      { numRuns: scaled(150) },
    );
  });

  it("catches each that is dropped or altered, and has every one word for word in what fits, or says that it cannot", () => {
    fc.assert(
      fc.property(
        many,
        fc.tuple(
          fc.array(filler, { maxLength: 8 }),
          fc.array(spoil, { minLength: 8, maxLength: 8 }),
          fc.integer({ min: 5, max: 300 }),
        ),
        (sentences, [fillers, spoils, maxTokens]) => {
          const facts = session(sentences);
          const required = facts.filter(({ must }) => must);
          const summary = required
            .flatMap(({ value }, index) => [fillers[index] ?? "", (spoils[index] ?? String)(value)])
            .join("\n");
          const verification = verify(facts, summary, { source: sentences });
          const caught = verification.mustKeep.filter((finding) => finding.class !== "retained");
          const said = new Set(summary.split("\n").map((line) => line.toLowerCase()));
          const unsaid = required.filter(({ value }) => !said.has(value.toLowerCase()));
          expect(caught.map(({ fact: { value } }) => value)).toEqual(unsaid.map(({ value }) => value));
          const input = { summary, verification, maxTokens, count };
          const result = repairSummary(input);
          expect(repairSummary(input)).toEqual(result);
          if (!result.fits) {
            expect(result.needed).toBeGreaterThan(maxTokens);
            return;
          }
          expect(result.tokens).toBe(count(result.text));
          expect(result.tokens).toBeLessThanOrEqual(maxTokens);
          for (const { value } of required) expect(result.text.toLowerCase()).toContain(value.toLowerCase());
          const again = verify(facts, result.text, { source: sentences });
          expect(again.mustKeep.filter((finding) => finding.class !== "retained")).toEqual([]);
          expect(again.invented).toEqual([]);
        },
      ),
      { numRuns: scaled(300) },
    );
  });

  it("keeps constraints of any characters whole, beside any text", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom("n", "o", "t", " ", ".", "-", "不", "\n", "\u202f", "7", "(", "A"),
        maxLength: 40,
      }),
    );
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        text,
        fc.integer({ min: 1, max: 80 }),
        (texts, summary, maxTokens) => {
          const values = [...new Set(texts.map(collapseBlanks))].filter((value) => value !== "");
          const facts = values.map((value) => constraint(value));
          const result = repair(facts, summary, maxTokens);
          if (!result.fits) return;
          expect(count(result.text)).toBeLessThanOrEqual(maxTokens);
          expect(verify(facts, result.text).report.mustKeep).toMatchObject({ retained: facts.length });
        },
      ),
      { numRuns: scaled(300) },
    );
  });
});
