import { CUES } from "../cues/cues.js";
import { LEAST_SPEAKERS, LEAST_TURNS } from "./line-speech.js";

/** Labelled messages per message from which on a conversation is a transcript, sent turn by turn. */
const LEAST_SHARE = 2 / 3;
/** The same for the assistant's: one that answers, or acts, is not a part that was handed out. */
const LEAST_SHARE_OF_ASSISTANT = 0.9;
const MAX_NAMES = 1_000;

/** The stored state of {@link LabelledSpeech}. */
export interface SpeechState {
  /** Messages of either side, and those that open with a speaker's label. */
  readonly messages: number;
  readonly labelled: number;
  /**
   * The assistant's messages, and those of them that read like another speaker's turn. Absent in states of
   * earlier releases.
   */
  readonly answers?: number;
  readonly turnsOfAssistant?: number;
  readonly names: readonly { readonly name: string; readonly turns: number }[];
  /** The next message is the text of a command; absent in states of earlier releases. */
  readonly commandFollows?: boolean;
  /** Keys that count as the user's own although somebody else is named as the speaker. */
  readonly held: readonly { readonly key: string; readonly name: string }[];
}

/**
 * Knows whether the messages of a session are the turns of a transcript: most of them, of either side, open with the
 * label of a speaker, and three speakers come back. Where the assistant answers without a label, people talk to it.
 */
export class LabelledSpeech {
  #messages: number;
  #labelled: number;
  #answers: number;
  #turnsOfAssistant: number;
  /** Who spoke last. */
  #last = "";
  readonly #names: Map<string, number>;
  readonly #held: Map<string, string>;
  /** Names with enough turns. */
  #speakers: number;

  constructor(state?: SpeechState) {
    this.#messages = state?.messages ?? 0;
    this.#labelled = state?.labelled ?? 0;
    this.#answers = state?.answers ?? 0;
    this.#turnsOfAssistant = state?.turnsOfAssistant ?? 0;
    this.#names = new Map(state?.names.map(({ name, turns }) => [name, turns]));
    this.#held = new Map(state?.held.map(({ key, name }) => [key, name]));
    this.#speakers = [...this.#names.values()].filter((turns) => turns >= LEAST_TURNS).length;
  }

  /**
   * Observes one message by its opening speaker label; empty for none. An assistant that repeats the label it
   * answers, or names itself or the user, answers as the assistant.
   */
  observeMessage(name: string, by: "user" | "assistant"): void {
    this.#messages++;
    if (by === "assistant") {
      this.#answers++;
      const isTurn = name !== "" && name !== this.#last && !CUES.has("party", name);
      this.#last = "";
      if (!isTurn) return;
      this.#turnsOfAssistant++;
      if (this.#names.has(name)) this.#labelled++;
      return;
    }
    this.#last = name;
    if (name === "") return;
    this.#labelled++;
    const turns = (this.#names.get(name) ?? 0) + 1;
    if (turns === 1 && this.#names.size >= MAX_NAMES) return;
    this.#names.set(name, turns);
    if (turns === LEAST_TURNS) this.#speakers++;
  }

  get #isTranscript(): boolean {
    if (this.#turnsOfAssistant < this.#answers * LEAST_SHARE_OF_ASSISTANT) return false;
    return this.#speakers >= LEAST_SPEAKERS && this.#labelled >= this.#messages * LEAST_SHARE;
  }

  /** The assistant acts, so this is not a transcript, whatever is labelled. */
  observeCall(): void {
    this.#answers++;
  }

  /** True if the words of `name` are reported speech. */
  isReported(name: string): boolean {
    return this.#isTranscript && (this.#names.get(name) ?? 0) >= LEAST_TURNS;
  }

  /** Records the named speaker of a key; none as soon as the user says it without a label. */
  hold(key: string, name: string, isNew: boolean): void {
    if (name === "") this.#held.delete(key);
    else if (isNew && this.#names.has(name)) this.#held.set(key, name);
  }

  /** The keys that turned out to be reported; releases them. */
  release(): ReadonlySet<string> {
    const found = new Set<string>();
    if (!this.#isTranscript) return found;
    for (const [key, name] of this.#held) if (this.isReported(name)) found.add(key);
    for (const key of found) this.#held.delete(key);
    return found;
  }

  toJSON(): SpeechState {
    return {
      messages: this.#messages,
      labelled: this.#labelled,
      answers: this.#answers,
      turnsOfAssistant: this.#turnsOfAssistant,
      names: [...this.#names].map(([name, turns]) => ({ name, turns })),
      held: [...this.#held].map(([key, name]) => ({ key, name })),
    };
  }
}
