import { isNegligible } from "../ledgers/is-negligible.js";
import { ownWords } from "../ledgers/own-words.js";
import { readProse } from "../ledgers/read-prose.js";
import type { Checkpoint, EntryBase, SectionEntry, SectionName, Speaker } from "./checkpoint.js";
import { changedFiles } from "./changed-files.js";
import { oneLine } from "../../text/one-line.js";
import { CLAIM_MARK, renderEntry, shownEntries } from "./render-entry.js";
import { STATE_LABELS } from "./state-labels.js";
import type { StatePart } from "./state-headings.js";

/** One statement of a printed state. */
export interface StatePiece {
  readonly part: StatePart;
  /** The first line, and indented ones below it. Several files share a line. */
  readonly text: string;
  readonly by: Speaker;
  /** Has its place before everything else. */
  readonly isMust: boolean;
  readonly entry: string;
  /** Its place among the pieces of its part. */
  readonly order: number;
  /** A shorter form, for where the whole does not fit: as much as this many tokens hold. */
  shorter?(tokens: number, count: (text: string) => number): string;
}

/** Pieces of one kind, the most important first. A kind has a share of the room before the next has its turn. */
export interface PieceGroup {
  readonly name: string;
  /** Of what is free when its turn comes. */
  readonly share: number;
  /** Tokens that it may take in all, whatever is free. @default as many as there are */
  readonly cap?: number;
  readonly pieces: readonly StatePiece[];
}

export interface PieceOptions {
  /** True if the window shows these words in a message of the speaker. */
  isShown(text: string, by: Speaker): boolean;
  /** Tokens of the whole summary, of which the state is a part. */
  readonly summaryTokens: number;
}

/** In a short summary the words of user and assistant take less: what was done and is open says more in fewer words. */
const REQUEST_SHARE = 0.4;
const STATEMENT_SHARE = 0.2;
const FULL_SHARE_FROM = 400;
const wordsCap = (share: number, tokens: number): number =>
  Math.floor(share * tokens * Math.min(1, Math.max(0.6, tokens / FULL_SHARE_FROM)));

/** Of long sections only the newest are looked at. */
const MOST_ENTRIES = 300;
const MOST_ERRORS = 12;

function current<S extends SectionName>(checkpoint: Checkpoint, section: S): Placed<S>[] {
  const sections: { readonly [N in SectionName]: readonly SectionEntry<N>[] } = checkpoint;
  return sections[section]
    .map((entry, order) => ({ ...entry, order }))
    .filter(({ status }) => status === "current")
    .slice(-MOST_ENTRIES);
}

/** Entries of what programs say: one line each. */
const ONE_LINERS: ReadonlySet<SectionName> = new Set(["errors", "facts", "handles"]);
const MOST_LINE_CHARACTERS = 240;

/** An entry with its place in its section. */
type Placed<S extends SectionName> = SectionEntry<S> & { readonly order: number };

function piece<S extends SectionName>(part: StatePart, section: S, entry: Placed<S>): StatePiece {
  const rendered = renderEntry(section, entry);
  const words = ONE_LINERS.has(section) ? oneLine(rendered, MOST_LINE_CHARACTERS) : rendered;
  return { part, text: words, by: entry.provenance.by, isMust: false, entry: entry.id, order: entry.order };
}

const labelled = (label: string, named: StatePiece): StatePiece => ({ ...named, text: label + named.text });

/** Somebody made it: what a program prints is none. */
const isMade = ({ provenance: { by } }: EntryBase): boolean => by !== "tool";

const newestFirst = <T>(entries: readonly T[]): T[] => entries.toReversed();

