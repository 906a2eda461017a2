import { oneLine } from "../../text/one-line.js";
import { changedFiles } from "./changed-files.js";
import type { Checkpoint, EntryBase, IdentifierFields, Speaker } from "./checkpoint.js";
import { firstWords } from "./first-words.js";
import { answeredNote, shownEntries } from "./render-entry.js";
import { NEWEST_REQUEST, requestPieces } from "./request-pieces.js";
import { MATTER_SUBJECT } from "../ledgers/matter-facts.js";
import { STATE_LABELS } from "./state-labels.js";
import {
  MOST_LINE_CHARACTERS,
  type Placed,
  placedEntries,
  type StatePiece,
  statePiece,
} from "./state-piece.js";
import { withoutSharedFields } from "./without-shared-fields.js";

/** Pieces of one kind, the most important first. A kind has a share of the room before the next has its turn. */
export interface PieceGroup {
  readonly name: string;
  /** Of what is free when its turn comes. */
  readonly share: number;
  /** Tokens that it may take in all, whatever is free. @default as many as there are */
  readonly cap?: number;
  /** A piece that was shortened takes what all others leave. @default false */
  readonly grows?: boolean;
  readonly pieces: readonly StatePiece[];
}

export interface PieceOptions {
  /** Those of the texts that the window shows in a message of the speaker. */
  shown(texts: readonly string[], by: Speaker): ReadonlySet<string>;
  /** Tokens of the whole summary, of which the state is a part. */
  readonly summaryTokens: number;
}

/** In a short summary the words of user and assistant take less: what was done and is open says more in fewer words. */
const REQUEST_SHARE = 0.4;
/** Where the window shows the newest request, for what the session is about. */
const EARLIER_REQUEST_SHARE = 0.2;
const STATEMENT_SHARE = 0.24;
const FULL_SHARE_FROM = 400;
const wordsCap = (share: number, tokens: number): number =>
  Math.floor(share * tokens * Math.min(1, Math.max(0.6, tokens / FULL_SHARE_FROM)));

/** A statement is whole where a long summary has the room, and its beginning elsewhere. */
const SHORT_STATEMENT = 180;
const LONG_STATEMENT_SHARE = 0.06;
const MOST_ANNOUNCED = 160;
/** Where the window shows what is wanted, the words of the assistant may take what the request would. */
const statementCap = (tokens: number, isRequestShown: boolean): number =>
  Math.min(
    wordsCap(STATEMENT_SHARE * (isRequestShown ? 2 : 1), tokens),
    Math.max(SHORT_STATEMENT, Math.floor(LONG_STATEMENT_SHARE * tokens)),
  );

const MOST_ERRORS = 12;
/** So many of the newest files come before the last statement. */
const FIRST_FILES = 6;

const labelled = (label: string, named: StatePiece): StatePiece => ({ ...named, text: label + named.text });

/** Somebody made it: what a program prints is none. */
const isMade = ({ provenance: { by } }: EntryBase): boolean => by !== "tool";

const newestFirst = <T>(entries: readonly T[]): T[] => entries.toReversed();

