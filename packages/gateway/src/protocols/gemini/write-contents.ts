import type { JsonRecord } from "../../json/json-record.js";
import type { ReasoningPayload } from "../../translation/reasoning-payload.js";
import type { AssistantTurn, CallResult, Turn } from "../../translation/turn.js";
import { applicationNote } from "../application-note.js";
import { CONVERSATION_EDGES } from "../conversation-edges.js";
import { parseObject } from "../../json/parse-object.js";
import { contentParts, inlineParts, textParts } from "./content-parts.js";
import type { GeminiQuirks } from "./gemini-quirks.js";
import { searchParts } from "./search-parts.js";
import { FOREIGN_CALL, thoughtSignatures } from "./thought-signature.js";

/** A content: consecutive turns of one speaker are one, but the results of functions stand alone. */
interface GeminiContent {
  readonly role: "user" | "model";
  readonly parts: JsonRecord[];
}

/** A conversation as the API takes it. */
export interface WrittenContents {
  readonly system: JsonRecord[];
  /** A user begins and ends; the results of a step follow it at once. */
  readonly contents: GeminiContent[];
}

interface WriteOptions {
  readonly quirks: GeminiQuirks;
  /** The steps of the vendor's own searches are sent back: only where functions and searches are offered together. */
  readonly showsSearches: boolean;
  /** Says whose signatures may be sent back. */
  accepts(payload: ReasoningPayload): boolean;
}

/** Writes turns as contents. */
export function writeContents(turns: readonly Turn[], options: WriteOptions): WrittenContents {
  const start = turns.findIndex((turn) => turn.role !== "system");
  const leading = start < 0 ? turns : turns.slice(0, start);
  const contents: GeminiContent[] = [];
  for (const turn of turns.slice(leading.length)) addTurn(contents, turn, options);
  if (contents[0]?.role !== "user") {
    const text = contents.length === 0 ? CONVERSATION_EDGES.end : CONVERSATION_EDGES.beginning;
    contents.unshift({ role: "user", parts: textParts(text) });
  }
  if (contents.at(-1)?.role !== "user") append(contents, "user", textParts(CONVERSATION_EDGES.end));
  return {
    system: leading.flatMap((turn) => (turn.role === "system" ? textParts(turn.text) : [])),
    contents,
  };
}

function addTurn(contents: GeminiContent[], turn: Turn, options: WriteOptions): void {
  switch (turn.role) {
    case "system":
      append(contents, "user", turn.text === "" ? [] : textParts(applicationNote(turn.text)));
      break;
    case "user":
      append(contents, "user", contentParts(turn.parts));
      break;
    case "assistant":
      append(contents, "model", modelParts(turn, options));
      break;
    case "results":
      contents.push({
        role: "user",
        parts: turn.results.map((result) => functionResponse(result, options.quirks)),
      });
      append(contents, "user", options.quirks.imagesInResults ? [] : turn.results.flatMap(attachments));
  }
}

function append(contents: GeminiContent[], role: GeminiContent["role"], parts: readonly JsonRecord[]): void {
  if (parts.length === 0) return;
  const last = contents.at(-1);
  if (last?.role === role && !isAnswer(last)) for (const part of parts) last.parts.push(part);
  else contents.push({ role, parts: [...parts] });
}

const isAnswer = ({ parts }: GeminiContent): boolean => parts[0]?.["functionResponse"] !== undefined;

function modelParts(turn: AssistantTurn, { quirks, accepts, showsSearches }: WriteOptions): JsonRecord[] {
  const searches = showsSearches ? searchParts(turn.reasoning, accepts) : [];
  const signatures = quirks.signatures === "none" ? [] : thoughtSignatures(turn.reasoning, accepts);
  const ofText = signatures.findLast(({ call }) => call === undefined)?.signature;
  const text = textParts(turn.text).map((part) => signed(part, ofText));
  const calls = turn.calls.map(({ id, name, arguments: given }, index) => {
    const own = signatures.find(({ call }) => call === index)?.signature;
    const isForeign = own === undefined && index === 0 && quirks.signatures === "required";
    const args = parseObject(given) ?? { _raw: given };
    return signed({ functionCall: { id, name, args } }, isForeign ? FOREIGN_CALL : own);
  });
  return [...searches, ...text, ...calls];
}

function signed(part: JsonRecord, signature: string | undefined): JsonRecord {
  return signature === undefined ? part : { ...part, thoughtSignature: signature };
}

/** The response must be an object. What is no text stands beside it, or behind all responses on older models. */
function functionResponse({ id, name, parts }: CallResult, quirks: GeminiQuirks): JsonRecord {
  const texts = contentParts(parts).flatMap((part) =>
    typeof part["text"] === "string" ? [part["text"]] : [],
  );
  const inline = quirks.imagesInResults ? inlineParts(parts) : [];
  return {
    functionResponse: {
      id,
      name,
      response: { output: texts.join("\n") },
      ...(inline.length === 0 ? {} : { parts: inline }),
    },
  };
}

function attachments({ name, parts }: CallResult): JsonRecord[] {
  const inline = inlineParts(parts);
  return inline.length === 0 ? [] : [{ text: `[given by ${name}:]` }, ...inline];
}
