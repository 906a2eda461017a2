import type { Talk, TalkPiece } from "./read-talk-pieces.js";

/** A stretch of the summary of about this many tokens covers its own part of the talk. */
const STRETCH_TOKENS = 300;
const MAX_STRETCHES = 64;
/** Each repetition of a word within a stretch is worth this much of the one before. */
const REPETITION = 0.5;
/** Pieces with fewer significant words say nothing by themselves. */
const LEAST_WORDS = 2;
/** A bonus for pieces that were chosen before. */
const PREVIOUS = 1.5;
/** The share of the budget for the user's words before anything else. */
const OWN_SHARE = 0.2;
/** After so many pieces in a row that do not fit any more, the budget is as good as used. */
const MAX_MISSES = 256;

interface Entry {
  readonly piece: number;
  score: number;
}

/** A heap of pieces, best score on top, equal scores in the order of the talk. */
class PieceHeap {
  readonly #entries: Entry[] = [];

  get top(): Entry | undefined {
    return this.#entries[0];
  }

  push(entry: Entry): void {
    this.#entries.push(entry);
    let at = this.#entries.length - 1;
    while (at > 0 && this.#isBetter(at, (at - 1) >> 1)) at = this.#swap(at, (at - 1) >> 1);
  }

  lowerTop(score: number): void {
    const top = this.#entries[0];
    if (top !== undefined) top.score = score;
    this.#sink();
  }

  removeTop(): void {
    const last = this.#entries.pop();
    if (last === undefined || this.#entries.length === 0) return;
    this.#entries[0] = last;
    this.#sink();
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      let best = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (this.#isBetter(child, best)) best = child;
      if (best === at) return;
      at = this.#swap(at, best);
    }
  }

  #isBetter(left: number, right: number): boolean {
    const [one, other] = [this.#entries[left], this.#entries[right]];
    if (one === undefined || other === undefined) return false;
    return one.score > other.score || (one.score === other.score && one.piece < other.piece);
  }

  #swap(from: number, to: number): number {
    const [one, other] = [this.#entries[from], this.#entries[to]];
    if (one !== undefined && other !== undefined) {
      this.#entries[from] = other;
      this.#entries[to] = one;
    }
    return to;
  }
}

/** Chooses pieces one after the other, and remembers which words and labels are already there. */
class TalkPacker {
  readonly chosen = new Set<number>();
  readonly #talk: Talk;
  readonly #stretches: number;
  readonly #said = new Map<number, number>();
  readonly #turns = new Set<object>();
  readonly #ofTurn = new Map<object, number[]>();
  #left: number;

  constructor(talk: Talk, budget: number) {
    this.#talk = talk;
    this.#left = budget;
    this.#stretches = Math.min(MAX_STRETCHES, Math.max(1, Math.round(budget / STRETCH_TOKENS)));
    for (const [index, { turn }] of talk.pieces.entries()) {
      const pieces = this.#ofTurn.get(turn);
      if (pieces === undefined) this.#ofTurn.set(turn, [index]);
      else pieces.push(index);
    }
  }

  /** The user's own words, newest first, whole pieces while they fit their share. */
  takeOwn(): void {
    let left = this.#left * OWN_SHARE;
    for (let index = this.#talk.pieces.length - 1; index >= 0; index--) {
      const piece = this.#talk.pieces[index];
      if (piece === undefined || !piece.turn.own || this.#cost(piece) > left) continue;
      left -= this.#cost(piece);
      this.#take(index, piece);
    }
  }

  takeBest(): void {
    const heap = new PieceHeap();
    for (const [index, piece] of this.#talk.pieces.entries()) {
      if (piece.words.length >= LEAST_WORDS) heap.push({ piece: index, score: this.#score(piece) });
    }
    let misses = 0;
    for (let top = heap.top; top !== undefined && misses < MAX_MISSES; top = heap.top) {
      const piece = this.#talk.pieces[top.piece] as TalkPiece;
      const score = this.#score(piece);
      if (!this.chosen.has(top.piece) && score < top.score) {
        heap.lowerTop(score);
        continue;
      }
      heap.removeTop();
      if (score <= 0) break;
      if (this.chosen.has(top.piece)) continue;
      if (this.#cost(piece) > this.#left) misses++;
      else {
        misses = 0;
        // Its label is paid for now: the rest of its turn has become cheaper.
        for (const mate of this.#take(top.piece, piece))
          heap.push({ piece: mate, score: this.#score(this.#talk.pieces[mate] as TalkPiece) });
      }
    }
  }

  /** Takes pieces that say little, newest first: something is better than an unused budget. */
  takeRest(): void {
    let misses = 0;
    for (let index = this.#talk.pieces.length - 1; index >= 0 && misses < MAX_MISSES; index--) {
      const piece = this.#talk.pieces[index];
      if (piece === undefined || this.chosen.has(index)) continue;
      if (this.#cost(piece) > this.#left) misses++;
      else this.#take(index, piece);
    }
  }

  /** Answers the other pieces of its turn, if it is the first of them. */
  #take(index: number, piece: TalkPiece): number[] {
    this.#left -= this.#cost(piece);
    this.chosen.add(index);
    for (const word of piece.words) {
      const slot = this.#slot(word, piece);
      this.#said.set(slot, (this.#said.get(slot) ?? 0) + 1);
    }
    if (this.#turns.has(piece.turn)) return [];
    this.#turns.add(piece.turn);
    const mates = this.#ofTurn.get(piece.turn) ?? [];
    return mates.filter(
      (mate) => !this.chosen.has(mate) && (this.#talk.pieces[mate]?.words.length ?? 0) >= LEAST_WORDS,
    );
  }

  #cost({ cost, labelCost, turn }: TalkPiece): number {
    return cost + (this.#turns.has(turn) ? 0 : labelCost);
  }

  #slot(word: number, { place }: TalkPiece): number {
    return word * this.#stretches + Math.min(this.#stretches - 1, Math.floor(place * this.#stretches));
  }

  #score(piece: TalkPiece): number {
    let sum = 0;
    for (const word of piece.words) {
      sum += (this.#talk.values[word] ?? 0) * REPETITION ** (this.#said.get(this.#slot(word, piece)) ?? 0);
    }
    return (sum * (piece.turn.previous ? PREVIOUS : 1)) / this.#cost(piece);
  }
}

/** The numbers of the pieces that deserve a place in `budget` tokens, in the order in which they do. */
export function packTalk(talk: Talk, budget: number): number[] {
  const packer = new TalkPacker(talk, budget);
  packer.takeOwn();
  packer.takeBest();
  packer.takeRest();
  return [...packer.chosen];
}