/** The groups in order of importance: what gives way first stands last. */
export function statePieces(checkpoint: Checkpoint, options: PieceOptions): PieceGroup[] {
  const { summaryTokens } = options;
  const rules = rulePieces(checkpoint, options);
  const errors = openErrors(checkpoint);
  const ruled = new Set(rules.map(({ text }) => text));
  const facts = fewOfAFile(withoutSharedFields(newestFirst(placedEntries(checkpoint, "facts")))).filter(
    ({ subject, value }) => subject !== MATTER_SUBJECT || !ruled.has(value),
  );
  const statements = statementPieces(checkpoint, options);
  // In a short summary what was done says more than what was said.
  const isShort = summaryTokens < FULL_SHARE_FROM;
  const request = requestGroup(checkpoint, options, rules);
  const spoken = statementCap(summaryTokens, request.pieces.length === 0);
  // A few words on what comes next leave room for what was said before them.
  const isAnnounced = !isShort && (statements[0]?.text.length ?? 0) <= MOST_ANNOUNCED;
  const first = isAnnounced ? statements : statements.slice(0, 1);
  const statement: PieceGroup = {
    name: "statement",
    share: 0.7,
    cap: spoken,
    grows: true,
    pieces: first,
  };
  const files = filePieces(checkpoint);
  return [
    { name: "rules", share: 1, pieces: rules.filter(({ isMust }) => isMust) },
    request,
    { name: "newest error", share: 0.15, pieces: errors.slice(0, 1) },
    { name: "newest files", share: isShort ? 0 : 0.25, pieces: files.slice(0, FIRST_FILES) },
    ...(isShort ? [] : [statement]),
    { name: "steps", share: 0.5, pieces: stepPieces(checkpoint) },
    { name: "files", share: 0.6, pieces: files },
    ...(isShort ? [statement] : []),
    { name: "open facts", share: 0.3, pieces: factPieces(facts.filter(({ state }) => state === "open")) },
    { name: "handles", share: 0.3, pieces: handlePieces(checkpoint) },
    { name: "open errors", share: 0.2, pieces: errors.slice(1, MOST_ERRORS) },
    { name: "risks", share: 0.2, pieces: riskPieces(checkpoint) },
    { name: "changed facts", share: 0.4, pieces: factPieces(facts.filter(isChanged)) },
    { name: "preferences", share: 0.4, pieces: rules.filter(({ isMust }) => !isMust) },
    { name: "decisions", share: 0.4, pieces: decisionPieces(checkpoint) },
    replacedRules(checkpoint, { rules, summaryTokens }),
    { name: "statement before", share: 0.3, cap: spoken, pieces: statements.slice(first.length) },
    { name: "resolved errors", share: 0.3, pieces: resolvedErrors(checkpoint) },
    {
      name: "facts said",
      share: 0.4,
      pieces: factPieces(facts.filter((fact) => isUnchanged(fact) && isMade(fact))),
    },
    {
      name: "facts shown",
      share: 0.4,
      cap: Math.floor(SHOWN_SHARE * summaryTokens),
      pieces: factPieces(facts.filter((fact) => isUnchanged(fact) && !isMade(fact))),
    },
    identifierGroup(checkpoint, summaryTokens),
  ];
}

const requestGroup = (
  checkpoint: Checkpoint,
  { shown, summaryTokens }: PieceOptions,
  rules: readonly StatePiece[],
): PieceGroup => {
  const pieces = requestPieces(checkpoint, {
    shown,
    rules: rules.filter(({ isMust }) => isMust).map(({ text }) => text),
  });
  const isShown = pieces.every(({ order }) => order !== NEWEST_REQUEST);
  const share = isShown ? EARLIER_REQUEST_SHARE : REQUEST_SHARE;
  return { name: "request", share: 0.7, cap: wordsCap(share, summaryTokens), pieces };
};

/** What fails; newest first. */
const openErrors = (checkpoint: Checkpoint): StatePiece[] =>
  newestFirst(placedEntries(checkpoint, "errors").filter(({ state }) => state === "open")).map((entry) =>
    labelled(STATE_LABELS.fails, statePiece("open", "errors", entry)),
  );

/** A script of somebody's own, run by its interpreter. */
const SCRIPT = /^(?:python[\d.]*|node|ruby|perl|php|deno|bun|tsx|ts-node) /;

/** What failed and was put right: that of tests, compilers and builds before that of scripts, then newest first. */
const resolvedErrors = (checkpoint: Checkpoint): StatePiece[] =>
  newestFirst(placedEntries(checkpoint, "errors").filter(({ state }) => state === "resolved"))
    .toSorted((one, other) => Number(SCRIPT.test(one.subject)) - Number(SCRIPT.test(other.subject)))
    .map((entry) => labelled(STATE_LABELS.fixed, statePiece("facts", "errors", entry)));

const riskPieces = (checkpoint: Checkpoint): StatePiece[] =>
  newestFirst(placedEntries(checkpoint, "risks")).map((entry) =>
    labelled(entry.kind === "risk" ? STATE_LABELS.risk : "", statePiece("open", "risks", entry)),
  );

const decisionPieces = (checkpoint: Checkpoint): StatePiece[] =>
  newestFirst(placedEntries(checkpoint, "decisions").filter(isMade)).map((entry) =>
    statePiece("decisions", "decisions", entry),
  );

