import { cutToTokens } from "./cut-text.js";
import { byValue } from "./piece-collector.js";
import type { PieceCounter } from "./piece-counter.js";
import { ESSENTIAL_VALUE, type EvidenceView, type Piece } from "./piece.js";

export interface PackOptions {
  readonly maxTokens: number;
  readonly counter: PieceCounter;
}

export interface PackedPieces {
  /** The printed parts; joined, they are the text. */
  readonly parts: readonly string[];
  readonly keptLines: number;
}

/** Pieces that may fail to fit before the packer stops looking for smaller ones. */
const MAX_MISSES = 60;
const ROUNDS = 3;
/** From this budget on, the marks between lines say how many lines are missing. */
const COUNTED_GAPS_TOKENS = 800;
const GAP_TOKENS = 2;
const COUNTED_GAP_TOKENS = 5;

/** The most valuable pieces that fit, in original order, with marks for missing lines. */
export function packPieces(view: EvidenceView, options: PackOptions): PackedPieces {
  const packer = new Packer(view, options);
  return packer.pack();
}

class Packer {
  readonly #options: PackOptions;
  readonly #marksGaps: boolean;
  readonly #separator: string;
  readonly #ranked: readonly Piece[];
  readonly #brief: boolean;
  readonly #endedTexts = new Map<string, string>();
  /** Pieces printed in full although the others are brief: there was room left. */
  #expanded = new Set<Piece>();
  #chosen: Piece[] = [];
  #groups = new Set<string>();
  /** Short forms that were chosen: the same again says nothing, so that such a piece is printed in full or not at all. */
  readonly #briefs = new Set<string>();
  readonly #whole = new Set<Piece>();
  #used = 0;

  constructor(view: EvidenceView, options: PackOptions) {
    this.#options = options;
    this.#marksGaps = view.marksGaps;
    this.#separator = view.separator ?? "\n";
    this.#ranked = [...view.pieces].sort(byValue);
    this.#brief = this.#needsBrief();
  }

