import { isRecord } from "../../text/is-record.js";
import type { RealtimeItem } from "../../formats/realtime/realtime.js";
import { stringOf, type WireRecord } from "../../formats/reading/wire-record.js";
import { type RealtimeSummary, summaryNote } from "./realtime-summary.js";

/** Fields about an item's current state rather than its content. */
const PASSING: ReadonlySet<string> = new Set(["object", "status"]);
const SPEECH: ReadonlySet<unknown> = new Set(["input_audio", "output_audio", "audio"]);

/** Replaces speech that has no transcript. */
export const UNTRANSCRIBED = "[speech without a transcript]";

/** A server's item as a value that stays the same while its content does: without status and sound. */
export function readRealtimeItem(record: WireRecord & { readonly id: string }): RealtimeItem {
  const kept = Object.entries(record).filter(([key]) => !PASSING.has(key));
  const item: WireRecord = Object.fromEntries(kept);
  const content = item["content"];
  return Array.isArray(content) ? { ...item, content: content.map(withoutSound) } : item;
}

function withoutSound(part: unknown): unknown {
  if (!isRecord(part) || !SPEECH.has(part["type"])) return part;
  const { transcript } = part;
  return { type: part["type"], transcript: typeof transcript === "string" ? transcript : null };
}

const isSpeech = (part: unknown): part is WireRecord => isRecord(part) && SPEECH.has(part["type"]);

const lacksTranscript = (part: unknown): boolean => isSpeech(part) && typeof part["transcript"] !== "string";

/** True if the item holds speech whose transcript has not come. */
export function missesTranscript(item: RealtimeItem): boolean {
  return item.type === "message" && (item.content ?? []).some(lacksTranscript);
}

/** The item with a transcript: of the part at an index, or of every part that has none. */
export function withTranscript(item: RealtimeItem, transcript: string, index?: number): RealtimeItem {
  const content = (item.content ?? []).map((part, position) => {
    const open = isSpeech(part) && (lacksTranscript(part) || part["transcript"] === UNTRANSCRIBED);
    const meant = index === undefined ? open : position === index;
    return meant && isSpeech(part) ? { type: part["type"], transcript } : part;
  });
  return { ...item, content };
}

/** The newer reading of an item, with the transcripts and the price of its speech that only the older one has. */
export function mergeItem(older: RealtimeItem, newer: RealtimeItem): RealtimeItem {
  const content = newer.content?.map((part, index) => {
    const before = older.content?.[index];
    return lacksTranscript(part) && isSpeech(before) ? before : part;
  });
  const audio = newer.audio_tokens ?? older.audio_tokens;
  return {
    ...newer,
    ...(content === undefined ? {} : { content: content.length === 0 ? (older.content ?? []) : content }),
    ...(audio === undefined ? {} : { audio_tokens: audio }),
  };
}

/**
 * The item for a server that does not have it: speech as its transcript, because a client cannot insert speech of
 * the assistant.
 */
export function toWireItem(item: RealtimeItem, id: string): RealtimeItem & { readonly id: string } {
  const { audio_tokens: _price, ...wire } = item;
  const spoken = wire.role === "assistant" ? "output_text" : "input_text";
  const content = wire.content?.map((part) =>
    isSpeech(part) ? { type: spoken, text: stringOf(part["transcript"]) || UNTRANSCRIBED } : part,
  );
  return { ...wire, id, ...(content === undefined ? {} : { content }) };
}

/** A summary as a server item, with a line that explains what it is. */
export function summaryWireItem(
  message: RealtimeItem,
  summary: Pick<RealtimeSummary, "id" | "turns" | "madeAt" | "folds">,
): RealtimeItem & { readonly id: string } {
  const note = { type: "input_text", text: summaryNote(summary) };
  return { ...message, id: summary.id, content: [...(message.content ?? []), note] };
}
