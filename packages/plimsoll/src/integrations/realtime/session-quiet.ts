import type { RealtimeActivity } from "./realtime-activity.js";
import type { LedgerEntry, RealtimeLedger } from "./realtime-ledger.js";
import { missesTranscript } from "./read-realtime-item.js";
import type { ServerEvent } from "./server-event.js";

/** Calls without an output and speech without a transcript hold compactions up for this many turns at most. */
const PATIENCE_TURNS = 8;

/** What compactions wait for. */
export interface Obstacle {
  readonly reason: string;
  /** For how many turns something has been in the way. */
  readonly turns: number;
}

/**
 * Knows what a compaction waits for besides responses: calls without an output, and speech without a transcript. It waits for
 * eight turns at most, even if every turn brings another one. Then transcripts are waited for again only after one came.
 */
export class SessionQuiet {
  readonly #ledger: RealtimeLedger;
  readonly #activity: RealtimeActivity;
  /** The turn since which something has been in the way without a break. */
  #heldSince: number | undefined;
  #transcriptsFail = false;

  constructor(ledger: RealtimeLedger, activity: RealtimeActivity) {
    this.#ledger = ledger;
    this.#activity = activity;
  }

  hear({ type }: ServerEvent): void {
    if (type === "conversation.item.input_audio_transcription.completed") this.#transcriptsFail = false;
  }

  /** What is in the way; `undefined` if nothing is, or if it was for too long: then missing transcripts are given up. */
  obstacle(): Obstacle | undefined {
    const { turns, unanswered } = this.#ledger;
    const [call] = unanswered.filter(({ turn }) => turn > turns - PATIENCE_TURNS);
    const speech = this.#awaitedSpeech();
    const held = [call, speech].flatMap((entry) => (entry ? [entry.turn] : []));
    this.#heldSince = held.length > 0 ? (this.#heldSince ?? Math.min(...held)) : undefined;
    const waited = turns - (this.#heldSince ?? turns);
    if (held.length > 0 && waited < PATIENCE_TURNS) return { reason: reasonOf(call, speech), turns: waited };
    if (speech) this.#transcriptsFail = true;
    this.#giveUpTranscripts();
    return undefined;
  }

  /** The oldest speech whose transcript may still come. */
  #awaitedSpeech(): LedgerEntry | undefined {
    if (!this.#activity.transcribes || this.#transcriptsFail) return undefined;
    return this.#ledger.entries.find(({ item }) => missesTranscript(item));
  }

  #giveUpTranscripts(): void {
    for (const { id, item } of this.#ledger.entries)
      if (missesTranscript(item)) this.#ledger.giveUpTranscript(id);
  }
}

function reasonOf(call: LedgerEntry | undefined, speech: LedgerEntry | undefined): string {
  return call
    ? `The call ${call.item.call_id ?? call.id} has no output yet.`
    : `The transcript of ${speech?.id ?? "some speech"} has not come yet.`;
}