const isChanged = ({ before, state }: Placed<"facts">): boolean => state === "stands" && before.length > 0;
const isUnchanged = ({ before, state }: Placed<"facts">): boolean =>
  state === "stands" && before.length === 0;

/** So many settings of one file are told; who needs more reads the file. */
const MOST_OF_A_FILE = 6;
const OF_FILE = /\(([^()\s]{0,200}[./][^()\s]{1,200})\)$/;

/** The facts without the older ones of a file that has many. */
function fewOfAFile(facts: readonly Placed<"facts">[]): Placed<"facts">[] {
  const counts = new Map<string, number>();
  return facts.filter(({ subject }) => {
    const file = OF_FILE.exec(subject)?.[1];
    if (file === undefined) return true;
    const count = (counts.get(file) ?? 0) + 1;
    counts.set(file, count);
    return count <= MOST_OF_A_FILE;
  });
}

const factPieces = (facts: readonly Placed<"facts">[]): StatePiece[] =>
  facts.map((entry) => statePiece(entry.state === "open" ? "open" : "facts", "facts", entry));

/** Of the whole summary, for what tools showed once: extracts choose among it by what is wanted now. */
const SHOWN_SHARE = 0.1;

/** Of the whole summary, for identifiers with what they are. */
const IDENTIFIER_SHARE = 0.1;
const MOST_IDENTIFIERS = 60;
/** Identifiers stand below the facts. */
const BEHIND_FACTS = 1_000_000;

