import type { Steps } from "../../collections/in-turns.js";
import { itemText } from "../../conversation/item-text.js";
import { isOwnNote } from "../../conversation/is-own-note.js";
import type { ItemView } from "../../conversation/item-view.js";
import { settledWords } from "../../facts/checkpoint/settled-words.js";
import { outdatedLines } from "../../facts/ledgers/outdated-lines.js";
import { planLines } from "../../facts/ledgers/plan-lines.js";
import { type RemovedLines, removedLines } from "../../facts/ledgers/removed-lines.js";
import type { SummaryRequest } from "../summarizer.js";
import { exampleUnits } from "./example-units.js";
import { inFocus } from "./in-focus.js";
import { standingOut } from "./standing-out.js";
import { noOrigins, type OriginTable, originTable } from "./origin-table.js";
import { isGrouped } from "./render-units.js";
import { SliceCodes } from "./slice-codes.js";
import { TermScanner } from "./term-scanner.js";
import { scanUnits, type UnitScan } from "./scan-units.js";
import { staleUnits } from "./stale-units.js";
import { splitUnits } from "./split-units.js";
import { SEEN, TERM_KIND, type TermTable } from "./term-table.js";
import { termValues } from "./term-values.js";
import { isWholeRecord, type Unit } from "./unit.js";
import { unitCosts } from "./unit-costs.js";
import { WEIGHTS } from "./weights.js";

const RARE_SHARE = 0.08;
/** Two rare words bind everything near them, including each other. */
const ENOUGH = 2;
const MAX_NOTE = 4000;
const MAX_KEPT = 400_000;
/** Prose of fewer words says nothing by itself. */
const LEAST_WORDS = 3;

/**
 * What a packer chooses from: units, the terms in each, and the value of a term and a unit. A better ranking only
 * has to change `weights`.
 */
export interface Candidates {
  readonly units: readonly Unit[];
  /** The terms of unit `i` are `terms[termStarts[i]]` up to `terms[termStarts[i + 1]]`. */
  readonly termStarts: Int32Array;
  readonly terms: Int32Array;
  readonly termKinds: Uint8Array;
  readonly termValues: Float32Array;
  /** What is left of the value of each term: less of one that stays in the window, nothing of one that code prints. */
  readonly termShares: Float32Array;
  /** The unit in which a term was met for the twelfth time: it is introduced before, and only mentioned after. */
  readonly lastIntroduction: Int32Array;
  /** Rare words of each unit, 0 to 2: a rare word says what the exact strings next to it are about. */
  readonly rareWords: Uint8Array;
  /** 1 if a term is itself one of them. */
  readonly termRare: Uint8Array;
  /** Estimated tokens of each unit, line break included. */
  readonly costs: Float32Array;
  /** Factor on the worth of each unit; 1 is neutral. */
  readonly weights: Float32Array;
  /** How much each unit stands out in the output that it comes from, 0 to 1. */
  readonly standingOut: Float32Array;
  /** The quarter of the text that contains each unit, 0 to 3. */
  readonly quarters: Uint8Array;
  /** 1 for a unit that does not hold any more, or that a later one repeats: it is not chosen. */
  readonly stale: Uint8Array;
  /** The first unit with the same line, or the unit itself. */
  readonly sameAs: Int32Array;
  /** The headings that units stand under. */
  readonly origins: OriginTable;
  /** Tokens of what code prints above the units: part of the same summary. */
  readonly statedTokens: number;
}

/** The maximum number of windows that contain a rare word. */
function rareLimit(scan: UnitScan): number {
  return Math.max(2, RARE_SHARE * scan.windows);
}

/** Names in mixed case read like words; those with digits or underscores do not. */
const isWordLike = (table: TermTable, term: number): boolean =>
  table.kinds[term] === TERM_KIND.word || table.plain[term] === 1;

function rareTerms(scan: UnitScan): Uint8Array {
  const limit = rareLimit(scan);
  const rare = new Uint8Array(scan.table.size);
  for (let term = 0; term < rare.length; term++) {
    rare[term] = isWordLike(scan.table, term) && (scan.table.windows[term] ?? 0) <= limit ? 1 : 0;
  }
  return rare;
}

/** In less room only what a rare word tells apart is worth its line; a record says what its ids are of in common words too. */
const AMPLE_ROOM = 150;
const LEAST_TERMS = 3;
const isDescribed = (unit: Unit | undefined, terms: number): boolean =>
  unit !== undefined && terms >= LEAST_TERMS && isWholeRecord(unit);

