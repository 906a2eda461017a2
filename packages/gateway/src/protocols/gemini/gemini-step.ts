import type { AnswerEvent, AnswerUsage } from "../../answers/answer-event.js";
import { exactText } from "../../json/exact-text.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import type { Step, UpstreamEvent } from "../protocol.js";
import { finishEvent } from "./finish-event.js";
import { geminiFailure } from "./gemini-failure.js";
import { geminiUsage } from "./gemini-usage.js";
import { isSearchPart, queriesOf, searchPayload } from "./search-parts.js";
import { SIGNATURE_KIND } from "./thought-signature.js";

/** What is known of an answer between two events. */
export interface GeminiState {
  readonly calls: number;
  /** Whether anything was said or called. */
  readonly isEmpty: boolean;
  readonly usage?: AnswerUsage;
  /** Why the answer ended, or why the prompt was not answered. */
  readonly finish?: { readonly reason: string; readonly message: string };
  /** The signature of the text, which is told behind it. */
  readonly signature?: string;
  /** Queries and addresses that were told already: every chunk may repeat them. */
  readonly told: ReadonlySet<string>;
  readonly isOver: boolean;
}

export function startGemini(): GeminiState {
  return { calls: 0, isEmpty: true, told: new Set(), isOver: false };
}

const MOST_SOURCES = 200;

/** Takes one chunk of a stream: a whole response, of which the parts are the news. */
export function geminiStep(state: GeminiState, { data }: UpstreamEvent): Step<GeminiState> {
  const chunk = Array.isArray(data) ? (data[0] as unknown) : data;
  if (state.isOver || !isRecord(chunk)) return { state, events: [] };
  if (isRecord(chunk["error"])) {
    const { code, message } = geminiFailure(200, chunk);
    return { state: { ...state, isOver: true }, events: [{ type: "failed", code, message }] };
  }
  const [candidate = {}] = recordsIn(chunk["candidates"]);
  const parts = isRecord(candidate["content"]) ? recordsIn(candidate["content"]["parts"]) : [];
  const read = readParts(state, parts);
  const grounded = readGrounding(read.state, candidate["groundingMetadata"]);
  const usage = geminiUsage(chunk["usageMetadata"]) ?? state.usage;
  const finish = finishOf(chunk, candidate) ?? state.finish;
  return {
    state: { ...grounded.state, ...(usage ? { usage } : {}), ...(finish ? { finish } : {}) },
    events: [...read.events, ...grounded.events],
  };
}

/** The stream ended: a finish reason may come in several chunks, and usage with the last. */
export function geminiEnd(state: GeminiState): readonly AnswerEvent[] {
  if (state.isOver) return [];
  const usage: AnswerEvent[] = state.usage ? [{ type: "usage", usage: state.usage }] : [];
  return [...signatureEvents(state.signature, {}), ...usage, finishEvent(state.finish, state.isEmpty)];
}

function finishOf(chunk: JsonRecord, candidate: JsonRecord): GeminiState["finish"] {
  const feedback = chunk["promptFeedback"];
  const blocked = isRecord(feedback) ? stringOf(feedback["blockReason"]) : "";
  if (blocked !== "") return { reason: "PROMPT_BLOCKED", message: blocked };
  const reason = stringOf(candidate["finishReason"]);
  if (reason === "" || reason === "FINISH_REASON_UNSPECIFIED") return undefined;
  return { reason, message: stringOf(candidate["finishMessage"]) };
}

function readParts(before: GeminiState, parts: readonly JsonRecord[]): Step<GeminiState> {
  let state = before;
  const events: AnswerEvent[] = [];
  for (const part of parts) {
    const read = readPart(state, part);
    for (const event of read.events) events.push(event);
    state = read.state;
  }
  return { state, events };
}

function readPart(state: GeminiState, part: JsonRecord): Step<GeminiState> {
  if (isRecord(part["functionCall"])) return readCall(state, part["functionCall"], part);
  return isSearchPart(part) ? readSearch(state, part) : readText(state, part);
}

/** A step of a search goes back as it came. */
function readSearch(before: GeminiState, part: JsonRecord): Step<GeminiState> {
  const { state, events } = tellSearches(before, queriesOf(part));
  return { state, events: [searchPayload(part), ...events] };
}

/** Calls come whole. Their signature is told first: reasoning stands before what it led to. */
function readCall(before: GeminiState, call: JsonRecord, part: JsonRecord): Step<GeminiState> {
  const { signature, ...state } = before;
  const index = state.calls;
  const key = `call_${index}`;
  const args = isRecord(call["args"]) ? call["args"] : {};
  return {
    state: { ...state, calls: index + 1, isEmpty: false },
    events: [
      ...signatureEvents(signature, {}),
      ...signatureEvents(stringOf(part["thoughtSignature"]), { call: index }),
      { type: "call", key, id: stringOf(call["id"]), name: stringOf(call["name"]) },
      { type: "arguments", key, delta: exactText(args) },
      { type: "call_end", key },
    ],
  };
}

/** A signature may stand on any part of a text, or on an empty one behind it. */
function readText(state: GeminiState, part: JsonRecord): Step<GeminiState> {
  const delta = stringOf(part["text"]);
  const signature = stringOf(part["thoughtSignature"]);
  const isThought = part["thought"] === true;
  const type = isThought ? "reasoning" : "text";
  return {
    state: {
      ...state,
      ...(signature === "" ? {} : { signature }),
      isEmpty: state.isEmpty && (isThought || delta === ""),
    },
    events: delta === "" ? [] : [{ type, delta }],
  };
}

function signatureEvents(signature = "", place: { readonly call?: number }): AnswerEvent[] {
  if (signature === "") return [];
  return [{ type: "reasoning_payload", kind: SIGNATURE_KIND, data: { signature, ...place } }];
}

/** Tells of what was not told yet, up to a bound. */
function tellNew(
  state: GeminiState,
  entries: readonly (readonly [string, AnswerEvent])[],
): Step<GeminiState> {
  const told = new Set(state.told);
  const events = entries.flatMap(([key, event]) => {
    if (told.has(key) || told.size >= MOST_SOURCES) return [];
    told.add(key);
    return [event];
  });
  return { state: { ...state, told }, events };
}

function tellSearches(state: GeminiState, queries: readonly string[]): Step<GeminiState> {
  return tellNew(
    state,
    queries.map((query) => [`query ${query}`, { type: "web_search", query }]),
  );
}

/** What Google searched for, and what it found. */
function readGrounding(state: GeminiState, grounding: unknown): Step<GeminiState> {
  if (!isRecord(grounding)) return { state, events: [] };
  const queries: unknown[] = Array.isArray(grounding["webSearchQueries"])
    ? grounding["webSearchQueries"]
    : [];
  const searched = tellSearches(
    state,
    queries.filter((query) => typeof query === "string"),
  );
  const sources = recordsIn(grounding["groundingChunks"])
    .flatMap((chunk) => (isRecord(chunk["web"]) ? [chunk["web"]] : []))
    .map((web) => ({ url: stringOf(web["uri"]), title: stringOf(web["title"]) }))
    .filter(({ url }) => url !== "");
  const cited = tellNew(
    searched.state,
    sources.map(({ url, title }) => [`address ${url}`, { type: "citation", url, title }]),
  );
  // A citation belongs to the text before it, which a search would end.
  return { state: cited.state, events: [...cited.events, ...searched.events] };
}
