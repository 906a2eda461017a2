import type { ToolCallView } from "../conversation/item-view.js";
import { type CallHints, readCallHints } from "./call-hints.js";
import { looksBinary } from "./kinds/looks-binary.js";
import { looksLikeCode } from "./kinds/looks-like-code.js";
import { looksLikeDiff } from "./kinds/looks-like-diff.js";
import { looksLikeJson } from "./kinds/looks-like-json.js";
import { looksLikePage } from "./kinds/looks-like-page.js";
import { looksLikeSearch } from "./kinds/looks-like-search.js";
import { looksLikeTestRun } from "./kinds/looks-like-test-run.js";
import { outputBodyStart } from "./output-body.js";
import { tableDelimiter } from "./table-delimiter.js";
import { sampleText, type TextSample } from "./text-sample.js";
import type { OutputKind, ToolOutput } from "./tool-output.js";

/**
 * What an output is, told from bounded samples of its content; the call only tips the scales. Never "small": whether
 * an output is small is a matter of the caller's limit.
 */
export function classifyOutput(output: ToolOutput): OutputKind {
  const { text, call } = output;
  const known = call && kinds.get(call);
  if (known?.text === text) return known.kind;
  const kind = kindOf(output);
  if (call) kinds.set(call, { text, kind });
  return kind;
}

/** What the newest output of a call was found to be: it is asked for when it is archived, and for its evidence. */
const kinds = new WeakMap<ToolCallView, { readonly text: string; readonly kind: OutputKind }>();

function kindOf(output: ToolOutput): OutputKind {
  const { text } = output;
  const start = outputBodyStart(text);
  const sample = sampleText(text, start);
  const hints = readCallHints(output.call);
  return kindBySyntax(text, start, sample) ?? kindByLines(sample, hints);
}

function kindBySyntax(text: string, start: number, sample: TextSample): OutputKind | undefined {
  if (looksBinary(sample)) return "binary";
  if (looksLikeJson(text, start)) return "json";
  if (looksLikePage(sample)) return "web-page";
  return looksLikeDiff(sample) ? "diff" : undefined;
}

function kindByLines(sample: TextSample, hints: CallHints): OutputKind {
  if (looksLikeSearch(sample, hints)) return "search";
  if (looksLikeTestRun(sample)) return "test-run";
  if (tableDelimiter(sample.head) !== undefined) return "table";
  if (looksLikeCode(sample, hints)) return "code";
  return sample.lines.length <= 3 && sample.longestLine > 1_000 ? "opaque" : "command";
}
