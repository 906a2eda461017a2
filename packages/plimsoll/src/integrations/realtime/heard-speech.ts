import { isRecord } from "../../text/is-record.js";
import type { RealtimeItem } from "../../formats/realtime/realtime.js";
import { idOf, type ServerEvent } from "./server-event.js";

/** A token of the assistant's speech is this long. */
const MILLISECONDS_PER_TOKEN = 50;
const DEFAULT_BYTES_PER_MILLISECOND = 48;
const TELEPHONE_BYTES_PER_MILLISECOND = 8;

/** Stands where the user interrupted the assistant, behind the words that were heard. */
export const INTERRUPTED = "[interrupted: the rest was not heard]";
/** Replaces speech that was interrupted if its length is unknown, so that nobody can tell the words that were heard. */
const HEARD_IN_PART = "[interrupted: only the beginning was heard]";
const UNHEARD = "[interrupted before anything was heard]";

/** Where a part of an item was cut off. */
interface Interruption {
  readonly heardMs: number;
  /** The whole transcript, if it came, and the part that was heard. */
  full?: string;
  shown?: string;
}

/**
 * What the user heard of the assistant's speech. The server removes the transcript of an interrupted item and
 * keeps the sound that was heard; its words are the same share of the transcript, rounded down.
 */
export class HeardSpeech {
  /** Milliseconds of sound by item: from the sound itself, and from the reported tokens. */
  readonly #sound = new Map<string, number>();
  readonly #reported = new Map<string, number>();
  readonly #interruptions = new Map<string, Map<number, Interruption>>();
  #bytesPerMillisecond = DEFAULT_BYTES_PER_MILLISECOND;

  /** Follows the format of the sound, and its length. */
  hear(event: ServerEvent): void {
    switch (event.type) {
      case "session.created":
      case "session.updated":
        this.#hearFormat(event["session"]);
        break;
      case "response.output_audio.delta":
      case "response.audio.delta":
        this.#hearSound(event);
        break;
    }
  }

  /** The tokens that an item's speech is said to have. */
  hearTokens(id: string, tokens: number): void {
    this.#reported.set(id, tokens * MILLISECONDS_PER_TOKEN);
  }

  /** Records `conversation.item.truncated`; false if the event makes no sense. */
  interrupt(event: ServerEvent): boolean {
    const { audio_end_ms: heardMs, content_index: index = 0 } = event;
    const id = idOf(event["item_id"]);
    if (id === "" || typeof heardMs !== "number" || typeof index !== "number" || !(heardMs >= 0))
      return false;
    const parts = this.#interruptions.get(id) ?? new Map<number, Interruption>();
    const before = parts.get(index);
    parts.set(index, { ...before, heardMs: Math.min(heardMs, before?.heardMs ?? heardMs) });
    this.#interruptions.set(id, parts);
    return true;
  }

  /** The item without what was not heard; the same item if it was not interrupted. */
  heardOf(id: string, item: RealtimeItem): RealtimeItem {
    const parts = this.#interruptions.get(id);
    if (!parts) return item;
    const content = (item.content ?? []).map((part, index) => {
      const interruption = parts.get(index);
      return interruption && isRecord(part) && "transcript" in part
        ? { ...part, transcript: this.#shown(id, interruption, part["transcript"]) }
        : part;
    });
    const heardMs = [...parts.values()].reduce((sum, one) => sum + one.heardMs, 0);
    const tokens = Math.ceil(heardMs / MILLISECONDS_PER_TOKEN);
    const priced =
      item.audio_tokens === undefined ? {} : { audio_tokens: Math.min(item.audio_tokens, tokens) };
    return { ...item, content, ...priced };
  }

  forget(id: string): void {
    this.#sound.delete(id);
    this.#reported.delete(id);
    this.#interruptions.delete(id);
  }

  #shown(id: string, interruption: Interruption, transcript: unknown): string {
    if (typeof transcript === "string" && transcript !== "" && transcript !== interruption.shown)
      interruption.full = transcript;
    const spokenMs = this.#sound.get(id) ?? this.#reported.get(id);
    interruption.shown = heardWords(interruption, spokenMs);
    return interruption.shown;
  }

  #hearFormat(session: unknown): void {
    if (!isRecord(session)) return;
    const audio = isRecord(session["audio"]) ? session["audio"]["output"] : undefined;
    const format = isRecord(audio) ? audio["format"] : session["output_audio_format"];
    if (format !== undefined) this.#bytesPerMillisecond = bytesPerMillisecond(format);
  }

  #hearSound(event: ServerEvent): void {
    const { delta } = event;
    const id = idOf(event["item_id"]);
    if (id === "" || typeof delta !== "string") return;
    const bytes = (delta.length * 3) / 4 - (delta.endsWith("==") ? 2 : delta.endsWith("=") ? 1 : 0);
    this.#sound.set(id, (this.#sound.get(id) ?? 0) + bytes / this.#bytesPerMillisecond);
  }
}

function bytesPerMillisecond(format: unknown): number {
  const { type, rate }: { readonly type?: unknown; readonly rate?: unknown } = isRecord(format)
    ? format
    : { type: format };
  if (typeof type === "string" && /^(?:audio\/pcm[ua]$|g711_)/.test(type))
    return TELEPHONE_BYTES_PER_MILLISECOND;
  return typeof rate === "number" && rate > 0 ? (rate * 2) / 1000 : DEFAULT_BYTES_PER_MILLISECOND;
}

const WORDS = new Intl.Segmenter("und", { granularity: "word" });

/** The words that were said by then, if speech goes on evenly, and a mark. */
function heardWords({ heardMs, full = "" }: Interruption, spokenMs: number | undefined): string {
  if (heardMs === 0) return UNHEARD;
  if (spokenMs === undefined || full === "") return HEARD_IN_PART;
  if (heardMs >= spokenMs) return full;
  const most = Math.floor((full.length * heardMs) / spokenMs);
  let end = 0;
  for (const { index, segment } of WORDS.segment(full)) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  const heard = full.slice(0, end).trimEnd();
  return heard === "" ? HEARD_IN_PART : `${heard} ${INTERRUPTED}`;
}
