import { answerText, type ScriptedAnswer, type ScriptedPart } from "../scripted-answer.js";
import { textPieces } from "../text-pieces.js";
import { stringOf, type WireRecord } from "../../wire-record.js";

/** What an answer of Gemini is written with. */
export interface CandidateWriting {
  readonly answer: ScriptedAnswer;
  readonly model: string;
  readonly inputTokens: number;
  /** Counts the answers of the server. */
  readonly number: number;
  countText(text: string): number;
  /** Absent: the model does not sign. */
  readonly sign?: (content: string) => string;
  /** The steps of a search are told, and must come back. */
  readonly showsSearches?: boolean;
}

/** What the signature of a call covers: also the searches that led to it. */
export function signedCall({ name, args }: WireRecord, searches: readonly string[] = []): string {
  return [stringOf(name), JSON.stringify(args ?? {}), ...searches].join(" ");
}

/** Writes an answer as one response and as the frames of a stream: CRLF, whole calls, usage in every chunk. */
export function writeCandidate(writing: CandidateWriting): { json: WireRecord; frames: string[] } {
  const { answer, model, number } = writing;
  const groups = answer.parts.map((part, index) => writeParts(part, index, writing));
  const parts = groups.flatMap(({ parts: written }) => written);
  const grounding = groups.flatMap(({ grounding: found }) => (found ? [found] : []));
  const finish = {
    finishReason: answer.finish ?? "STOP",
    ...(grounding[0] ? { groundingMetadata: grounding[0] } : {}),
  };
  const rest = {
    usageMetadata: usageOf(writing),
    modelVersion: model,
    responseId: `resp${number}`,
  };
  const chunk = (content: readonly WireRecord[], end: WireRecord = {}): WireRecord => ({
    candidates: [{ content: { role: "model", parts: content }, index: 0, ...end }],
    ...rest,
  });
  const last = signedEnd(writing);
  return {
    json: chunk([...parts, ...last], finish),
    frames: [
      ...parts.flatMap(pieces).map((part) => frame(chunk([part]))),
      frame(chunk(last.length === 0 ? [{ text: "" }] : last, finish)),
    ],
  };
}

const frame = (value: WireRecord): string => `data: ${JSON.stringify(value)}\r\n\r\n`;

/** Texts come in pieces, calls whole. */
function pieces(part: WireRecord): WireRecord[] {
  const text = part["text"];
  if (typeof text !== "string" || text === "") return [part];
  return textPieces(text).map((piece) => ({ ...part, text: piece }));
}

/** A model that thought signs its last words on an empty part. */
function signedEnd({ answer, sign }: CandidateWriting): WireRecord[] {
  const thought = answer.parts.some((part) => typeof part !== "string" && part.type === "thinking");
  const called = answer.parts.some((part) => typeof part !== "string" && part.type === "call");
  return thought && !called && sign ? [{ text: "", thoughtSignature: sign("text") }] : [];
}

function usageOf({ answer, inputTokens, countText }: CandidateWriting): WireRecord {
  const thoughts = answer.parts.flatMap((part) =>
    typeof part !== "string" && part.type === "thinking" ? [part.text] : [],
  );
  const thoughtsTokenCount = countText(thoughts.join("\n"));
  const candidatesTokenCount = Math.max(1, countText(answerText(answer.parts)) - thoughtsTokenCount);
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount,
    ...(thoughtsTokenCount > 0 ? { thoughtsTokenCount } : {}),
    totalTokenCount: inputTokens + candidatesTokenCount + thoughtsTokenCount,
    ...answer.usage,
  };
}

interface WrittenParts {
  readonly parts: readonly WireRecord[];
  readonly grounding?: WireRecord;
}

function writeParts(part: ScriptedPart, index: number, writing: CandidateWriting): WrittenParts {
  if (typeof part === "string") return { parts: [{ text: part }] };
  switch (part.type) {
    case "thinking":
      return { parts: part.text === "" ? [] : [{ text: part.text, thought: true }] };
    case "redacted_thinking":
      return { parts: [] };
    case "call":
      return { parts: [callPart(part, index, writing)] };
    case "search":
      return {
        parts: writing.showsSearches ? searchSteps(part, index, writing) : [{ text: `About ${part.query}.` }],
        grounding: {
          webSearchQueries: [part.query],
          groundingChunks: part.sources.map(({ url, title }) => ({ web: { uri: url, title } })),
        },
      };
  }
}

const searchId = (number: number, index: number): string => `search_${number}_${index}`;

/** What was asked, and what came of it. */
function searchSteps(
  { query }: Extract<ScriptedPart, { readonly type: "search" }>,
  index: number,
  { number, sign }: CandidateWriting,
): WireRecord[] {
  const common = { toolType: "GOOGLE_SEARCH_WEB", id: searchId(number, index) };
  const call = { ...common, args: { queries: [query] } };
  const response = { ...common, response: { search_suggestions: `<div>${query}</div>` } };
  const signed = (step: WireRecord): WireRecord =>
    sign ? { thoughtSignature: sign(JSON.stringify(step)) } : {};
  return [
    { toolCall: call, ...signed(call) },
    { toolResponse: response, ...signed(response) },
  ];
}

/** Only the first call of a step is signed. */
function callPart(
  part: Extract<ScriptedPart, { readonly type: "call" }>,
  index: number,
  { answer, number, sign, showsSearches }: CandidateWriting,
): WireRecord {
  const isFirst =
    answer.parts.findIndex((other) => typeof other !== "string" && other.type === "call") === index;
  const searches = answer.parts.flatMap((other, place) =>
    showsSearches && typeof other !== "string" && other.type === "search" ? [searchId(number, place)] : [],
  );
  const call = {
    id: part.id ?? `fc_${number}_${index}`,
    name: part.name,
    args: part.arguments ?? {},
  };
  return {
    functionCall: call,
    ...(isFirst && sign ? { thoughtSignature: sign(signedCall(call, searches)) } : {}),
  };
}
