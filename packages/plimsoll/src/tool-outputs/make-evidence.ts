import { byteLength, fitsBytes } from "../text/fits-bytes.js";
import { countLines } from "../text/count-lines.js";
import type { TextCounter } from "../tokens/token-seams.js";
import { artifactNotes } from "./artifact-note.js";
import { approximateTokens } from "./approximate-tokens.js";
import { readCallHints } from "./call-hints.js";
import { classifyOutput } from "./classify-output.js";
import { evidenceHeader, type HeaderFacts, producerFacts } from "./evidence-header.js";
import { cutToTokens } from "./evidence/cut-text.js";
import type { EvidenceSource } from "./evidence/evidence-source.js";
import { packPieces } from "./evidence/pack-pieces.js";
import { PieceCounter } from "./evidence/piece-counter.js";
import { ESSENTIAL_VALUE, type EvidenceView, type Piece } from "./evidence/piece.js";
import { fitsTokens } from "./fits-tokens.js";
import { EVIDENCE_KINDS } from "./kinds/evidence-kinds.js";
import { narrowText } from "./narrow-text.js";
import { outputBodyStart } from "./output-body-start.js";
import { originPiece } from "./origin-piece.js";
import { readableText } from "./readable-text.js";
import type { OutputKind, ToolOutput } from "./tool-output.js";
import { siblingPieces } from "./sibling-pieces.js";
import { withoutEncodedRuns } from "./without-encoded-runs.js";
import { type WrappedOutput, wrappedOutput } from "./wrapped-output.js";

export interface MakeEvidenceOptions extends TextCounter {
  /** The most tokens of the evidence by `count`; at least 16. */
  readonly maxTokens: number;
  /** How the whole output can be read; the header names it. */
  readonly reference?: string;
  /** The most bytes of the evidence; 0 is no limit. @default 0 */
  readonly maxBytes?: number;
  /** `artifact`: a note around the extract names the artifact, the call, the size, paths and addresses. @default "header" */
  readonly note?: "header" | "artifact";
}

/** The bounded extract that replaces a large tool output. */
export interface Evidence {
  readonly kind: OutputKind;
  readonly text: string;
  /** Tokens of the text by `count`. */
  readonly tokens: number;
  readonly originalCharacters: number;
  readonly originalLines: number;
  /** Lines (or rows, matches, blocks) of the original that the text shows; absent if all are. */
  readonly keptLines?: number;
  /** The call that was answered; absent if it is not known. */
  readonly callId?: string;
  /** The file or the address that the call named. */
  readonly path?: string;
  /** What the producer says of its output: exit code, its own count of tokens. */
  readonly producer?: readonly string[];
}

const ATTEMPTS = 4;
const LEAST_TOKENS = 16;
/** Bytes per token differ from text to text. */
const CAUTION = 0.95;
/** The share of the budget that a note leaves to the extract at least. */
const LEAST_SHARE = 0.4;
/** Tokens that may arise where texts are joined. */
const JOINTS = 4;
/** The producer's own count is better than an approximation. */
const STATED_TOKENS = /original token count (\d{1,12})/u;

/**
 * The evidence of an output: the same text if it fits, otherwise a header line and the most important pieces for
 * its kind. Never over `maxTokens`, never longer than the original, deterministic, linear in the text.
 */
export function makeEvidence(output: ToolOutput, options: MakeEvidenceOptions): Evidence {
  const { text } = output;
  const originalLines = countLines(text);
  const size = { originalCharacters: text.length, originalLines };
  if (fitsBytes(text, options.maxBytes ?? 0) && fitsTokens(text, options))
    return { kind: "small", text, tokens: options.count(text), ...size };
  const read = readableText(text);
  const wrapped = unwrapped({ ...output, text: read });
  const payload = narrowText(wrapped?.text ?? read);
  let kind = classifyOutput({ ...output, text: payload });
  const source: EvidenceSource = {
    text: kind === "binary" ? payload : withoutEncodedRuns(payload),
    lines: payload === text ? originalLines : countLines(payload),
    bodyStart: outputBodyStart(payload),
    hints: readCallHints(output.call),
    maxTokens: options.maxTokens,
    count: (part) => options.count(part),
  };
  let view = EVIDENCE_KINDS[kind].extract(source);
  if (view.pieces.length === 0) {
    kind = "opaque";
    view = EVIDENCE_KINDS.opaque.extract(source);
  }
  view = withPieces(
    withSiblings(view, wrapped, options.maxTokens),
    originPiece(output, view, options.maxTokens),
  );
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
  return {
    kind,
    ...size,
    ...bounded(options, (limits) =>
      options.note === "artifact"
        ? withNote(view, facts, { ...limits, original: text, callId: output.call?.callId ?? "" })
        : assemble(view, facts, { ...limits, original: text }),
    ),
    ...originOf(output),
    ...(facts.producer.length === 0 ? {} : { producer: facts.producer }),
  };
}

