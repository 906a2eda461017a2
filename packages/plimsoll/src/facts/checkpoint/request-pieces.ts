import { isNegligible } from "../ledgers/is-negligible.js";
import { ownWords } from "../ledgers/own-words.js";
import { isClientMessage } from "../../conversation/is-client-message.js";
import type { Checkpoint, EntryBase, Speaker, WorkItem } from "./checkpoint.js";
import { firstSentences } from "./first-sentences.js";
import { CLAIM_MARK } from "./render-entry.js";
import { STATE_LABELS } from "./state-labels.js";
import { type Placed, placedEntries, type StatePiece } from "./state-piece.js";

const LABELS: readonly string[] = [STATE_LABELS.task, STATE_LABELS.first, "", STATE_LABELS.after];
/** The place of the newest request among them. */
export const NEWEST_REQUEST: number = LABELS.indexOf("");
/** After so many others the first request is where the session began, and not its task any more. */
const MANY_REQUESTS = 8;

interface Wanted {
  readonly text: string;
  readonly entry: EntryBase;
  readonly label: string;
}

export interface RequestOptions {
  /** Those of the texts that the window shows in a message of the speaker. */
  shown(texts: readonly string[], by: Speaker): ReadonlySet<string>;
  /** Rules that stand below the requests in any case. */
  readonly rules: readonly string[];
}

/** The newest request that asks for something, what was said behind it, and what the session is about. */
export function requestPieces(checkpoint: Checkpoint, { shown, rules }: RequestOptions): StatePiece[] {
  const wanted = wantedNow(checkpoint);
  const seen = shown([...new Set(wanted.flatMap(({ text }) => linesOf(text)))], "user");
  return wanted
    .filter(({ text }) => !linesOf(text).every((line) => seen.has(line)))
    .map((request) => requestPiece({ ...request, text: withoutRules(request.text, rules) }));
}

/** Fewer letters do not tell what was wanted. */
const LEAST_WANTED = 12;
const LETTERS = /[\p{L}\p{N}]/gu;

/** What may stand before a sentence, and at its end. */
const OPENING = /(?:^|\n|[.!?:;。！？।；：]["'”’»)\]]{0,3})\s{0,8}(?:(?:[-*•+]|\(?\d{1,3}[.)])\s{1,4})?$/u;
const CLOSED = /[.!?:;。！？।；：]["'”’»)\]]{0,3}$/u;
const LIST_MARK_ALONE = /^\s{0,40}\(?\d{1,3}[.)]\s{0,8}$/;
const LOOK_BACK = 20;

/** A request without the sentences that are printed as rules; as it is if nothing else is in it. */
function withoutRules(text: string, rules: readonly string[]): string {
  let rest = text;
  for (const rule of rules.toSorted((one, other) => other.length - one.length)) {
    const start = rest.indexOf(rule);
    if (start >= 0 && isSentence(rest, start, start + rule.length))
      rest = rest.slice(0, start) + rest.slice(start + rule.length).replace(/^ {1,8}/, "");
  }
  if (rest === text) return text;
  const wanted = rest
    .split("\n")
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !LIST_MARK_ALONE.test(line))
    .join("\n")
    .trim();
  return (wanted.match(LETTERS)?.length ?? 0) < LEAST_WANTED ? text : wanted;
}

const isSentence = (text: string, start: number, end: number): boolean =>
  OPENING.test(text.slice(Math.max(0, start - LOOK_BACK), start)) &&
  (CLOSED.test(text.slice(start, end)) || /^\s{0,8}(?:\n|$)/.test(text.slice(end, end + LOOK_BACK)));

/** In the window what a client put between them may part the lines. */
const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

function wantedNow(checkpoint: Checkpoint): Wanted[] {
  const requests = typedRequests(checkpoint)
    .map((entry) => ({ entry, text: wordsOf(entry.text) }))
    .filter(({ text }) => text !== "");
  const at = requests.findLastIndex(({ text }) => !isNegligible(text));
  const newest = requests[at];
  const answer = requests.slice(at + 1).at(-1);
  const objective = typedObjective(checkpoint, requests[0]?.entry);
  const task = objective ? wordsOf(objective.text) : "";
  const others = requests.filter(({ text }) => !isNegligible(text)).length;
  const label = others > MANY_REQUESTS ? STATE_LABELS.first : STATE_LABELS.task;
  const isToldApart = objective && task !== "" && newest?.text.startsWith(task) !== true;
  return [
    ...(newest ? [{ ...newest, label: "" }] : []),
    ...(answer ? [{ ...answer, label: STATE_LABELS.after }] : []),
    ...(isToldApart ? [{ entry: objective, text: task, label }] : []),
  ];
}

/** The requests without what a client wrote in the user's name; all of them if there are no others. */
function typedRequests(checkpoint: Checkpoint): Placed<"requests">[] {
  const requests = placedEntries(checkpoint, "requests");
  const typed = requests.filter(({ text }, index) => !isClientMessage(text, requests[index - 1]?.text));
  return typed.length === 0 ? requests : typed;
}

/** The prompt of a command is the task until somebody asks for something else. */
function typedObjective(
  { objective, requests }: Checkpoint,
  first: Placed<"requests"> | undefined,
): WorkItem | undefined {
  const at = requests.findIndex(({ text }) => text === objective?.text);
  if (objective === undefined || at < 0 || first === undefined) return objective;
  return isClientMessage(objective.text, requests[at - 1]?.text) ? first : objective;
}

/** What the user wrote in person, without blank lines. */
const wordsOf = (text: string): string => ownWords(text).replace(/\n\s*\n/g, "\n");

function requestPiece({ text, entry, label }: Wanted): StatePiece {
  const { by } = entry.provenance;
  const mark = by === "model" ? ` ${CLAIM_MARK}` : "";
  return {
    part: "request",
    text: `${label}${text}${mark}`,
    by,
    isMust: false,
    entry: entry.id,
    order: LABELS.indexOf(label),
    shorter: (tokens, count) => firstSentences(label, text, { tokens, count }),
  };
}
