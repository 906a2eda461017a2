import { isRecord } from "../../text/is-record.js";
import { sameItem } from "../../conversation/same-item.js";
import { realtime, type RealtimeItem } from "../../formats/realtime/realtime.js";
import { HeardSpeech } from "./heard-speech.js";
import { idOf, itemOf, type ServerEvent } from "./server-event.js";
import {
  mergeItem,
  missesTranscript,
  readRealtimeItem,
  UNTRANSCRIBED,
  withTranscript,
} from "./read-realtime-item.js";

/** An item of the conversation with its state. */
export interface LedgerEntry {
  readonly id: string;
  readonly item: RealtimeItem;
  /** The turn of the user that it belongs to, from 1; 0 before the first. */
  readonly turn: number;
  readonly characters: number;
  /** Created by the compactor: the server's events about it are not news. */
  readonly own: boolean;
}

const UPSERTS: ReadonlySet<string> = new Set([
  "conversation.item.added",
  "conversation.item.created",
  "conversation.item.done",
  "conversation.item.retrieved",
]);

/**
 * The items of the server's conversation, including outputs of functions, read from its raw events. In window
 * order: the summary is at the place of what it covers; on the server it is first.
 */
export class RealtimeLedger {
  #entries: LedgerEntry[] = [];
  /** Items that are covered by a summary and still on the server. */
  readonly #leaving = new Map<string, RealtimeItem>();
  /** Ids that are gone for good or belong to the compactor: the server's events about them are not news. */
  readonly #settled = new Set<string>();
  /** The whole conversation, in order. */
  readonly #transcript = new Map<string, RealtimeItem>();
  readonly #heard = new HeardSpeech();
  /** True if a response ended since the user's last message. */
  #responded = false;
  #turns = 0;
  #characters = 0;

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  get transcript(): readonly RealtimeItem[] {
    return [...this.#transcript.values()];
  }

  get leaving(): ReadonlyMap<string, RealtimeItem> {
    return this.#leaving;
  }

  /** Turns of the user so far. */
  get turns(): number {
    return this.#turns;
  }

  /** Characters of all messages, calls and outputs. */
  get characters(): number {
    return this.#characters;
  }

  /** The items that a compaction may move: all but calls that are not answered. */
  get window(): readonly LedgerEntry[] {
    const waiting = new Set(this.unanswered);
    return this.#entries.filter((entry) => !waiting.has(entry));
  }

  /** Calls whose output has not come. */
  get unanswered(): readonly LedgerEntry[] {
    const answered = new Set(
      this.#entries.flatMap(({ item }) => (item.type === "function_call_output" ? [item.call_id] : [])),
    );
    return this.#entries.filter(({ item }) =>
      item.type === "function_call" ? !answered.has(item.call_id) : isRunning(item),
    );
  }

  /** True while the transcript of some speech is missing. */
  get missesTranscript(): boolean {
    return this.#entries.some(({ item }) => missesTranscript(item));
  }

  find(id: string): LedgerEntry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** Records an event; returns the new entry, if there is one. */
  hear(event: ServerEvent): LedgerEntry | undefined {
    if (UPSERTS.has(event.type)) return this.#upsert(event);
    this.#heard.hear(event);
    switch (event.type) {
      case "conversation.item.deleted":
        this.#remove(idOf(event["item_id"]));
        break;
      case "conversation.item.input_audio_transcription.completed":
        this.#transcribe(event);
        break;
      case "conversation.item.input_audio_transcription.failed":
        this.giveUpTranscript(idOf(event["item_id"]));
        break;
      case "conversation.item.truncated":
        if (this.#heard.interrupt(event)) this.#change(idOf(event["item_id"]), (item) => item);
        break;
      case "response.output_item.done":
        this.#update(event["item"]);
        break;
      case "response.done":
        this.#hearResponse(event);
        break;
    }
    return undefined;
  }

  /** No transcript of this item will come. */
  giveUpTranscript(id: string): void {
    this.#change(id, (item) => (missesTranscript(item) ? withTranscript(item, UNTRANSCRIBED) : item));
  }

  /**
   * Replaces the entries that a window was made from with the window. `idsOfNew` has the server ids of new items.
   * Entries of the source that are not in the window leave; everything else stays.
   */
  adopt(
    source: readonly LedgerEntry[],
    window: readonly RealtimeItem[],
    idsOfNew: ReadonlyMap<RealtimeItem, string>,
  ): void {
    const known = new Map(source.map((entry) => [entry.item, entry]));
    const next = window.flatMap((item): LedgerEntry[] => {
      const kept = known.get(item);
      // It may have changed or left since the window was made.
      const entry = kept ? this.find(kept.id) : ownEntry(item, idsOfNew.get(item));
      return entry ? [entry] : [];
    });
    const kept = new Set(next.map(({ id }) => id));
    const made = new Set(source.map(({ id }) => id));
    for (const entry of source) {
      if (kept.has(entry.id)) continue;
      this.#leaving.set(entry.id, entry.item);
      this.#settled.add(entry.id);
    }
    this.#entries = [...next, ...this.#entries.filter(({ id }) => !made.has(id))];
    this.#characters = this.#entries.reduce((sum, { characters }) => sum + characters, 0);
  }

  /** From now on, the server's events about this id are answers to the compactor. */
  claim(id: string): void {
    this.#settled.add(id);
  }

  /** An item that may be on the server and is to leave it with the next ones that do. */
  condemn(id: string, item: RealtimeItem): void {
    this.#leaving.set(id, item);
  }

  /** The item is not on the server any more. */
  confirmGone(id: string): void {
    this.#leaving.delete(id);
  }

  /** The server's conversation is gone: nothing is left on it that should leave. */
  disconnect(): void {
    this.#leaving.clear();
  }

  /** Replaces a recorded item with the form that is replayed to another server. */
  renew(id: string, item: RealtimeItem): void {
    this.#change(id, () => item);
  }

  #upsert(event: ServerEvent): LedgerEntry | undefined {
    const record = itemOf(event);
    if (!record || this.#settled.has(record.id)) return undefined;
    if (this.find(record.id)) {
      this.#update(record);
      return undefined;
    }
    // Only asked for, by someone: where it stands is not known.
    if (event.type === "conversation.item.retrieved") return undefined;
    return this.#insert(record, event["previous_item_id"]);
  }

  #insert(
    record: Readonly<Record<string, unknown>> & { readonly id: string },
    previous: unknown,
  ): LedgerEntry {
    const item = this.#heard.heardOf(record.id, readRealtimeItem(record));
    const after = this.#entries.findIndex(({ id }) => id === previous);
    const at = after >= 0 ? after + 1 : previous === null ? 0 : this.#entries.length;
    const before = this.#entries[at - 1]?.item;
    // A response that failed leaves no item.
    const opens = isUser(item) && (this.#responded || !(before && isUser(before)));
    if (opens) this.#turns++;
    if (isUser(item)) this.#responded = false;
    const entry = {
      id: record.id,
      item,
      turn: this.#turns,
      characters: charactersOf(item),
      own: false,
    };
    this.#entries.splice(at, 0, entry);
    this.#transcript.set(entry.id, item);
    this.#characters += entry.characters;
    return entry;
  }

  #update(value: unknown): void {
    if (!isRecord(value)) return;
    const id = idOf(value["id"]);
    this.#change(id, (item) => mergeItem(item, readRealtimeItem({ ...value, id })));
  }