/** A piece of code or markup next to an identifier says nothing of what it is; a moment is no identifier. */
const CODE = /[<>{}="`|$\\]|(?:^|\s)'|'(?:\s|$)/;
/** Up to the end of another sentence before the one that names an identifier. */
const SENTENCE_BEFORE = /^.*[.!?。！？]\s+(?=\S)/;
/** A name with a number, up to the colon behind it: what follows is of something else. */
const NAMED_BEFORE = /^.*\d\S{0,20}[:：]\s+(?=\S)/;
/** The identifier itself stands in brackets behind its meaning. */
const BRACKET = /\s{0,4}\($/;
/** A line that a search found: "src/a.ts:12:export function". */
const PLACE = /^\S{1,200}:\d{1,7}[:-]/;
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{1,2})?$/;
/** Torn out of brackets: "enforcement (citing issues". */
const isTorn = (text: string): boolean => text.split("(").length !== text.split(")").length;
const isTelling = ({ meaning, value }: IdentifierFields): boolean =>
  meaning !== "" &&
  !CODE.test(meaning) &&
  !PLACE.test(meaning) &&
  !MOMENT.test(value) &&
  !isTorn(meaning.replace(BRACKET, ""));

/** Identifiers that somebody gave a meaning and that no fact or decision is or was about, the most telling first. */
function identifierGroup(checkpoint: Checkpoint, summaryTokens: number): PieceGroup {
  const facts = placedEntries(checkpoint, "facts");
  const gone = checkpoint.decisions.filter(({ status }) => status === "superseded").map(({ text }) => text);
  const known = [
    ...facts.map(({ subject, value, before }) => [subject, value, ...before].join(" ")),
    ...gone,
  ].join("\n");
  const changed = facts.filter(isChanged).map(({ subject }) => subject.toLowerCase());
  const pieces: StatePiece[] = [];
  for (const entry of shownEntries(checkpoint, "identifiers")) {
    if (pieces.length === MOST_IDENTIFIERS) break;
    if (!isTelling(entry) || known.includes(entry.value)) continue;
    // A value that a fact had so long ago that it does not name it any more.
    if (changed.some((subject) => entry.meaning.toLowerCase().includes(subject))) continue;
    const meaning = entry.meaning.replace(SENTENCE_BEFORE, "").replace(NAMED_BEFORE, "").replace(BRACKET, "");
    const placed = { ...entry, meaning, order: BEHIND_FACTS + pieces.length };
    pieces.push(statePiece("facts", "identifiers", placed));
  }
  return { name: "identifiers", share: 1, cap: Math.floor(IDENTIFIER_SHARE * summaryTokens), pieces };
}

/** The user's rules that the window does not show, in the order in which they were given. */
const rulePieces = (checkpoint: Checkpoint, options: PieceOptions): StatePiece[] =>
  notShown(placedEntries(checkpoint, "constraints"), options).map((entry) => ({
    ...statePiece("rules", "constraints", entry),
    isMust: entry.provenance.by === "user" && entry.kind !== "preference",
  }));

/** Of the whole summary, for what rules replaced. */
const REPLACED_SHARE = 0.05;

/** What the rules that are printed in any case took the place of, each below its rule. */
function replacedRules(
  { constraints }: Checkpoint,
  { rules, summaryTokens }: { readonly rules: readonly StatePiece[]; readonly summaryTokens: number },
): PieceGroup {
  const printed = new Map(rules.filter(({ isMust }) => isMust).map((rule) => [rule.entry, rule]));
  const pieces = newestFirst(constraints).flatMap(({ id, status, supersededBy = "", text }): StatePiece[] => {
    const rule = status === "superseded" ? printed.get(supersededBy) : undefined;
    if (rule === undefined || rule.by !== "user") return [];
    const words = STATE_LABELS.replaced + oneLine(text, MOST_LINE_CHARACTERS);
    return [{ ...rule, text: words, isMust: false, entry: id, order: rule.order + 0.5 }];
  });
  return {
    name: "replaced rules",
    share: 0.2,
    cap: Math.floor(REPLACED_SHARE * summaryTokens),
    pieces: pieces.slice(0, MOST_REPLACED),
  };
}

const MOST_REPLACED = 12;

function notShown<E extends EntryBase & { readonly text: string }>(
  entries: readonly E[],
  { shown }: PieceOptions,
): E[] {
  const speakers = [...new Set(entries.map(({ provenance }) => provenance.by))];
  const seen = new Map(
    speakers.map((speaker) => [
      speaker,
      shown(
        entries.filter(({ provenance }) => provenance.by === speaker).map(({ text }) => text),
        speaker,
      ),
    ]),
  );
  return entries.filter(({ text, provenance }) => seen.get(provenance.by)?.has(text) !== true);
}

/** The open steps, then the done ones, newest first. */
function stepPieces(checkpoint: Checkpoint): StatePiece[] {
  const steps = placedEntries(checkpoint, "plan");
  const open = steps.filter(({ state }) => state !== "done");
  const done = newestFirst(steps.filter(({ state }) => state === "done"));
  return [...open, ...done].map((entry) => statePiece("work", "plan", entry));
}

/** The files by name, and where they are. */
function filePieces(checkpoint: Checkpoint): StatePiece[] {
  const { root, files } = changedFiles(placedEntries(checkpoint, "files"));
  const pieces = files.map(({ text, id }, index): StatePiece => {
    return { part: "files", text, by: "tool", isMust: false, entry: id, order: -index };
  });
  const [newest, ...others] = pieces;
  if (newest === undefined || root === "") return pieces;
  return [newest, { ...newest, text: `${STATE_LABELS.filesIn}${root}`, order: 1 }, ...others];
}

/** Statements stand below the steps. */
const BEHIND_STEPS = 1_000_000;

const statementPieces = (checkpoint: Checkpoint, options: PieceOptions): StatePiece[] =>
  notShown(newestFirst(placedEntries(checkpoint, "statements")), options).map((entry, index) => {
    const label = index === 0 ? STATE_LABELS.saidLast : STATE_LABELS.saidBefore;
    const piece = labelled(label, statePiece("work", "statements", entry));
    const answer = entry.answer === "" ? "" : answeredNote(entry.answer);
    const said = labelled(label, statePiece("work", "statements", { ...entry, answer: "" })).text;
    return {
      ...piece,
      order: BEHIND_STEPS - index,
      shorter: (tokens, count) => {
        const words = firstWords(said, { tokens: tokens - count(answer), count });
        return words === "" ? "" : words + answer;
      },
    };
  });

function handlePieces(checkpoint: Checkpoint): StatePiece[] {
  const open = placedEntries(checkpoint, "handles").filter(({ state }) => state === "open");
  return newestFirst(open).map((entry) => {
    const isMust = entry.provenance.by !== "model";
    const shown = statePiece("handles", "handles", entry);
    if (entry.kind !== "approval" || entry.handle !== "user") return { ...shown, isMust };
    const question = oneLine(entry.text, MOST_LINE_CHARACTERS);
    return { ...shown, part: "open", text: `${STATE_LABELS.asked}${question}`, isMust };
  });
}