  pack(): PackedPieces {
    const { maxTokens, counter } = this.#options;
    const taken = new Set<Piece>();
    let allowance = maxTokens;
    let parts: readonly string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = this.#chosen.length;
      this.#choose(allowance, taken);
      if (round > 0 && this.#chosen.length === before) break;
      parts = this.#fit();
      const spare = maxTokens - counter.countJoined(parts);
      if (spare < maxTokens * 0.03 || spare < 6) break;
      allowance = this.#used + spare;
    }
    if (this.#brief) parts = this.#expand(parts);
    const first = this.#ranked[0];
    if (this.#chosen.length === 0 && first !== undefined) {
      const count = (text: string): number => counter.count(text);
      return { parts: [cutToTokens(this.#textOf(first), maxTokens, count)], keptLines: 0 };
    }
    return { parts, keptLines: this.#chosen.reduce((sum, piece) => sum + piece.lines, 0) };
  }

  /** True if there are shorter forms, and the essential pieces are too much without them. */
  #needsBrief(): boolean {
    if (!this.#ranked.some((piece) => piece.brief !== undefined)) return false;
    const { counter } = this.#options;
    const limit = this.#options.maxTokens * 0.9;
    let tokens = 0;
    for (const piece of this.#ranked) {
      if (piece.value < ESSENTIAL_VALUE) break;
      tokens += 1 + (this.#marksGaps ? GAP_TOKENS : 0);
      if (counter.surelyExceeds(piece.text, Math.ceil(limit - tokens))) return true;
      tokens += counter.count(piece.text);
      if (tokens > limit) return true;
    }
    return false;
  }

  #choose(allowance: number, taken: Set<Piece>): void {
    const again: Piece[] = [];
    let misses = 0;
    const isFull = (piece: Piece): boolean => {
      if (!this.#take(piece, allowance, taken)) misses += 1;
      return misses > MAX_MISSES;
    };
    for (const piece of this.#ranked) {
      if (taken.has(piece)) continue;
      if (this.#brief && this.#briefs.has(piece.brief ?? "")) again.push(piece);
      else if (isFull(piece)) return;
    }
    for (const piece of again) {
      this.#whole.add(piece);
      if (isFull(piece)) return;
    }
  }

  /** Chooses the piece if there is room for it. */
  #take(piece: Piece, allowance: number, taken: Set<Piece>): boolean {
    const cost = this.#costWithin(piece, allowance - this.#used);
    if (cost === undefined) return false;
    taken.add(piece);
    if (piece.brief !== undefined) this.#briefs.add(piece.brief);
    this.#chosen.push(piece);
    this.#used += cost;
    if (piece.group !== undefined) this.#groups.add(piece.group);
    return true;
  }

  /** The tokens that a piece takes; undefined if that is more than `allowed`. */
  #costWithin(piece: Piece, allowed: number): number | undefined {
    const { counter } = this.#options;
    const gap = this.#marksGaps ? this.#gapTokens() : 0;
    const text = this.#textOf(piece);
    if (counter.surelyExceeds(text, allowed - gap)) return undefined;
    const heading =
      piece.group === undefined || this.#groups.has(piece.group) ? 0 : counter.count(`${piece.group}\n`);
    const cost = counter.count(this.#ended(text)) + heading + gap;
    return cost > allowed ? undefined : cost;
  }

  /** The text and what separates it from the next: the very same string each time, which need not be put together and hashed again. */
  #ended(text: string): string {
    let ended = this.#endedTexts.get(text);
    if (ended === undefined) {
      ended = text + this.#separator;
      this.#endedTexts.set(text, ended);
    }
    return ended;
  }

  #gapTokens(): number {
    return this.#options.maxTokens >= COUNTED_GAPS_TOKENS ? COUNTED_GAP_TOKENS : GAP_TOKENS;
  }

  #textOf(piece: Piece): string {
    const isShort = this.#brief && !this.#expanded.has(piece) && !this.#whole.has(piece);
    return isShort ? (piece.brief ?? piece.text) : piece.text;
  }

  /** Prints the most valuable pieces in full as far as there is room after all. */
  #expand(parts: readonly string[]): readonly string[] {
    const { maxTokens, counter } = this.#options;
    let spare = maxTokens - counter.countJoined(parts) - 2;
    for (const piece of this.#chosen.toSorted(byValue)) {
      if (spare <= 0) break;
      if (piece.brief === undefined || this.#whole.has(piece)) continue;
      const more = counter.count(piece.text) - counter.count(piece.brief);
      if (more > spare) continue;
      spare -= more;
      this.#expanded.add(piece);
    }
    const expanded = this.#render();
    if (counter.countJoined(expanded) <= maxTokens) return expanded;
    this.#expanded = new Set();
    return parts;
  }

  /** The text of the chosen pieces; drops the least valuable ones while the exact count is over the limit. */
  #fit(): readonly string[] {
    const { maxTokens, counter } = this.#options;
    for (;;) {
      const parts = this.#render();
      const tokens = counter.countJoined(parts);
      if (tokens <= maxTokens || this.#chosen.length === 0) return parts;
      const share = Math.max(1, Math.floor((this.#chosen.length * (tokens - maxTokens)) / tokens / 2));
      this.#chosen.sort(byValue);
      this.#chosen.length = Math.max(0, this.#chosen.length - share);
    }
  }

  #render(): readonly string[] {
    const lines: string[] = [];
    let next = 0;
    let group: string | undefined;
    for (const piece of this.#chosen.toSorted((left, right) => left.order - right.order)) {
      if (this.#marksGaps && piece.order > next && piece.lines > 0)
        lines.push(this.#gapMark(piece.order - next));
      if (piece.group !== group && piece.group !== undefined) lines.push(piece.group);
      group = piece.group;
      lines.push(this.#textOf(piece));
      next = Math.max(next, Math.floor(piece.order) + Math.max(piece.lines, piece.order < 0 ? 0 : 1));
    }
    return lines.map((line, index) => (index < lines.length - 1 ? this.#ended(line) : line));
  }

  #gapMark(lines: number): string {
    if (this.#options.maxTokens < COUNTED_GAPS_TOKENS) return "…";
    return `… ${Math.ceil(lines)} ${lines > 1 ? "lines" : "line"}`;
  }
}
