import type { ItemView } from "../conversation/item-view.js";
import { sliceWhole } from "../tool-outputs/excerpt.js";
import type { EvaluationMethod, MethodRequest } from "./evaluation-method.js";
import { isFixed } from "./is-fixed.js";
import { readableText } from "./readable-text.js";

/** The characters that a clipped output keeps at each end. */
const CLIP_CHARACTERS = 400;

const ATTEMPTS = 6;

type Count = (text: string) => number;
type Choose = (lines: readonly string[], maxTokens: number, count: Count) => string[];

/**
 * What a client could do with a few lines of code: keep the end, both ends, or the end with all outputs clipped.
 */
export const BASELINE_METHODS: readonly EvaluationMethod[] = [
  baseline("keep-last", readableText, lastLines),
  baseline("first-last", readableText, outerLines),
  baseline("clip-outputs", (view) => readableText(withClippedResults(view)), lastLines),
];

/** All system items, and one message with the chosen lines of the rest. */
function baseline(name: string, textOf: (view: ItemView) => string, choose: Choose): EvaluationMethod {
  return {
    name,
    async compact({ format, items, targetTokens, meter }: MethodRequest) {
      const fixed = items.filter((item) => isFixed(meter.view(item)));
      const others = items.map((item) => meter.view(item)).filter((view) => !isFixed(view));
      const lines = others.flatMap((view) => `[${view.role}] ${textOf(view)}`.split("\n"));
      const size = (list: readonly object[]): number =>
        list.reduce((sum, item) => sum + meter.tokens(item), 0);
      const message = (text: string): object => format.message("user", text);
      let best: readonly object[] = fixed;
      let free = targetTokens - size([...fixed, message("")]);
      // Lines together have fewer tokens than each by itself: what that leaves is used too.
      for (let attempt = 0; attempt < ATTEMPTS && free > 0; attempt++) {
        const window = [...fixed, message(choose(lines, free, (text) => meter.text(text)).join("\n"))];
        const left = targetTokens - size(window);
        if (left >= 0) best = window;
        if (left >= 0 && left <= 1) break;
        free += left;
      }
      return best;
    },
  };
}

function lastLines(lines: readonly string[], maxTokens: number, count: Count): string[] {
  return firstLines(lines.toReversed(), maxTokens, { count, end: true }).reverse();
}

function outerLines(lines: readonly string[], maxTokens: number, count: Count): string[] {
  const first = firstLines(lines, Math.floor(maxTokens / 2), { count, end: false });
  const used = first.reduce((sum, line) => sum + count(line) + 1, 0);
  return [...first, ...lastLines(lines.slice(first.length), maxTokens - used, count)];
}

/** As many lines as fit; of the one that does not fit any more, its beginning or its end. */
function firstLines(
  lines: readonly string[],
  maxTokens: number,
  { count, end }: { readonly count: Count; readonly end: boolean },
): string[] {
  const taken: string[] = [];
  let left = maxTokens;
  for (const line of lines) {
    const cost = count(line) + 1;
    if (cost > left) {
      const characters = Math.floor((line.length * Math.max(0, left - 1)) / cost);
      const part = end
        ? sliceWhole(line, line.length - characters, line.length)
        : sliceWhole(line, 0, characters);
      return part === "" ? taken : [...taken, part];
    }
    taken.push(line);
    left -= cost;
  }
  return taken;
}

function withClippedResults(view: ItemView): ItemView {
  return { ...view, results: view.results.map((result) => ({ ...result, text: clip(result.text) })) };
}

function clip(text: string): string {
  if (text.length <= 2 * CLIP_CHARACTERS) return text;
  return `${sliceWhole(text, 0, CLIP_CHARACTERS)}\n…\n${sliceWhole(text, text.length - CLIP_CHARACTERS, text.length)}`;
}
