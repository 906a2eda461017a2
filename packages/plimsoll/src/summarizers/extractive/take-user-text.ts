import { isMachineLine } from "../../facts/ledgers/is-machine-line.js";
import type { Candidates } from "./candidates.js";
import { changesWhatWasSaid } from "./changes-what-was-said.js";
import type { Packer } from "./packer.js";
import { type Unit, unitText } from "./unit.js";

/** The maximum share of a budget that user text may take before anything else. */
const MOST = 0.8;
/** Below this share of the whole the reserve shrinks, by the cube: the smaller a summary, the more it must be facts. */
const FULL_RATIO = 0.08;
/** What was pasted takes at most this share of a budget before anything else. */
const MOST_PASTED = 0.55;
const SHORT_TOKENS = 400;
/** User text is always taken whole if it costs no more than this share of the budget. */
const CHEAP = 0.1;
/**
 * The same for the newest and the first message, if each costs no more than this, or than this share of the
 * reserve.
 */
const CHEAP_MESSAGE = 0.05;
const WHOLE_MESSAGE = 0.5;
/** Fewer tokens hold no sentence. */
const LEAST_TOKENS = 3;
/** Longer sentences are pasted, not typed. */
const MOST_CHANGE_CHARACTERS = 400;

/**
 * Tokens reserved for the user's words. How strongly a session shrinks shows with the state that is printed above; in a short
 * summary, what was done says more.
 */
export function userReserve({ costs, statedTokens }: Candidates, budget: number): number {
  const whole = costs.reduce((sum, cost) => sum + cost, 0);
  const stated = budget + statedTokens < SHORT_TOKENS ? 0 : statedTokens;
  const room = Math.min(1, (budget + stated) / (FULL_RATIO * Math.max(1, whole)));
  return budget * MOST * room ** 3;
}

/**
 * True for a line of an earlier summary that does not read like speech. Listings would crowd out the user's words,
 * compaction after compaction.
 */
function isOldPaste(unit: Unit): boolean {
  if (unit.item !== 0) return false;
  const text = unitText(unit);
  return isMachineLine(text, text);
}

/**
 * The units of each user message, oldest first; what an earlier summary quotes counts sentence by sentence. Of what the
 * user repeats the newest counts.
 */
function userMessages({ units, stale }: Candidates): number[][] {
  const messages: number[][] = [];
  const said = new Set<string>();
  let item = -1;
  for (let index = units.length - 1; index >= 0; index--) {
    const unit = units[index];
    if (unit?.kind !== "user" || stale[index] === 1 || isOldPaste(unit)) continue;
    const text = unitText(unit);
    if (said.has(text)) continue;
    said.add(text);
    if (unit.item === item && item !== 0) messages.at(-1)?.push(index);
    else messages.push([index]);
    item = unit.item;
  }
  return messages.map((message) => message.reverse()).reverse();
}

/**
 * Sentences in which the user withdraws something, newest first: without them the summary states what is no
 * longer true. Returns what they cost.
 */
function takeChanges(packer: Packer, { units }: Candidates, limit: number): number {
  let left = limit;
  for (let index = units.length - 1; index >= 0 && left >= LEAST_TOKENS; index--) {
    const unit = units[index];
    if (unit?.kind !== "user" || unit.end - unit.start > MOST_CHANGE_CHARACTERS || packer.has(index))
      continue;
    if (changesWhatWasSaid(unitText(unit))) left -= packer.takeNew(index, left);
  }
  return limit - left;
}

/**
 * Whole messages, newest first; of one that does not fit its first sentences, as many as half of the room holds. Returns
 * the remaining room.
 */
function takeNewest(packer: Packer, messages: readonly (readonly number[])[], reserve: number): number {
  let left = reserve;
  for (const message of messages.toReversed()) {
    if (left < LEAST_TOKENS) return left;
    const open = message.filter((unit) => !packer.has(unit));
    const cost = packer.cost(open);
    if (cost <= left) {
      packer.take(open);
      left -= cost;
      continue;
    }
    const most = left / 2;
    let spent = 0;
    for (const unit of open) {
      const own = packer.cost([unit]);
      if (spent + own > most) break;
      packer.take([unit]);
      spent += own;
    }
    left -= spent;
  }
  return left;
}

/** Words between blanks, or a run of a script that writes without them. */
const WORD = /(?<=^|\s)["'`(*]{0,3}\p{L}[\p{L}\p{M}'’-]*[.,:;!?)"'`*]{0,3}(?=\s|$)/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{4}/u;
const LEAST_WORDS = 4;

/** A line of a pasted text that says something in words: not one of the hundred tests that passed. */
function isTold(unit: Unit): boolean {
  const text = unitText(unit);
  if (isMachineLine(text, text) || text.startsWith("<")) return false;
  return UNSPACED.test(text) || (text.match(WORD)?.length ?? 0) >= LEAST_WORDS;
}

/** What was pasted into messages, the newest first: all of it if it fits, otherwise the sentences, from the first on. */
function takePasted(packer: Packer, { units, stale }: Candidates, reserve: number): void {
  const pasted = new Map<number, number[]>();
  for (let index = units.length - 1; index >= 0; index--) {
    const unit = units[index];
    if (unit?.kind !== "pasted" || stale[index] === 1) continue;
    const lines = pasted.get(unit.item);
    if (lines === undefined) pasted.set(unit.item, [index]);
    else lines.push(index);
  }
  let left = reserve;
  for (const lines of pasted.values()) {
    const open = lines.filter((line) => !packer.has(line)).reverse();
    const isWhole = packer.cost(open) <= left;
    for (const line of open) {
      if (left < LEAST_TOKENS) return;
      const unit = units[line];
      if (isWhole || (unit !== undefined && isTold(unit))) left -= packer.takeNew(line, left);
    }
  }
}

/**
 * All user text if it is cheap. Otherwise the newest and the first message, what takes something back, and the others
 * from the newest on. What does not fit competes like everything else.
 */
export function takeUserText(
  packer: Packer,
  candidates: Candidates,
  { budget, reserve }: { readonly budget: number; readonly reserve: number },
): void {
  const messages = userMessages(candidates);
  const cost = packer.cost(messages.flat());
  if (cost <= CHEAP * budget) {
    packer.take(messages.flat());
    takePasted(packer, candidates, Math.min(reserve - cost, MOST_PASTED * budget));
    return;
  }
  let left = reserve;
  const whole = Math.max(CHEAP_MESSAGE * budget, WHOLE_MESSAGE * reserve);
  for (const message of new Set([messages.at(-1), messages[0]])) {
    const cost = packer.cost(message ?? []);
    if (message === undefined || cost > whole) continue;
    packer.take(message);
    left -= cost;
  }
  left -= takeChanges(packer, candidates, CHEAP_MESSAGE * budget);
  const rest = takeNewest(packer, messages, left);
  takePasted(packer, candidates, Math.min(rest, MOST_PASTED * budget));
}