/** How many rare words each unit holds, names written as one word among them. */
function rareWords(units: readonly Unit[], scan: UnitScan, room: number): Uint8Array {
  const { table, starts, terms } = scan;
  const limit = rareLimit(scan);
  const rare = new Uint8Array(starts.length - 1);
  for (let unit = 0; unit < rare.length; unit++) {
    const end = starts[unit + 1] ?? 0;
    let found = 0;
    for (let at = starts[unit] ?? 0; at < end && found < ENOUGH; at++) {
      const term = terms[at] ?? 0;
      if (isWordLike(table, term) && (table.windows[term] ?? 0) <= limit) found++;
    }
    const isBound = room >= AMPLE_ROOM && isDescribed(units[unit], end - (starts[unit] ?? 0));
    rare[unit] = Math.max(found, isBound ? 1 : 0);
  }
  return rare;
}

function markTerms(text: string, table: TermTable, marks: Uint8Array): void {
  const mark = (term: number): void => {
    if (term >= 0) marks[term] = 1;
  };
  const slice = new SliceCodes();
  slice.load({ source: text, start: 0, end: text.length });
  new TermScanner(slice, {
    word: (hash) => mark(table.findWord(hash, true)),
    exact: (term, kind) => mark(table.find(term, kind, true)),
    implied: (path) => mark(table.find(path, TERM_KIND.path, true)),
  }).scan();
}

/** Reasoning is not counted on: providers drop that of earlier turns. */
const viewText = (view: ItemView): string => itemText({ ...view, reasoning: "" });

/** Terms of what stays in the window, newest first and bounded: a summary need not repeat them. */
function keptTerms(kept: readonly ItemView[], table: TermTable): Uint8Array {
  const marks = new Uint8Array(table.size);
  let characters = 0;
  for (let index = kept.length - 1; index >= 0 && characters < MAX_KEPT; index--) {
    const view = kept[index];
    if (view === undefined) continue;
    const text = viewText(view).slice(0, MAX_KEPT);
    characters += text.length;
    markTerms(text, table, marks);
  }
  return marks;
}

/** So many of the user's newest messages say what is asked for. */
const ASKED_MESSAGES = 3;

/** Terms of the user's newest messages that stay in the window. */
function askedTerms(kept: readonly ItemView[], table: TermTable): Uint8Array {
  const marks = new Uint8Array(table.size);
  const said = kept.filter((view) => view.role === "user" && view.text !== "" && !isOwnNote(view));
  for (const view of said.slice(-ASKED_MESSAGES)) markTerms(view.text.slice(0, MAX_NOTE), table, marks);
  return marks;
}

const isExact = (kind: number | undefined): boolean => kind !== TERM_KIND.word && kind !== TERM_KIND.line;

/** Records that the printed state repeats: each of their exact strings stands there. */
function markPrinted(
  stale: Uint8Array,
  units: readonly Unit[],
  { scan, shares, values }: { readonly scan: UnitScan } & Record<"shares" | "values", Float32Array>,
): void {
  const { starts, terms, table } = scan;
  for (let index = 0; index < units.length; index++) {
    if (!isWholeRecord(units[index] as Unit)) continue;
    const exact = terms
      .subarray(starts[index] ?? 0, starts[index + 1] ?? 0)
      .filter((term) => isExact(table.kinds[term]) && (values[term] ?? 0) > 0);
    if (exact.length > 0 && exact.every((term) => shares[term] === 0)) stale[index] = 1;
  }
}

function termShares({ kept, stated = "" }: SummaryRequest, table: TermTable): Float32Array {
  const shares = new Float32Array(table.size).fill(1);
  const staying = keptTerms(kept, table);
  const printed = new Uint8Array(table.size);
  markTerms(stated, table, printed);
  for (let term = 0; term < shares.length; term++) {
    if (staying[term] === 1) shares[term] = WEIGHTS.kept;
    if (printed[term] === 1 && table.kinds[term] !== TERM_KIND.word) shares[term] = 0;
  }
  return shares;
}

/**
 * Names of tools and fields have no value by themselves, unless somebody mentions them or a call has what a
 * result shows: then they also name the subject of the work.
 */
function passOverLabels(labels: ReadonlySet<string>, table: TermTable, values: Float32Array): void {
  for (const label of labels) {
    const term = table.find(label, TERM_KIND.name, true);
    if (term < 0) continue;
    const seen = table.seen[term] ?? 0;
    const spoken = (seen & (SEEN.user | SEEN.assistant)) !== 0;
    const usedAndShown = (seen & SEEN.call) !== 0 && (seen & (SEEN.output | SEEN.listing)) !== 0;
    if (!spoken && !usedAndShown) values[term] = 0;
  }
}

