import { endsSentence } from "../../text/sentence-spans.js";
import { isMachineLine } from "../../facts/ledgers/is-machine-line.js";
import type { Candidates } from "./candidates.js";
import { changesWhatWasSaid } from "./changes-what-was-said.js";
import { CHARACTER, characterClass } from "./character-class.js";
import type { Packer } from "./packer.js";
import { type Unit, unitText } from "./unit.js";
import { WEIGHTS } from "./weights.js";

/** The maximum share of a budget that user text may take before anything else. */
const MOST = 0.6;
/** Calls per request up to which a session is a conversation, and from which on it is work on orders. */
const CONVERSATION_CALLS = 2;
const WORK_CALLS = 4;
/** Below this share of the whole the reserve shrinks, by the cube: the smaller a summary, the more it must be facts. */
const FULL_RATIO = 0.08;
/** User text is always taken whole if it costs no more than this share of the budget. */
const CHEAP = 0.1;
/**
 * The same for the newest and the first message, if each costs no more than this, or than this share of the
 * reserve.
 */
const CHEAP_MESSAGE = 0.05;
const WHOLE_MESSAGE = 0.5;
/** A line of fewer words is a yes or a no, or a line of something pasted; of a script without blanks, so many signs. */
const LEAST_WORDS = 5;
const LEAST_SIGNS = 8;
/** Longer lines are pasted, not typed. */
const MOST_CHANGE_CHARACTERS = 400;

/** Calls for each request, user messages in a row being one. A single request is an order, whatever followed. */
function callsPerRequest({ units }: Candidates): number {
  let calls = 0;
  let requests = 0;
  let lastCall = -1;
  let lastUser = -2;
  for (const { kind, item, call } of units) {
    if (call > lastCall) {
      calls++;
      lastCall = call;
    }
    if (kind !== "user" || item === lastUser) continue;
    if (item !== lastUser + 1) requests++;
    lastUser = item;
  }
  const isSingle = requests === 1 && lastUser > 0;
  return isSingle ? WORK_CALLS : calls / Math.max(1, requests);
}

/**
 * Tokens reserved for the user's words. If the assistant works long on each request, requests are few and each is
 * an order. If the two talk, most sentences are answers, whose facts come back in calls; those compete like
 * everything else.
 */
export function userReserve(candidates: Candidates, budget: number): number {
  const whole = candidates.costs.reduce((sum, cost) => sum + cost, 0);
  const work = (callsPerRequest(candidates) - CONVERSATION_CALLS) / (WORK_CALLS - CONVERSATION_CALLS);
  const room = Math.min(1, budget / (FULL_RATIO * Math.max(1, whole)));
  return budget * MOST * Math.min(1, Math.max(0, work)) * room ** 3;
}

/** The units of each user message, oldest first; lines of an earlier summary count as one message. */
function userMessages({ units }: Candidates): number[][] {
  const messages = new Map<number, number[]>();
  for (let index = 0; index < units.length; index++) {
    const unit = units[index];
    if (unit?.kind !== "user") continue;
    const message = messages.get(unit.item);
    if (message === undefined) messages.set(unit.item, [index]);
    else message.push(index);
  }
  return [...messages.values()];
}

function isSentence({ source, start, end }: Unit): boolean {
  let words = 0;
  let signs = 0;
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at);
    if (code > 32 && (at === start || source.charCodeAt(at - 1) <= 32)) words++;
    if (code > 127 && characterClass(code) === CHARACTER.ideograph) signs++;
    if (words >= LEAST_WORDS || signs >= LEAST_SIGNS) return true;
  }
  return false;
}

/**
 * True for a line of an earlier summary that reads like speech. Pasted text can no longer be recognised there,
 * and listings would crowd out the user's words, compaction after compaction.
 */
function wasSaidBefore(unit: Unit): boolean {
  if (unit.item !== 0) return false;
  const text = unitText(unit);
  return endsSentence(text) && !isMachineLine(text, text);
}

/** Sentences one by one: as many as fit, short ones and those with something exact in them first. */
function takeSentences(
  packer: Packer,
  { units }: Candidates,
  { sentences, reserve }: { readonly sentences: readonly number[]; readonly reserve: number },
): void {
  const scored = sentences
    .map((unit) => ({
      unit,
      first: wasSaidBefore(units[unit] as Unit) ? 1 : 0,
      score: (WEIGHTS.userSentence + packer.gain(unit)) / packer.cost([unit]),
    }))
    .sort((a, b) => b.first - a.first || b.score - a.score || a.unit - b.unit);
  let left = reserve;
  for (const { unit } of scored) {
    if (left < LEAST_WORDS) break;
    left -= packer.takeNew(unit, left);
  }
}

/**
 * Sentences in which the user withdraws something, newest first: without them the summary states what is no
 * longer true.
 */
function takeChanges(packer: Packer, { units }: Candidates, limit: number): void {
  let left = limit;
  for (let index = units.length - 1; index >= 0 && left >= LEAST_WORDS; index--) {
    const unit = units[index];
    if (unit?.kind !== "user" || unit.end - unit.start > MOST_CHANGE_CHARACTERS) continue;
    if (isSentence(unit) && changesWhatWasSaid(unitText(unit))) left -= packer.takeNew(index, left);
  }
}

/** User text without verbatim repetitions. */
function distinct(units: readonly Unit[], messages: readonly (readonly number[])[]): number[][] {
  const said = new Set<string>();
  return messages.map((message) =>
    message.filter((index) => {
      const text = unitText(units[index] as Unit);
      if (said.has(text)) return false;
      said.add(text);
      return true;
    }),
  );
}

/**
 * Sentences of whole messages, shorter messages first, because long ones are mostly pasted. Returns the remaining
 * budget.
 */
function takeMessages(packer: Packer, messages: readonly (readonly number[])[], reserve: number): number {
  let left = reserve;
  const byCost = messages
    .map((message) => ({ message, cost: packer.cost(message) }))
    .sort((a, b) => a.cost - b.cost);
  for (const { message, cost } of byCost) {
    if (cost > left) break;
    packer.take(message);
    left -= cost;
  }
  return left;
}

/**
 * All user text if it is cheap. Otherwise the newest and the first message, and the sentences of the others: a
 * line of a word or two is a yes, or pasted, and competes like everything else.
 */
export function takeUserText(
  packer: Packer,
  candidates: Candidates,
  { budget, reserve }: { readonly budget: number; readonly reserve: number },
): void {
  const messages = distinct(candidates.units, userMessages(candidates));
  if (packer.cost(messages.flat()) <= CHEAP * budget) {
    packer.take(messages.flat());
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
  const isOpen = (unit: number): boolean => !packer.has(unit) && isSentence(candidates.units[unit] as Unit);
  const sentences = messages.map((message) => message.filter(isOpen));
  left = takeMessages(packer, sentences, left);
  if (sentences.flat().every((unit) => packer.has(unit))) return;
  takeChanges(packer, candidates, CHEAP_MESSAGE * budget);
  takeSentences(packer, candidates, { sentences: sentences.flat(), reserve: left });
}
