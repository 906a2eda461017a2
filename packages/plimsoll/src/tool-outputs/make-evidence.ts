import { countLines } from "../text/count-lines.js";
import type { TextCounter } from "../tokens/token-seams.js";
import { approximateTokens } from "./approximate-tokens.js";
import { readCallHints } from "./call-hints.js";
import { classifyOutput } from "./classify-output.js";
import { evidenceHeader, type HeaderFacts, producerFacts } from "./evidence-header.js";
import { binaryEvidence } from "./evidence/binary-evidence.js";
import { codeEvidence } from "./evidence/code-evidence.js";
import { cutToTokens } from "./evidence/cut-text.js";
import { diffEvidence } from "./evidence/diff-evidence.js";
import type { EvidenceSource } from "./evidence/evidence-source.js";
import { jsonEvidence } from "./evidence/json-evidence.js";
import { logEvidence } from "./evidence/log-evidence.js";
import { opaqueEvidence } from "./evidence/opaque-evidence.js";
import { packPieces } from "./evidence/pack-pieces.js";
import { PieceCounter } from "./evidence/piece-counter.js";
import { pageEvidence } from "./evidence/page-evidence.js";
import type { EvidenceView } from "./evidence/piece.js";
import { searchEvidence } from "./evidence/search-evidence.js";
import { tableEvidence } from "./evidence/table-evidence.js";
import { fitsTokens } from "./fits-tokens.js";
import { outputBodyStart } from "./output-body.js";
import type { OutputKind, ToolOutput } from "./tool-output.js";
import { wrappedText } from "./wrapped-text.js";

export interface MakeEvidenceOptions extends TextCounter {
  /** The most tokens of the evidence by `count`; at least 16. */
  readonly maxTokens: number;
  /** How the whole output can be read; the header names it. */
  readonly reference?: string;
}

/** The bounded extract that stands in for a large tool output. */
export interface Evidence {
  readonly kind: OutputKind;
  readonly text: string;
  /** Tokens of the text by `count`. */
  readonly tokens: number;
  readonly originalCharacters: number;
  readonly originalLines: number;
  /** Lines (or rows, matches, blocks) of the original that the text shows; absent where all are. */
  readonly keptLines?: number;
}

const VIEWS: Readonly<Record<Exclude<OutputKind, "small">, (source: EvidenceSource) => EvidenceView>> = {
  command: (source) => logEvidence(source, false),
  "test-run": (source) => logEvidence(source, true),
  search: searchEvidence,
  "web-page": pageEvidence,
  code: codeEvidence,
  diff: diffEvidence,
  json: jsonEvidence,
  table: tableEvidence,
  binary: binaryEvidence,
  opaque: opaqueEvidence,
};

const ATTEMPTS = 4;

/**
 * The evidence of an output: the very same text where it fits, otherwise a header line and the pieces that matter
 * most for its kind. Never over `maxTokens`, never longer than the original, deterministic, linear in the text.
 */
export function makeEvidence(output: ToolOutput, options: MakeEvidenceOptions): Evidence {
  const { text } = output;
  const originalLines = countLines(text);
  const size = { originalCharacters: text.length, originalLines };
  if (fitsTokens(text, options)) return { kind: "small", text, tokens: options.count(text), ...size };
  const payload = wrappedText(text) ?? text;
  const source: EvidenceSource = {
    text: payload,
    lines: payload === text ? originalLines : countLines(payload),
    bodyStart: outputBodyStart(payload),
    hints: readCallHints(output.call),
    maxTokens: options.maxTokens,
  };
  let kind = classifyOutput({ ...output, text: payload });
  let view = VIEWS[kind === "small" ? "opaque" : kind](source);
  if (view.pieces.length === 0) {
    kind = "opaque";
    view = opaqueEvidence(source);
  }
  const facts: HeaderFacts = {
    kind,
    characters: text.length,
    lines: originalLines,
    tokens: approximateTokens(text, options.count),
    keptLines: 0,
    facts: view.facts,
    producer: producerFacts(text),
    reference: options.reference ?? "",
  };
  return { kind, ...size, ...assemble(view, facts, { ...options, original: text }) };
}

/** Header and body within the budget; the bare beginning of the text where even that would be longer than it. */
function assemble(
  view: EvidenceView,
  facts: HeaderFacts,
  options: MakeEvidenceOptions & { readonly original: string },
): Pick<Evidence, "text" | "tokens"> & { readonly keptLines: number } {
  const { maxTokens, original } = options;
  const counter = new PieceCounter(options);
  const count = (text: string): number => counter.count(text);
  const limits = { maxTokens, count };
  const widest = evidenceHeader({ ...facts, keptLines: Math.max(0, facts.lines - 1) }, limits);
  let budget = maxTokens - counter.countEnded(widest, "\n");
  for (let attempt = 0; attempt < ATTEMPTS && budget > 0; attempt += 1) {
    const packed = packPieces(view, { maxTokens: budget, counter });
    const header = evidenceHeader({ ...facts, keptLines: packed.keptLines }, limits);
    const parts = packed.parts.every((part) => part === "") ? [header] : [`${header}\n`, ...packed.parts];
    const text = parts.join("");
    const tokens = counter.countJoined(parts);
    const over = tokens - maxTokens;
    if (over <= 0 && text.length <= original.length) return { text, tokens, keptLines: packed.keptLines };
    const shorten = over > 0 ? over : Math.ceil((tokens * (text.length - original.length)) / text.length) + 1;
    budget -= Math.max(1, shorten);
  }
  const text = cutToTokens(original, maxTokens, count);
  return { text, tokens: count(text), keptLines: 0 };
}