/** What is known of an output from its call. */
function originOf({ call }: ToolOutput): Pick<Evidence, "callId" | "path"> {
  if (call === undefined) return {};
  const { path } = readCallHints(call);
  return { ...(call.callId === "" ? {} : { callId: call.callId }), ...(path === "" ? {} : { path }) };
}

/** The text that the output wraps, unless it is of a kind that reads the whole. */
function unwrapped(output: ToolOutput): WrappedOutput | undefined {
  const wrapped = wrappedOutput(output.text);
  return wrapped === undefined || classifyOutput(output) === "web-search" ? undefined : wrapped;
}

function withSiblings(
  view: EvidenceView,
  wrapped: WrappedOutput | undefined,
  maxTokens: number,
): EvidenceView {
  if (wrapped === undefined || wrapped.siblings.length === 0) return view;
  return withPieces(view, siblingPieces(wrapped.siblings, maxTokens));
}

function withPieces(view: EvidenceView, pieces: readonly Piece[]): EvidenceView {
  // Pieces without a separator of their own would run into the text.
  const apart =
    view.separator === "" ? pieces.map((piece) => ({ ...piece, text: `\n${piece.text}\n` })) : pieces;
  return { ...view, pieces: [...apart, ...view.pieces] };
}

type Assembled = Pick<Evidence, "text" | "tokens"> & { readonly keptLines: number };

/** What fits the bytes as well, for which fewer tokens are allowed until it does. */
function bounded(options: MakeEvidenceOptions, make: (options: MakeEvidenceOptions) => Assembled): Assembled {
  const { maxBytes = 0 } = options;
  let { maxTokens } = options;
  let made = make(options);
  for (let attempt = 0; attempt < ATTEMPTS && !fitsBytes(made.text, maxBytes); attempt += 1) {
    const share = maxBytes / byteLength(made.text);
    maxTokens = Math.max(LEAST_TOKENS, Math.floor(Math.min(maxTokens, made.tokens) * share * CAUTION));
    made = make({ ...options, maxTokens });
  }
  return made;
}

/** Evidence with the note of the output around its extract; without it where the note would leave too little room. */
function withNote(
  view: EvidenceView,
  facts: HeaderFacts,
  options: MakeEvidenceOptions & { readonly original: string; readonly callId: string },
): Assembled {
  const { maxTokens, original, callId } = options;
  const count = (text: string): number => options.count(text);
  const tokens = Number(STATED_TOKENS.exec(facts.producer.join("; "))?.[1] ?? facts.tokens);
  const essential = view.pieces.filter(({ value }) => value >= ESSENTIAL_VALUE);
  essential.sort((one, other) => other.value - one.value);
  const essence = essential.map(({ text }) => text).join("\n");
  for (const { opening, closing } of artifactNotes(original, { ...facts, tokens, callId, essence })) {
    const room = maxTokens - count(opening) - count(closing) - JOINTS;
    if (room < maxTokens * LEAST_SHARE) continue;
    const made = assemble(view, facts, { ...options, maxTokens: room });
    const end = made.text.indexOf("\n") + 1;
    if (end === 0) continue;
    const text = `${made.text.slice(0, end)}${opening}${made.text.slice(end)}${closing}`;
    const counted = count(text);
    if (counted <= maxTokens && text.length <= original.length) return { ...made, text, tokens: counted };
  }
  return assemble(view, facts, options);
}

/** Header and body within the budget; the bare beginning of the text if even that would be longer. */
function assemble(
  view: EvidenceView,
  facts: HeaderFacts,
  options: MakeEvidenceOptions & { readonly original: string },
): Assembled {
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