/** Raises the exact strings and the rare words that the caller's note names. */
function raiseNoted(note: string, scan: UnitScan, values: Float32Array): void {
  const { table } = scan;
  const marks = new Uint8Array(table.size);
  markTerms(note.slice(0, MAX_NOTE), table, marks);
  for (let term = 0; term < marks.length; term++) {
    const common = table.kinds[term] === TERM_KIND.word && (table.windows[term] ?? 0) > rareLimit(scan);
    if (marks[term] === 1 && !common) values[term] = (values[term] ?? 0) + WEIGHTS.noted;
  }
}

/**
 * 1, but 0 for prose of a word or two: passing remarks do not say what a conversation was about. Less for the examples
 * in a document, which read like the code of the project below the name of a file.
 */
function unitWeights(units: readonly Unit[], { table, starts, terms }: UnitScan): Float32Array {
  const weights = new Float32Array(units.length).fill(1);
  for (const index of exampleUnits(units)) weights[index] = WEIGHTS.example;
  for (let index = 0; index < units.length; index++) {
    const kind = units[index]?.kind;
    if (kind !== "user" && kind !== "assistant") continue;
    const start = starts[index] ?? 0;
    const end = starts[index + 1] ?? 0;
    if (end - start >= LEAST_WORDS) continue;
    if (terms.subarray(start, end).every((term) => table.kinds[term] === TERM_KIND.word)) weights[index] = 0;
  }
  return weights;
}

/** For each term how far into the conversation it was met last, 0 to 1. */
function lastPositions(units: readonly Unit[], { table, characters }: UnitScan): Float32Array {
  const positions = new Float32Array(table.size);
  for (let term = 0; term < positions.length; term++) {
    positions[term] = (units[table.lastUnit[term] ?? 0]?.position ?? 0) / characters;
  }
  return positions;
}

/** Splits the remainder into units and values each of them. */
export function* collectCandidates(request: SummaryRequest): Steps<Candidates> {
  const { units, labels } = yield* splitUnits(request);
  const scan = yield* scanUnits(units);
  yield;
  const values = termValues(scan.table, {
    lastPositions: lastPositions(units, scan),
    windows: scan.windows,
    focus: inFocus(units, scan, askedTerms(request.kept, scan.table)),
  });
  yield;
  passOverLabels(labels, scan.table, values);
  if (request.note !== undefined) raiseNoted(request.note, scan, values);
  const quarters = new Uint8Array(units.length);
  for (let unit = 0; unit < quarters.length; unit++) {
    quarters[unit] = Math.min(3, Math.floor((4 * (units[unit]?.position ?? 0)) / scan.characters));
  }
  yield;
  const shares = termShares(request, scan.table);
  yield;
  const stale = staleUnits(units, scan, {
    removed: goneLines(request),
    isSettled: settledWords(request.checkpoint?.facts ?? []),
  });
  markPrinted(stale, units, { scan, shares, values });
  yield;
  const count = (text: string): number => request.count(text);
  const { costs, ratio } = unitCosts({ units, scan, values, budget: request.maxTokens, count });
  yield;
  return {
    units,
    termStarts: scan.starts,
    terms: scan.terms,
    termKinds: scan.table.kinds,
    termValues: values,
    termShares: shares,
    lastIntroduction: scan.table.lastIntroduction,
    rareWords: rareWords(units, scan, request.maxTokens),
    termRare: rareTerms(scan),
    costs,
    weights: unitWeights(units, scan),
    standingOut: yield* standingOut(units, {
      sameAs: scan.sameAs,
      withRecords: request.maxTokens < AMPLE_ROOM,
    }),
    quarters,
    stale,
    sameAs: scan.sameAs,
    origins: isGrouped(request) ? originTable(units, scan, ratio) : noOrigins(units.length),
    statedTokens: request.stated === undefined ? 0 : count(request.stated),
  };
}

/** Lines of code that were taken out, lines with a value that a later one has replaced, and steps of the plan. */
function goneLines({ remainder, kept, checkpoint }: SummaryRequest): RemovedLines {
  const removed = removedLines([...remainder.map(({ view }) => view), ...kept]);
  const outdated = outdatedLines((checkpoint?.facts ?? []).filter(({ status }) => status === "current"));
  const steps = planLines(checkpoint?.plan ?? []);
  return {
    size: removed.size + outdated.size + steps.size,
    has: (line) => removed.has(line) || outdated.has(line) || steps.has(line),
  };
}