/** The groups in order of importance: what gives way first stands last. */
export function statePieces(checkpoint: Checkpoint, options: PieceOptions): PieceGroup[] {
  const rules = rulePieces(checkpoint, options);
  const errors = newestFirst(current(checkpoint, "errors").filter(({ state }) => state === "open"));
  const error = (entry: Placed<"errors">): StatePiece =>
    labelled(STATE_LABELS.fails, piece("open", "errors", entry));
  const statements = statementPieces(checkpoint, options);
  const statement = {
    name: "statement",
    share: 0.8,
    cap: wordsCap(STATEMENT_SHARE, options.summaryTokens),
    pieces: statements.slice(0, 1),
  };
  // In a short summary what was done says more than what was said.
  const isShort = options.summaryTokens < FULL_SHARE_FROM;
  const facts = newestFirst(current(checkpoint, "facts"));
  return [
    { name: "rules", share: 1, pieces: rules.filter(({ isMust }) => isMust) },
    {
      name: "request",
      share: 0.7,
      cap: wordsCap(REQUEST_SHARE, options.summaryTokens),
      pieces: requestPieces(checkpoint, options),
    },
    { name: "newest error", share: 0.15, pieces: errors.slice(0, 1).map(error) },
    ...(isShort ? [] : [statement]),
    { name: "steps", share: 0.5, pieces: stepPieces(checkpoint) },
    { name: "files", share: 0.6, pieces: filePieces(checkpoint) },
    ...(isShort ? [statement] : []),
    { name: "open facts", share: 0.3, pieces: factPieces(facts.filter(({ state }) => state === "open")) },
    { name: "handles", share: 0.3, pieces: handlePieces(checkpoint) },
    { name: "open errors", share: 0.2, pieces: errors.slice(1, MOST_ERRORS).map(error) },
    {
      name: "risks",
      share: 0.2,
      pieces: newestFirst(current(checkpoint, "risks")).map((entry) =>
        labelled(entry.kind === "risk" ? STATE_LABELS.risk : "", piece("open", "risks", entry)),
      ),
    },
    { name: "changed facts", share: 0.4, pieces: factPieces(facts.filter(isChanged)) },
    { name: "preferences", share: 0.4, pieces: rules.filter(({ isMust }) => !isMust) },
    {
      name: "decisions",
      share: 0.4,
      pieces: newestFirst(current(checkpoint, "decisions").filter(isMade)).map((entry) =>
        piece("decisions", "decisions", entry),
      ),
    },
    {
      name: "statement before",
      share: 0.3,
      cap: wordsCap(STATEMENT_SHARE, options.summaryTokens),
      pieces: statements.slice(1),
    },
    { name: "resolved errors", share: 0.3, pieces: resolvedPieces(checkpoint) },
    {
      name: "facts",
      share: 0.4,
      pieces: factPieces(facts.filter((entry) => !isChanged(entry) && entry.state === "stands")),
    },
    {
      name: "identifiers",
      share: 1,
      cap: Math.floor(IDENTIFIER_SHARE * options.summaryTokens),
      pieces: identifierPieces(checkpoint),
    },
  ];
}

const isChanged = ({ before, state }: Placed<"facts">): boolean => state === "stands" && before.length > 0;

const factPieces = (facts: readonly Placed<"facts">[]): StatePiece[] =>
  facts.map((entry) => piece(entry.state === "open" ? "open" : "facts", "facts", entry));

/** Of the whole summary, for identifiers with what they are. */
const IDENTIFIER_SHARE = 0.1;
const MOST_IDENTIFIERS = 60;

/** Identifiers that somebody gave a meaning and that no fact is about, the most telling first. */
function identifierPieces(checkpoint: Checkpoint): StatePiece[] {
  const known = current(checkpoint, "facts")
    .map(({ subject, value }) => `${subject} ${value}`)
    .join("\n");
  return shownEntries(checkpoint, "identifiers")
    .filter(({ value, meaning }) => meaning !== "" && !known.includes(value))
    .slice(0, MOST_IDENTIFIERS)
    .map((entry, order) => piece("facts", "identifiers", { ...entry, order: BEHIND_FACTS + order }));
}

/** Identifiers stand below the facts. */
const BEHIND_FACTS = 1_000_000;

/** The user's rules that the window does not show, in the order in which they were given. */
function rulePieces(checkpoint: Checkpoint, { isShown }: PieceOptions): StatePiece[] {
  const replaced = new Map<string, string>();
  for (const { status, supersededBy, text } of checkpoint.constraints)
    if (status === "superseded" && supersededBy !== undefined) replaced.set(supersededBy, text);
  return current(checkpoint, "constraints")
    .filter(({ text, provenance }) => !isShown(text, provenance.by))
    .map((entry) => ({
      ...piece("rules", "constraints", entry),
      isMust: entry.provenance.by === "user" && entry.kind !== "preference",
    }));
}

const LABELS: readonly string[] = [STATE_LABELS.task, "", STATE_LABELS.after];

/** The newest request that asks for something, what was said behind it, and what the session is about. */
function requestPieces(checkpoint: Checkpoint, { isShown }: PieceOptions): StatePiece[] {
  const requests = current(checkpoint, "requests")
    .map((entry) => ({ entry, text: withoutBlankLines(ownWords(entry.text)) }))
    .filter(({ text }) => text !== "");
  const at = requests.findLastIndex(({ text }) => !isNegligible(text));
  const found: StatePiece[] = [];
  const add = (text: string, { id, provenance: { by } }: EntryBase, label: string): void => {
    if (isShown(text, "user")) return;
    const mark = by === "model" ? ` ${CLAIM_MARK}` : "";
    found.push({
      part: "request",
      text: `${label}${text}${mark}`,
      by,
      isMust: false,
      entry: id,
      order: LABELS.indexOf(label),
      shorter: (tokens, count) => firstSentences(text, { label, tokens, count }),
    });
  };
  const newest = requests[at];
  if (newest) add(newest.text, newest.entry, "");
  const answer = requests.slice(at + 1).at(-1);
  if (answer) add(answer.text, answer.entry, STATE_LABELS.after);
  const { objective } = checkpoint;
  const task = objective ? withoutBlankLines(ownWords(objective.text)) : "";
  if (objective && task !== "" && newest?.text.startsWith(task) !== true)
    add(task, objective, STATE_LABELS.task);
  return found;
}

