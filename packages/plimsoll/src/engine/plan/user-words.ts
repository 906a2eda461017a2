import { isUserTurn } from "./is-user-turn.js";
import type { OutlineBlock } from "./outline.js";
import type { PlanInput } from "./plan-input.js";

/** The share of the free budget that the user's messages may take, where the list shrinks to `FULL_RATIO` or less strongly. */
const MOST_SHARE = 0.5;
const FULL_RATIO = 0.1;
/** Where the list shrinks to less than this, pasted messages leave, whatever the room. */
const AMPLE_RATIO = 0.25;
/** A message with more than this share of the room waits until all shorter ones have their place. */
const LONG_SHARE = 0.25;
/** A note of a client is short, and all of them together take at most this share of the free budget. */
const NOTE_TOKENS = 64;
const NOTES_SHARE = 0.1;
/** The summary keeps so many tokens beside the user's messages. */
const LEAST_SUMMARY = 512;

/**
 * Positions of the messages of the user that stay whole, besides what a rung keeps: the newest, the first, then the
 * others, newest first, long ones last. What is mostly pasted stays only where room is ample, and what was settled since
 * need not stay. What a client wrote is not the user's: its short notes stay where what the user typed leaves room.
 */
export function userWords(input: PlanInput): ReadonlySet<number> {
  const { outline, newestUser } = input;
  const held = newestUser === "goes" ? undefined : outline.newestUser?.position;
  const said = [...outline.blocks.keys()].filter(
    (position) => position !== held && isSaid(outline.blocks[position]) && !input.isSettled?.(position),
  );
  const tokens = (position: number): number => outline.blocks[position]?.tokens ?? 0;
  const typed = said.filter((position) => !outline.blocks[position]?.pasted);
  const room = Math.max(0, roomFor(input) - (held === undefined ? 0 : tokens(held)));
  const chosen = new Chosen(tokens, crowded(room, sum(typed, tokens)));
  for (const position of [typed.at(-1), typed[0]]) if (position !== undefined) chosen.add(position);
  const newestFirst = typed.toReversed();
  const short = room * LONG_SHARE;
  for (const position of newestFirst) if (tokens(position) <= short) chosen.add(position);
  for (const position of newestFirst) chosen.add(position);
  if (ratioOf(input) >= AMPLE_RATIO) for (const position of said.toReversed()) chosen.add(position);
  const isCramped = sum(typed, tokens) > (input.budget - outline.pinnedTokens) * MOST_SHARE;
  return isCramped ? chosen.positions : new Set([...chosen.positions, ...clientNotes(input)]);
}

/** Short notes of the client, newest first, each once: those in words, then which commands were run. */
function clientNotes(input: PlanInput): ReadonlySet<number> {
  const { blocks } = input.outline;
  const chosen = new Chosen((position) => blocks[position]?.tokens ?? 0, roomForNotes(input));
  const notes = [...blocks.keys()].toReversed().filter((position) => isNote(blocks[position]));
  for (const position of notes) if (blocks[position]?.note === "words") chosen.add(position);
  for (const position of notes) chosen.add(position);
  return chosen.positions;
}

const isNote = (block: OutlineBlock | undefined): boolean =>
  block?.note !== undefined && !block.pinned && block.tokens <= NOTE_TOKENS;

const isSaid = (block: OutlineBlock | undefined): boolean => isUserTurn(block) && !block.pinned;

const sum = (positions: readonly number[], tokens: (position: number) => number): number =>
  positions.reduce((total, position) => total + tokens(position), 0);

const ratioOf = ({ budget, outline }: PlanInput): number => budget / Math.max(1, outline.totalTokens);

/** The smaller the target, the more the state of the work counts beside the words that ordered it. */
function roomFor(input: PlanInput): number {
  const { budget, outline, policy, summaryOverhead } = input;
  const free = budget - outline.pinnedTokens;
  const share = MOST_SHARE * Math.sqrt(Math.min(1, ratioOf(input) / FULL_RATIO));
  return Math.min(policy.keepUserTokens, free * share, free - summaryOverhead - LEAST_SUMMARY);
}

const roomForNotes = (input: PlanInput): number =>
  (input.budget - input.outline.pinnedTokens) * NOTES_SHARE * Math.min(1, ratioOf(input) / FULL_RATIO);

/**
 * Where the user's words are far more than their room, as in a conversation about nothing but words, sentences chosen
 * from all of them say more than a few whole messages.
 */
const crowded = (room: number, wanted: number): number =>
  wanted <= room ? room : room * (room / Math.max(1, wanted));

/** Takes messages as long as they fit. */
class Chosen {
  readonly positions = new Set<number>();
  readonly #tokens: (position: number) => number;
  #left: number;

  constructor(tokens: (position: number) => number, room: number) {
    this.#tokens = tokens;
    this.#left = room;
  }

  add(position: number): void {
    const cost = this.#tokens(position);
    if (this.positions.has(position) || cost > this.#left) return;
    this.positions.add(position);
    this.#left -= cost;
  }
}
