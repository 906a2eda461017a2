import { isGapNote } from "../../conversation/is-own-note.js";
import { buildBlocks } from "../../conversation/build-blocks.js";
import { isClientMessage } from "../../conversation/is-client-message.js";
import { isSoundsAlone } from "../../conversation/is-sounds-alone.js";
import { EMPTY_VIEW, type ItemView } from "../../conversation/item-view.js";
import { pairItems } from "../../conversation/pairing.js";
import { numberTurns } from "../../conversation/number-turns.js";
import { speaksAsUser } from "../../conversation/speaks-as-user.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import type { WindowSummary } from "../follow/find-summary.js";
import { isMostlyPasted } from "./is-mostly-pasted.js";

/** A block with all that planning needs to know of it. */
export interface OutlineBlock {
  readonly indexes: readonly number[];
  readonly tokens: number;
  readonly tool: boolean;
  readonly opensTurn: boolean;
  readonly turn: number;
  /** A user message that the client wrote itself, or of sounds alone. */
  readonly clientContext: boolean;
  /** It is a note of the client in words or in tags, which the client does not give again further down. */
  readonly note?: "words" | "tags";
  /** A user message that is long because of what was pasted into it. */
  readonly pasted: boolean;
  /** Never leaves the window: a role that is never pruned, protected, provider state, or a waiting call. */
  readonly pinned: boolean;
  /** A call in it still waits for its result, which is all that may follow. */
  readonly waits?: true;
}

/** More is no note. */
const MOST_NOTE_CHARACTERS = 400;

/** A window taken apart for planning. */
export interface Outline {
  /** Everything but the summary message, in order. */
  readonly blocks: readonly OutlineBlock[];
  /** The window's summary message, if there is one. */
  readonly summary?: WindowSummary & { readonly tokens: number };
  readonly pinnedTokens: number;
  readonly totalTokens: number;
  /** The newest message of the user: the position of its block, and of the item in which the user speaks. */
  readonly newestUser?: NewestUser;
}

export interface NewestUser {
  readonly position: number;
  readonly index: number;
  /** Tokens of that item alone. */
  readonly tokens: number;
}

export interface OutlineOptions<W extends object> {
  readonly meter: ItemMeter<W>;
  isPinned(item: W): boolean;
  /** The summary message among the items; see `findSummary`. */
  findSummary(items: readonly W[]): WindowSummary | undefined;
}

export function outline<W extends object>(items: readonly W[], options: OutlineOptions<W>): Outline {
  const { meter, isPinned } = options;
  const found = options.findSummary(items);
  const summary = found && { ...found, tokens: meter.tokens(items[found.index] as W) };
  const isNote = (index: number): boolean => isGapNote(meter.view(items[index] as W));
  // The summary belongs to nobody's step: no reasoning may cling to it. Notes are put again where they are needed.
  const views = items.map((item, index) =>
    index === summary?.index || isNote(index) ? { ...EMPTY_VIEW, role: "system" as const } : meter.view(item),
  );
  const pairing = pairItems(views);
  const waiting = new Set(pairing.pending.map((site) => site.index));
  const plain = buildBlocks(views, pairing);
  const turns = numberTurns(plain);
  const noteAt = clientNotes(views);
  const blocks = plain.map(
    ({ indexes, tool, opensTurn }, position): OutlineBlock => ({
      ...(opensTurn ? noteAt(indexes[0] as number) : {}),
      indexes,
      tool,
      opensTurn,
      turn: turns[position] as number,
      clientContext: opensTurn && isClients(views, indexes[0] as number),
      pasted: opensTurn && isMostlyPasted(views[indexes[0] as number]?.text ?? ""),
      tokens: indexes.reduce((sum, index) => sum + meter.tokens(items[index] as W), 0),
      pinned: indexes.some((index) => waiting.has(index) || isPinned(items[index] as W)),
      ...(indexes.some((index) => waiting.has(index)) ? { waits: true as const } : {}),
    }),
  );
  const said = blocks.filter(({ indexes }) => !isNote(indexes[0] as number));
  const others = summary ? said.filter((block) => block.indexes[0] !== summary.index) : said;
  const sum = (list: readonly OutlineBlock[]): number =>
    list.reduce((total, block) => total + block.tokens, 0);
  const newestUser = findNewestUser(items, others, meter);
  return {
    blocks: others,
    ...(summary ? { summary } : {}),
    ...(newestUser ? { newestUser } : {}),
    pinnedTokens: sum(others.filter((block) => block.pinned)),
    totalTokens: sum(said),
  };
}

const TAG = /<[^<>]{1,200}>/g;

/** Tells notes of a client: none that says nothing, and of those that repeat each other the newest. */
function clientNotes(views: readonly ItemView[]): (index: number) => Pick<OutlineBlock, "note"> {
  const newest = new Map<string, number>();
  for (const [index, { role, text }] of views.entries())
    if (role === "user" && text.length <= MOST_NOTE_CHARACTERS) newest.set(text, index);
  return (index) => {
    const text = views[index]?.text ?? "";
    if (newest.get(text) !== index || text.replace(TAG, "").trim() === "" || !isClients(views, index))
      return {};
    return { note: text.trimStart().startsWith("<") ? "tags" : "words" };
  };
}

/** What is directly before a message may be the command that a client wrote it for. */
function isClients(views: readonly ItemView[], index: number): boolean {
  const before = views[index - 1];
  const text = views[index]?.text ?? "";
  return isSoundsAlone(text) || isClientMessage(text, before?.role === "user" ? before.text : undefined);
}

function findNewestUser<W extends object>(
  items: readonly W[],
  blocks: readonly OutlineBlock[],
  meter: ItemMeter<W>,
): NewestUser | undefined {
  // Neither the summary nor a note of ours is among the blocks.
  for (let position = blocks.length - 1; position >= 0; position--) {
    const { indexes } = blocks[position] as OutlineBlock;
    const index = indexes.findLast((index) => speaksAsUser(meter.view(items[index] as W)));
    if (index !== undefined) return { position, index, tokens: meter.tokens(items[index] as W) };
  }
  return undefined;
}
