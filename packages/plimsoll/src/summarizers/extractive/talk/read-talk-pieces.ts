import { splitUtterances } from "./split-utterances.js";
import type { TalkTurn } from "./talk-turns.js";
import { talkWords } from "./talk-words.js";

/** A piece of a turn that is kept or left out. */
export interface TalkPiece {
  readonly text: string;
  readonly turn: TalkTurn;
  /** Numbers of the words that describe its subject. */
  readonly words: Int32Array;
  /** Where it begins, as a share of the whole talk. */
  readonly place: number;
  /** Its tokens after a blank, and those of its speaker's label on a separate line. */
  readonly cost: number;
  readonly labelCost: number;
}

export interface Talk {
  readonly pieces: readonly TalkPiece[];
  /** The value of each word, by its number. */
  readonly values: Float64Array;
}

const SUMMARY_TAG = /^<\/?COMPACT-SUMMARY/;
/** A word counts as often as it is said, up to this many times: topics are repeated. */
const MAX_TIMES = 4;
/** Factor on a word of a single turn. */
const SINGLE_TURN = 0.5;
/** Factor on a word that the caller's note names. */
const NOTED = 4;

/** Numbers words in order of appearance, and counts the pieces and turns with each. */
class WordCounts {
  readonly #numbers = new Map<string, number>();
  readonly #times: number[] = [];
  readonly #turns: number[] = [];
  readonly #lastTurn: number[] = [];

  meet(word: string, turn: number): number {
    const number = this.#numbers.get(word) ?? this.#numbers.size;
    this.#numbers.set(word, number);
    this.#times[number] = (this.#times[number] ?? 0) + 1;
    if (this.#lastTurn[number] !== turn) this.#turns[number] = (this.#turns[number] ?? 0) + 1;
    this.#lastTurn[number] = turn;
    return number;
  }

  values(turns: number, noted: ReadonlySet<string>): Float64Array {
    const values = new Float64Array(this.#numbers.size);
    for (const [word, number] of this.#numbers) {
      const within = this.#turns[number] ?? 1;
      const rarity = Math.log(1 + turns / (within + 0.5));
      const single = within === 1 ? SINGLE_TURN : 1;
      const raised = noted.has(word) ? NOTED : 1;
      values[number] = Math.min(MAX_TIMES, this.#times[number] ?? 1) * rarity * single * raised;
    }
    return values;
  }
}

export interface TalkOptions {
  readonly note: string;
  count(text: string): number;
}

/** The pieces of all turns with the values of their words. */
export function readTalkPieces(turns: readonly TalkTurn[], { note, count }: TalkOptions): Talk {
  const counts = new WordCounts();
  const labelCosts = new Map<string, number>();
  const labelCost = (speaker: string): number => {
    const known = labelCosts.get(speaker) ?? 1 + (speaker === "" ? 0 : count(`${speaker}:`));
    labelCosts.set(speaker, known);
    return known;
  };
  const characters = turns.reduce((sum, { start, end }) => sum + end - start + 1, 1);
  const pieces: TalkPiece[] = [];
  let before = 0;
  for (const [index, turn] of turns.entries()) {
    for (const slice of splitUtterances(turn)) {
      const text = slice.source.slice(slice.start, slice.end);
      if (SUMMARY_TAG.test(text)) continue;
      pieces.push({
        text,
        turn,
        words: Int32Array.from(talkWords(slice), (word) => counts.meet(word, index)),
        place: (before + slice.start - turn.start) / characters,
        cost: count(` ${text}`),
        labelCost: labelCost(turn.speaker),
      });
    }
    before += turn.end - turn.start + 1;
  }
  const noted = talkWords({ source: note, start: 0, end: note.length });
  return { pieces, values: counts.values(turns.length, noted) };
}
