import type { RemainderItem, Summarizer, SummaryRequest } from "plimsoll";
import { isDrawn } from "./is-drawn.js";

/** How often, in percent, a line of each origin makes it into the summary. */
const KEPT = { request: 100, user: 85, said: 15, result: 30, previous: 94 } as const;
/** Of a long output it remembers little. */
const LINES_OF_A_RESULT = 2;
const USER = "- The user: ";
const FOUND = "- It was found that ";
const MAX_LINE = 200;
const HAS_FACT = /\d|[a-z][A-Z]|_/;
const REWORDINGS: readonly (readonly [RegExp, string])[] = [
  [/\bplease\b,? ?/gi, ""],
  [/\bdo not\b/gi, "avoid to"],
  [/\bmust\b/gi, "should"],
  [/\bcosts\b/gi, "is priced at"],
  [/\bFind out why\b/g, "Investigate the cause"],
  [/\bLeave everything under (\S+) alone\b/g, "Files below $1 are not to be touched"],
  [/\bTake\b/g, "Remove"],
  [/\byou have the\b/gi, "there is an"],
];

/**
 * Writes as a mediocre model does: in its own words, with a part of the facts, forgetting some of what it wrote before.
 * Which ones depends on the text alone.
 */
export function paraphrasingSummarizer(): Summarizer {
  return {
    name: "paraphrasing",
    async summarize(request: SummaryRequest) {
      const before = (request.previous ?? "")
        .split("\n")
        .filter((line) => line !== "" && isKept(line, KEPT.previous, request));
      const lines = [...before, ...request.remainder.flatMap((item) => linesOf(item, request))];
      return { text: fitting(lines, request) || "The work goes on.", model: "paraphrasing" };
    },
  };
}

/** Without what does not fit: findings first, then what was said, what the user wanted last; always the oldest of them. */
function fitting(lines: readonly string[], { count, maxTokens }: SummaryRequest): string {
  const sizes = lines.map((line) => count(line) + 1);
  let over = sizes.reduce((sum, size) => sum + size, 0) - maxTokens;
  const dropped = new Set<number>();
  for (const isNext of [isFinding, (line: string) => !line.startsWith(USER), () => true]) {
    for (const [index, line] of lines.entries()) {
      if (over <= 0) break;
      if (dropped.has(index) || !isNext(line)) continue;
      dropped.add(index);
      over -= sizes[index] ?? 0;
    }
  }
  return lines.filter((_, index) => !dropped.has(index)).join("\n");
}

const isFinding = (line: string): boolean => line.startsWith(FOUND);

function linesOf({ view }: RemainderItem, request: SummaryRequest): string[] {
  const sentences = view.text.split(/\n|(?<=[.!?])\s+/).filter((sentence) => sentence.trim() !== "");
  if (view.role === "user") {
    return sentences
      .filter((sentence, index) => isKept(sentence, index === 0 ? KEPT.request : KEPT.user, request))
      .map((sentence) => `${USER}${reworded(sentence)}`);
  }
  const facts = view.results.flatMap(({ text }) => text.split("\n")).filter((line) => HAS_FACT.test(line));
  const found = facts.filter((line) => isKept(line, KEPT.result, request)).slice(0, LINES_OF_A_RESULT);
  return [
    ...sentences
      .filter((sentence) => isKept(sentence, KEPT.said, request))
      .map((sentence) => `- ${reworded(sentence)}`),
    ...found.map((line) => `${FOUND}${line.trim().slice(0, MAX_LINE)}`),
  ];
}

function reworded(sentence: string): string {
  return REWORDINGS.reduce((text, [from, to]) => text.replace(from, to), sentence).slice(0, MAX_LINE);
}

/** Another round forgets other lines. */
const isKept = (line: string, percent: number, { remainder }: SummaryRequest): boolean =>
  isDrawn(line, percent, remainder.length);