const withoutBlankLines = (text: string): string => text.replace(/\n\s*\n/g, "\n");

/** Of a message that is mostly its writer's own prose, its beginning says what is wanted; of others, the prose does. */
const LEAST_PROSE_SHARE = 0.6;
const SENTENCE_END = /[.!?。！？।]["'”’»)\]]{0,3}\s+|\n/g;
const CUT = " […]";

/** The beginning of a message, up to the end of a sentence, that fits. */
function firstSentences(
  text: string,
  {
    label,
    tokens,
    count,
  }: { readonly label: string; readonly tokens: number; readonly count: (text: string) => number },
): string {
  const prose = readProse(text).map((sentence) => sentence.text);
  const written = prose.reduce((sum, sentence) => sum + sentence.length + 1, 0);
  const source = written >= LEAST_PROSE_SHARE * text.length ? text : prose.join("\n");
  const ends = [...source.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  let taken = "";
  for (let low = 0, high = ends.length - 1; low <= high; ) {
    const middle = (low + high) >> 1;
    const shorter = label + source.slice(0, ends[middle]).trimEnd() + CUT;
    if (count(shorter) <= tokens) {
      taken = shorter;
      low = middle + 1;
    } else high = middle - 1;
  }
  return taken;
}

/** Fewer words of a statement say nothing. */
const LEAST_WORDS = 12;

/** The beginning of a statement, up to the end of a word, that fits. */
function firstWords(text: string, tokens: number, count: (text: string) => number): string {
  const ends = [...text.matchAll(/\s+|$/g)].map(({ index }) => index);
  let taken = "";
  for (let low = LEAST_WORDS, high = ends.length - 1; low <= high; ) {
    const middle = (low + high) >> 1;
    const shorter = `${text.slice(0, ends[middle])} …`;
    if (count(shorter) <= tokens) {
      taken = shorter;
      low = middle + 1;
    } else high = middle - 1;
  }
  return taken;
}

/** The open steps, and before them in importance nothing; the done ones, newest first. */
function stepPieces(checkpoint: Checkpoint): StatePiece[] {
  const steps = current(checkpoint, "plan");
  const open = steps.filter(({ state }) => state !== "done");
  const done = newestFirst(steps.filter(({ state }) => state === "done"));
  return [...open, ...done].map((entry) => piece("work", "plan", entry));
}

/** The files by name, and where they are. */
function filePieces(checkpoint: Checkpoint): StatePiece[] {
  const { root, files } = changedFiles(current(checkpoint, "files"));
  const pieces = files.map(({ text, id }, index): StatePiece => {
    return { part: "files", text, by: "tool", isMust: false, entry: id, order: -index };
  });
  const [newest, ...others] = pieces;
  if (newest === undefined || root === "") return pieces;
  return [newest, { ...newest, text: `${STATE_LABELS.filesIn}${root}`, order: 1 }, ...others];
}

/** Statements stand below the steps. */
const BEHIND_STEPS = 1_000_000;

function statementPieces(checkpoint: Checkpoint, { isShown }: PieceOptions): StatePiece[] {
  return newestFirst(current(checkpoint, "statements"))
    .filter(({ text, provenance }) => !isShown(text, provenance.by))
    .map((entry, index) => {
      const label = index === 0 ? STATE_LABELS.saidLast : STATE_LABELS.saidBefore;
      const { text } = piece("work", "statements", entry);
      return {
        part: "work",
        text: `${label}${text}`,
        by: entry.provenance.by,
        isMust: false,
        entry: entry.id,
        order: BEHIND_STEPS - index,
        shorter: (tokens, count) => firstWords(`${label}${text}`, tokens, count),
      };
    });
}

function handlePieces(checkpoint: Checkpoint): StatePiece[] {
  const open = current(checkpoint, "handles").filter(({ state }) => state === "open");
  return newestFirst(open).map((entry) => {
    const isMust = entry.provenance.by !== "model";
    const shown = piece("handles", "handles", entry);
    if (entry.kind !== "approval" || entry.handle !== "user") return { ...shown, isMust };
    const question = oneLine(entry.text, MOST_LINE_CHARACTERS);
    return { ...shown, part: "open", text: `${STATE_LABELS.asked}${question}`, isMust };
  });
}

/** What failed and was put right, newest first. */
const resolvedPieces = (checkpoint: Checkpoint): StatePiece[] =>
  newestFirst(current(checkpoint, "errors").filter(({ state }) => state === "resolved")).map((entry) =>
    labelled(STATE_LABELS.fixed, piece("facts", "errors", entry)),
  );
