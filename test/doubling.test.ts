import * as fc from "fast-check";
import { CompactError, CompactManager } from "plimsoll";
import { readConversation } from "plimsoll/formats";
import { createRedactor } from "plimsoll/redaction";
import { makeEvidence } from "plimsoll/tool-outputs";
import { characterEstimator } from "plimsoll/testing";
import { sampled, scaled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { countedWork } from "./counted-work.js";

const MOST = 2.5;
/** What a call does once, whatever it is given. */
const FIXED_WORK = 20_000;
/** Below this, an output may be short enough to be left whole, and its double not: a step, not growth. */
const CHARACTERS = 12_000;

/** Pieces of which outputs and messages of one kind are made; `%` is a number that differs from piece to piece. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  command: [
    "INFO request % served\n",
    "WARN slow query %\n",
    "ERROR timeout in worker %\n",
    "\n",
    "%\n",
    "   \n",
  ],
  "test-run": [
    "FAIL src/a%.test.ts > case %\n",
    "AssertionError: expected %\n",
    "  at f (a%.ts:3:1)\n",
    "\n",
    "ok %\n",
  ],
  search: ["src/a%.ts:12:const x = load(%);\n", "src/a.ts:%:x\n", "--\n", "b%.ts\n", "\n"],
  "web-page": ["<p>Text %</p>", "<div>", "<a href='/%'>", "</div>", "<!--", "&amp;", "\n", "<li>%"],
  code: ["export function f%(x) {\n", "  return x + %;\n", "}\n", "\n", "// note %\n", "class A% {\n"],
  diff: ["diff --git a/a%.ts b/a%.ts\n", "@@ -%,2 +%,2 @@\n", "-old %\n", "+new %\n", "+\n", " \n", "\n"],
  json: ['{"id":%,"name":"a%"},', '"key%":[1,2],', "[", "{", '"\\\\', "\n", "{},"],
  table: ["%,a%,Berlin\n", ",,,\n", '"a\n', "a\tb\t%\n", "\n"],
  binary: ["\0\u0001%", "\u0002\0", "\ufffd", "\n"],
  opaque: ["word% ", "x", "在数据库之前", " ", "👩‍👧", "\u0301", "a.", "/a", "://", "`"],
  rules: [
    "- Never push a% to main.\n",
    "You must keep b% below %.\n",
    "Do not push. ",
    "\n",
    "Use port % instead.\n",
  ],
  "blank lines": ["\n", "\r\n", " \n", "\t\n", "Paragraph %.\n", "\n\n\n\n\n\n", "# \n"],
  markup: [
    "```\n",
    "> a%\n",
    "| a | % |\n",
    "**a ",
    "[a](",
    "<b>",
    "## Part %\n",
    "1. step %\n",
    "`a%` ",
    '"',
  ],
  paths: ["src/a%/b.ts ", "/srv/w/a%.ts\n", "https://example.com/% ", "ORD-1% ", "a%@b.c ", "1.2.%."],
  secrets: ["password: a% ", "Bearer a%b%c% ", "API_KEY=a%z%y%x% ", "sk-", "4111 1111 ", "://u:p%@h ", "\n"],
  shell: [
    "cat a%.ts && ",
    "cat <<EOF\n",
    "EOF\n",
    "echo 'a ",
    "$(ls `",
    'git commit -m "a%"; ',
    "--flag=% ",
    "| ",
  ],
};

/** A text that grows in one way only: one generated unit again and again, its numbers counted up. */
function grown(unit: readonly string[], characters: number): string {
  const joined = unit.join("");
  const times = Math.ceil(characters / joined.length);
  return Array.from({ length: times }, (_, index) => joined.replaceAll("%", String(index + 10))).join("");
}

const unitOf = (pieces: readonly string[]): fc.Arbitrary<string[]> =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 });

/** Asserts that twice the input is at most two and a half times the work. */
async function expectLinear(
  pieces: readonly string[],
  run: (text: string) => unknown,
  numRuns: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(unitOf(pieces), async (unit) => {
      const [single, double] = [grown(unit, CHARACTERS), grown(unit, CHARACTERS * 2)];
      const work = await countedWork(() => run(single));
      const more = await countedWork(() => run(double));
      expect(more).toBeLessThanOrEqual(MOST * work + FIXED_WORK);
    }),
    { numRuns, seed: 12 },
  );
}

const count = (text: string): number => characterEstimator.count(text);
const END = [
  { role: "assistant", content: "Done." },
  { role: "user", content: "Go on." },
];
const callOf = (command: string): object => ({
  role: "assistant",
  content: null,
  tool_calls: [
    { id: "c1", type: "function", function: { name: "shell", arguments: JSON.stringify({ command }) } },
  ],
});

/** A text in every place of a session, bounded, archived, read for facts and summarized. */
async function compact(text: string): Promise<void> {
  const manager = new CompactManager({ model: "gpt-5", estimator: characterEstimator, clock: () => 0 });
  const items = [
    { role: "user", content: text },
    { role: "assistant", content: text },
    { role: "user", content: "Go on." },
    callOf(text),
    { role: "tool", tool_call_id: "c1", content: text },
    ...END,
  ];
  await manager.preflight("s", items);
  for (const targetTokens of [600, 100_000]) {
    try {
      await manager.manualCompact("s", items, { targetTokens });
    } catch (error) {
      // Rules of the user may be more than a target holds.
      if (!(error instanceof CompactError)) throw error;
    }
  }
  const recall = await manager.recall("s");
  await recall.search("a1 the x");
  await manager.checkpoint("s");
}

describe("twice the input", () => {
  it.each(Object.keys(PIECES))("is at most 2.5 times the work for evidence of %s", (kind) =>
    expectLinear(
      PIECES[kind] ?? [],
      (text) => makeEvidence({ text }, { maxTokens: 200, count }),
      scaled(8, 2),
    ),
  );

  it.each(Object.keys(PIECES))("is at most 2.5 times the work for redaction of %s", (kind) =>
    expectLinear(
      PIECES[kind] ?? [],
      (text) => createRedactor({ patterns: ["[A-Z]{2,}-\\d+", "\\w+:", "a|b"] }).text(text),
      scaled(4, 1),
    ),
  );

  // A session reads its texts in every way that the others do one by one, and takes ten times as long.
  it.each(sampled(Object.keys(PIECES), 6))("is at most 2.5 times the work for a session with %s", (kind) =>
    expectLinear(PIECES[kind] ?? [], compact, scaled(3, 1)),
  );

  it.each(Object.keys(PIECES))("is at most 2.5 times the work for reading a file with %s", (kind) =>
    expectLinear(
      PIECES[kind] ?? [],
      (text) => readConversation(JSON.stringify([{ role: "user", content: text }, ...END])),
      scaled(2, 1),
    ),
  );
});
