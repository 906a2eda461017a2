import { isNegligible } from "../ledgers/is-negligible.js";
import { ownWords } from "../ledgers/own-words.js";
import type { Checkpoint, EntryBase, Speaker } from "./checkpoint.js";
import { firstSentences } from "./first-sentences.js";
import { CLAIM_MARK } from "./render-entry.js";
import { STATE_LABELS } from "./state-labels.js";
import { placedEntries, type StatePiece } from "./state-piece.js";

const LABELS: readonly string[] = [STATE_LABELS.task, "", STATE_LABELS.after];

interface Wanted {
  readonly text: string;
  readonly entry: EntryBase;
  readonly label: string;
}

/** The newest request that asks for something, what was said behind it, and what the session is about. */
export function requestPieces(
  checkpoint: Checkpoint,
  shown: (texts: readonly string[], by: Speaker) => ReadonlySet<string>,
): StatePiece[] {
  const wanted = wantedNow(checkpoint);
  const seen = shown(
    wanted.map(({ text }) => text),
    "user",
  );
  return wanted.filter(({ text }) => !seen.has(text)).map(requestPiece);
}

function wantedNow(checkpoint: Checkpoint): Wanted[] {
  const requests = placedEntries(checkpoint, "requests")
    .map((entry) => ({ entry, text: wordsOf(entry.text) }))
    .filter(({ text }) => text !== "");
  const at = requests.findLastIndex(({ text }) => !isNegligible(text));
  const newest = requests[at];
  const answer = requests.slice(at + 1).at(-1);
  const { objective } = checkpoint;
  const task = objective ? wordsOf(objective.text) : "";
  const isToldApart = objective && task !== "" && newest?.text.startsWith(task) !== true;
  return [
    ...(newest ? [{ ...newest, label: "" }] : []),
    ...(answer ? [{ ...answer, label: STATE_LABELS.after }] : []),
    ...(isToldApart ? [{ entry: objective, text: task, label: STATE_LABELS.task }] : []),
  ];
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