  #transcribe(event: ServerEvent): void {
    const { transcript, content_index: index } = event;
    if (typeof transcript !== "string") return;
    const tokens = spokenTokens(event["usage"]);
    this.#change(idOf(event["item_id"]), (item) => ({
      ...withTranscript(item, transcript, typeof index === "number" ? index : undefined),
      ...(tokens > 0 ? { audio_tokens: tokens } : {}),
    }));
  }

  /** Records the finished items of a response and the tokens of their speech. */
  #hearResponse(event: ServerEvent): void {
    const response = event["response"];
    if (!isRecord(response)) return;
    if (response["conversation_id"] !== null) this.#responded = true;
    const output = Array.isArray(response["output"]) ? response["output"] : [];
    const tokens = audioTokens(response["usage"], "output_token_details");
    const message = output.find((item) => isRecord(item) && item["type"] === "message");
    const spoken = tokens > 0 && isRecord(message) ? idOf(message["id"]) : "";
    if (spoken !== "") this.#heard.hearTokens(spoken, tokens);
    for (const item of output) {
      this.#update(item);
      // What the assistant said is transcribed with the response, or not at all.
      if (isRecord(item)) this.giveUpTranscript(idOf(item["id"]));
    }
    if (spoken !== "") this.#change(spoken, (item) => ({ ...item, audio_tokens: tokens }));
  }

  #change(id: string, change: (item: RealtimeItem) => RealtimeItem): void {
    const index = this.#entries.findIndex((entry) => entry.id === id && !entry.own);
    const entry = this.#entries[index];
    if (!entry) return;
    const item = this.#heard.heardOf(id, change(entry.item));
    if (sameItem(item, entry.item)) return;
    const characters = charactersOf(item);
    this.#characters += characters - entry.characters;
    this.#entries[index] = { ...entry, item, characters };
    this.#transcript.set(id, item);
  }

  #remove(id: string): void {
    this.#leaving.delete(id);
    this.#heard.forget(id);
    const index = this.#entries.findIndex((entry) => entry.id === id);
    if (index < 0) return;
    const [entry] = this.#entries.splice(index, 1);
    this.#characters -= entry?.characters ?? 0;
  }
}

function ownEntry(item: RealtimeItem, id: string | undefined): LedgerEntry | undefined {
  return id === undefined ? undefined : { id, item, turn: 0, characters: charactersOf(item), own: true };
}

const isUser = (item: RealtimeItem): boolean => item.type === "message" && item.role === "user";

/** A call that the provider makes itself and has not finished. */
function isRunning(item: RealtimeItem): boolean {
  if (item.type !== "mcp_call" && item.type !== "mcp_tool_call") return false;
  const { output, error } = item as { readonly output?: unknown; readonly error?: unknown };
  return (output === undefined || output === null) && (error === undefined || error === null);
}

function charactersOf(item: RealtimeItem): number {
  const { text, calls, results } = realtime.view(item);
  const called = calls.reduce((sum, call) => sum + call.name.length + call.arguments.length, 0);
  return text.length + called + results.reduce((sum, result) => sum + result.text.length, 0);
}

/** A second of the user's speech is ten tokens. */
const TOKENS_PER_SECOND = 10;

const numberOf = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;

function audioTokens(usage: unknown, side: "input_token_details" | "output_token_details"): number {
  const details = isRecord(usage) ? usage[side] : undefined;
  return isRecord(details) ? numberOf(details["audio_tokens"]) : 0;
}

/** The tokens of the user's speech, from the usage of its transcription. */
function spokenTokens(usage: unknown): number {
  const seconds = isRecord(usage) ? numberOf(usage["seconds"]) : 0;
  return seconds > 0 ? Math.ceil(seconds * TOKENS_PER_SECOND) : audioTokens(usage, "input_token_details");
}
