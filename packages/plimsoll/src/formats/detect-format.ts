import { isRecord } from "../text/is-record.js";
import { CompactError } from "../errors/compact-error.js";
import { agents, isDistinctAgentsItem } from "./agents/agents.js";
import { aiSdk, isDistinctAiSdkMessage } from "./ai-sdk/ai-sdk.js";
import { anthropic } from "./anthropic/anthropic.js";
import { chat } from "./chat/chat.js";
import type { Format } from "./format.js";
import { gemini } from "./gemini/gemini.js";
import { langchain } from "./langchain/langchain.js";
import { plain } from "./plain/plain.js";
import { isTypedResponsesItem, responses } from "./responses/responses.js";

/** The formats of conversations in memory, by name. */
export const FORMATS: Readonly<
  Record<"responses" | "chat" | "anthropic" | "gemini" | "plain" | "ai-sdk" | "langchain" | "agents", Format>
> = Object.freeze({ responses, chat, anthropic, gemini, plain, "ai-sdk": aiSdk, langchain, agents });

export type FormatName = keyof typeof FORMATS;

/** Items looked at from each end of a long list. */
const SAMPLE = 200;

const KNOWN_NAMES = Object.keys(FORMATS).join(", ");

export function formatByName(name: string): Format {
  if (Object.hasOwn(FORMATS, name)) return FORMATS[name as FormatName];
  throw new CompactError("UNKNOWN_FORMAT", `There is no format "${name}"; use one of: ${KNOWN_NAMES}.`, {
    details: { name, known: Object.keys(FORMATS) },
  });
}

interface Candidate {
  readonly format: Format;
  accepts(item: unknown): boolean;
}

/**
 * Tried in this order; the first that accepts every item wins. A plain message in a list of Chat
 * Completions messages is one of them with metadata of its own.
 */
const CANDIDATES: readonly Candidate[] = [
  { format: langchain, accepts: (item) => langchain.matches(item) },
  { format: gemini, accepts: (item) => gemini.matches(item) },
  { format: chat, accepts: (item) => chat.matches(item) },
  { format: plain, accepts: (item) => plain.matches(item) },
  { format: anthropic, accepts: (item) => anthropic.matches(item) },
  { format: chat, accepts: (item) => chat.matches(item) || plain.matches(item) },
  { format: anthropic, accepts: (item) => anthropic.matches(item) || plain.matches(item) },
];

/**
 * The format of a list, by asking every item (of a long list the first and last 200). A `hint` names the
 * format that wins where several fit. An empty list is `responses`.
 */
export function detectFormat(items: readonly unknown[], hint?: string): Format {
  const preferred = hint === undefined ? undefined : formatByName(hint);
  if (items.length === 0) return preferred ?? responses;
  const indexes = sampledIndexes(items.length);
  const sample = indexes.map((index) => items[index]);
  if (sample.every(isRecord)) {
    if (sample.some(isDistinctAgentsItem)) return agents;
    if (preferred === agents && sample.every((item) => agents.matches(item))) return agents;
    if (sample.some(isTypedResponsesItem)) return responses;
    if (preferred !== undefined && sample.every((item) => preferred.matches(item))) return preferred;
    if (sample.some(isDistinctAiSdkMessage) && sample.every((item) => aiSdk.matches(item))) return aiSdk;
    const found = CANDIDATES.find((candidate) => sample.every(candidate.accepts));
    if (found !== undefined) return found.format;
  }
  throw unknownFormat(items, indexes);
}

function sampledIndexes(length: number): readonly number[] {
  const all = Array.from({ length: Math.min(length, 2 * SAMPLE) }, (_, index) => index);
  return length <= 2 * SAMPLE
    ? all
    : all.map((index) => (index < SAMPLE ? index : length - 2 * SAMPLE + index));
}

/** Names the first item that the format which knows most of the list does not know. */
function unknownFormat(items: readonly unknown[], indexes: readonly number[]): CompactError {
  let index = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (const { accepts } of CANDIDATES) {
    const refused = indexes.filter((candidate) => !accepts(items[candidate]));
    if (refused.length >= fewest) continue;
    fewest = refused.length;
    index = refused[0] ?? 0;
  }
  const item = items[index];
  const keys = isRecord(item) ? Object.keys(item).slice(0, 20) : [];
  const what = isRecord(item) ? `has the keys ${keys.join(", ") || "(none)"}` : "is no object";
  return new CompactError(
    "UNKNOWN_FORMAT",
    `No known format describes these items: item ${index} ${what}. Name the format: ${KNOWN_NAMES}.`,
    { details: { index, keys, known: Object.keys(FORMATS) } },
  );
}
