import { estimateTokens } from "./estimate-tokens.js";
import type { Origin } from "./origin.js";
import type { UnitScan } from "./scan-units.js";
import { SliceCodes } from "./slice-codes.js";
import { TermScanner } from "./term-scanner.js";
import { TERM_KIND } from "./term-table.js";
import type { Unit } from "./unit.js";

/** What the headings above quoted lines say and cost: the first line of an origin pays for its heading. */
export interface OriginTable {
  /** The number of each unit's origin; -1 if no heading is needed. */
  readonly numbers: Int32Array;
  /** The units of each origin, in order. */
  readonly units: readonly (readonly number[])[];
  /** The exact strings that a heading shows. */
  readonly terms: readonly (readonly number[])[];
  /** Estimated tokens of a heading. */
  readonly costs: Float32Array;
}

/** The colon and the line break. */
const PUNCTUATION = 1.5;

/** No unit has a heading. */
export const noOrigins = (units: number): OriginTable => ({
  numbers: new Int32Array(units).fill(-1),
  units: [],
  terms: [],
  costs: new Float32Array(0),
});

/** A call is its own heading. */
const needsHeading = ({ kind }: Unit): boolean =>
  kind === "output" || kind === "argument" || kind === "pasted";

export function originTable(units: readonly Unit[], scan: UnitScan, tokenRatio: number): OriginTable {
  const numbers = new Int32Array(units.length).fill(-1);
  const known = new Map<Origin, number>();
  const members: number[][] = [];
  for (let index = 0; index < units.length; index++) {
    const unit = units[index];
    if (unit?.origin === undefined || !needsHeading(unit)) continue;
    const number = known.get(unit.origin) ?? known.size;
    known.set(unit.origin, number);
    numbers[index] = number;
    (members[number] ??= []).push(index);
  }
  const headings = [...known.keys()].map(({ heading }) => readHeading(heading, scan));
  return {
    numbers,
    units: members,
    terms: headings.map(({ terms }) => terms),
    costs: Float32Array.from(headings, ({ tokens }) => (tokens + PUNCTUATION) * tokenRatio),
  };
}

function readHeading(
  heading: string,
  { table }: UnitScan,
): { readonly terms: readonly number[]; readonly tokens: number } {
  const terms = new Set<number>();
  const slice = new SliceCodes();
  slice.load({ source: heading, start: 0, end: heading.length });
  const note = (term: number): void => {
    if (term >= 0) terms.add(term);
  };
  new TermScanner(slice, {
    word: () => undefined,
    exact: (text, kind) => note(table.find(text, kind, true)),
    implied: (path) => note(table.find(path, TERM_KIND.path, true)),
  }).scan();
  return { terms: [...terms], tokens: estimateTokens(slice) };
}
