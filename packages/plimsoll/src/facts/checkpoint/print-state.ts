import type { Checkpoint } from "./checkpoint.js";
import { stateEntry } from "./quoted-line.js";
import { STATE_HEADINGS, STATE_PARTS, type StateHeadings, type StatePart } from "./state-headings.js";
import type { StatePiece } from "./state-piece.js";
import { type PieceGroup, type PieceOptions, statePieces } from "./state-pieces.js";

export interface StateOptions extends PieceOptions {
  readonly maxTokens: number;
  /** Of these, for what need not be said. @default as many as are left */
  readonly optionalTokens?: number;
  /** Print only what must be said. @default false */
  readonly mustOnly?: boolean;
  /** @default the plain ones */
  readonly headings?: StateHeadings;
  count(text: string): number;
}

/** The state of a session as every summary begins with it. */
export interface PrintedState {
  readonly text: string;
  readonly tokens: number;
  /** Ids of the entries that it shows. */
  readonly entries: readonly string[];
  /** False if not all that must be said fits. */
  readonly isWhole: boolean;
}

/** Between the files on one line. */
const FILE_SEPARATOR = ", ";
/** So often at most what is taken gives way, part by part, until it fits. */
const STEPS = 10;
/** Less of a piece says nothing. */
const LEAST_SHORTENED = 12;

/**
 * The state that a checkpoint holds, as text within a budget: what is wanted now, the rules in force, where the work
 * stands, what was changed, what is open, what was decided, what runs, what is known. As the budget shrinks, the less
 * important gives way. What the window shows in the words of its speaker is not repeated.
 */
export function printState(checkpoint: Checkpoint, options: StateOptions): PrintedState {
  const groups = statePieces(checkpoint, options);
  const draft = new Draft(options);
  const must = groups.flatMap(({ pieces }) => pieces.filter(({ isMust }) => isMust));
  const isWhole = must.map((piece) => draft.take(piece, draft.free)).every(Boolean);
  draft.free = Math.min(draft.free, options.optionalTokens ?? draft.free);
  const rounds = options.mustOnly === true ? [] : ROUNDS;
  for (const round of rounds) for (const group of groups) takeGroup(draft, group, round);
  return { ...draft.print(), isWhole };
}

/** What fits the share of each group; what else fits; more of what was shortened, in groups that grow. */
const ROUNDS = ["share", "rest", "more"] as const;

/** Takes the pieces of a group that fit its share, or what is left; never more than its cap. */
function takeGroup(
  draft: Draft,
  { share, cap = draft.maxTokens, pieces, grows = false }: PieceGroup,
  round: (typeof ROUNDS)[number],
): void {
  if (round === "more" && !grows) return;
  const used = pieces.reduce((sum, piece) => sum + draft.costOf(piece), 0);
  let allowance = Math.min(round === "share" ? Math.floor(draft.free * share) : draft.free, cap - used);
  for (const piece of pieces) {
    const before = draft.free;
    if (round === "more") draft.extend(piece, allowance);
    else draft.take(piece, allowance);
    allowance -= before - draft.free;
  }
}

interface Taken {
  readonly piece: StatePiece;
  readonly text: string;
  readonly cost: number;
}

class Draft {
  readonly #options: StateOptions;
  readonly #headings: StateHeadings;
  readonly #taken = new Map<StatePiece, Taken>();
  readonly #headed = new Set<StatePart>();
  readonly #costs = new Map<StatePiece, number>();
  free: number;

  constructor(options: StateOptions) {
    this.#options = options;
    this.#headings = options.headings ?? STATE_HEADINGS;
    this.free = options.maxTokens;
  }

  get maxTokens(): number {
    return this.#options.maxTokens;
  }

  /** Tokens of a piece that was taken; 0 of any other. */
  costOf(piece: StatePiece): number {
    return this.#taken.get(piece)?.cost ?? 0;
  }

  /** More of a piece that was shortened, for at most so many tokens beyond what it has. */
  extend(piece: StatePiece, allowance: number): void {
    const before = this.#taken.get(piece);
    if (before === undefined || before.text === piece.text || allowance <= 0) return;
    this.free += before.cost;
    if (!this.#add(piece, allowance + before.cost)) this.free -= before.cost;
  }

  /** True if the piece is in, whole or shortened, for at most so many tokens. */
  take(piece: StatePiece, allowance: number): boolean {
    return this.#taken.has(piece) || this.#add(piece, allowance);
  }

  #add(piece: StatePiece, allowance: number): boolean {
    const { count } = this.#options;
    const heading = this.#headed.has(piece.part) ? 0 : count(this.#headings[piece.part]) + 1;
    const room = Math.min(allowance, this.free) - heading;
    let text = piece.text;
    let cost = this.#costs.get(piece) ?? count(`- ${text}`) + 1;
    this.#costs.set(piece, cost);
    if (cost > room) {
      text = room < LEAST_SHORTENED ? "" : (piece.shorter?.(room - 3, count) ?? "");
      if (text === "") return false;
      cost = count(`- ${text}`) + 1;
      if (cost > room) return false;
    }
    this.free -= cost + heading;
    this.#headed.add(piece.part);
    this.#taken.set(piece, { piece, text, cost });
    return true;
  }

  /** The text of what was taken. Where all together is more than its parts, the last of what need not be said gives way. */
  print(): Omit<PrintedState, "isWhole"> {
    const { maxTokens, count } = this.#options;
    for (;;) {
      const text = this.#lines().join("\n");
      const tokens = text === "" ? 0 : count(text);
      const optional = [...this.#taken.keys()].filter(({ isMust }) => !isMust);
      if (tokens <= maxTokens || optional.length === 0)
        return { text, tokens, entries: [...this.#taken.keys()].map(({ entry }) => entry) };
      for (const piece of optional.slice(-Math.ceil(optional.length / STEPS))) this.#taken.delete(piece);
    }
  }

  #lines(): string[] {
    return STATE_PARTS.flatMap((part) => {
      const own = [...this.#taken.values()]
        .filter(({ piece }) => piece.part === part)
        .sort((one, other) => one.piece.order - other.piece.order);
      if (own.length === 0) return [];
      return [this.#headings[part], ...(part === "files" ? fileLines(own) : own.flatMap(linesOf))];
    });
  }
}

const linesOf = ({ text, piece }: Taken): string[] => stateEntry(text, piece.by);

/** One line for all files, in the order in which they were changed. */
const fileLines = (files: readonly Taken[]): string[] =>
  stateEntry(files.map(({ text }) => text).join(FILE_SEPARATOR), "tool");
