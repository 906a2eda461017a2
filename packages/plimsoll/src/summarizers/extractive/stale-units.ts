import type { RemovedLines } from "../../facts/ledgers/removed-lines.js";
import type { Origin } from "./origin.js";
import type { UnitScan } from "./scan-units.js";
import { markTestedAnew } from "./mark-tested-anew.js";
import { type Unit, type UnitKind, unitText } from "./unit.js";

/** What somebody said stays said. */
const SHOWN: ReadonlySet<UnitKind> = new Set(["output", "argument", "assistant"]);

/** A stretch of numbered lines. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** More stretches than this of one file are not compared. */
const MAX_STRETCHES = 64;

/** What does not hold any more. */
export interface GoneText {
  readonly removed: RemovedLines;
  /** True for words of the user about what was settled since. */
  isSettled(text: string): boolean;
}

/**
 * Units that do not hold any more, each marked by 1: lines of code that were taken out, results of a call that was made
 * again, lines of a file that were read anew, records that were shown anew, words about what was settled. What is shown several times is quoted from
 * its newest sight.
 */
export function staleUnits(
  units: readonly Unit[],
  scan: UnitScan,
  { removed, isSettled }: GoneText,
): Uint8Array {
  const stale = new Uint8Array(units.length);
  for (let index = 0; index < units.length; index++) {
    const unit = units[index];
    if (unit === undefined) continue;
    if (unit.kind === "user" && isSettled(unitText(unit))) stale[index] = 1;
    // A call was made, but what it set may have been set anew.
    if (unit.kind === "call" && removed.size > 0 && removed.has(unitText(unit))) stale[index] = 1;
    if (!SHOWN.has(unit.kind)) continue;
    const isGone = unit.isReplaced || unit.run?.isNewest === false;
    if (
      isGone ||
      isSeenLater(unit, index, { units, scan }) ||
      (removed.size > 0 && removed.has(unitText(unit)))
    )
      stale[index] = 1;
  }
  markReadAnew(units, stale);
  markTestedAnew(units, stale);
  return stale;
}

function isSeenLater(
  { origin }: Unit,
  index: number,
  { units, scan }: { readonly units: readonly Unit[]; readonly scan: UnitScan },
): boolean {
  const line = scan.lines[index] ?? -1;
  if (line < 0) return false;
  const last = scan.table.lastUnit[line] ?? index;
  if (last === index) return false;
  const newest = units[last];
  if (newest === undefined || newest.run?.isNewest === false) return false;
  return newest.isReplaced || (origin !== undefined && newest.origin === origin);
}

/** Numbered lines of a file where a later reading shows the same numbers. */
function markReadAnew(units: readonly Unit[], stale: Uint8Array): void {
  const seen = new Map<Origin, Stretch[]>();
  for (let end = units.length; end > 0; ) {
    const start = readingStart(units, end);
    const { origin, line = -1 } = units[end - 1] ?? {};
    if (origin?.kind === "file" && line >= 0) {
      const stretches = seen.get(origin) ?? [];
      const own = { first: units[start]?.line ?? 0, last: line };
      for (let index = start; index < end; index++) {
        const number = units[index]?.line ?? -1;
        if (stretches.some(({ first, last }) => first <= number && number <= last)) stale[index] = 1;
      }
      if (stretches.length < MAX_STRETCHES) stretches.push(own);
      seen.set(origin, stretches);
    }
    end = start;
  }
}

/** The first of the units before `end` that were read together: their numbers rise. */
function readingStart(units: readonly Unit[], end: number): number {
  let start = end - 1;
  while (start > 0 && goesOn(units[start - 1], units[start])) start--;
  return start;
}

function goesOn(before: Unit | undefined, unit: Unit | undefined): boolean {
  if (before === undefined || unit === undefined) return false;
  if (before.source !== unit.source || before.origin !== unit.origin) return false;
  return before.line < 0 === unit.line < 0 && before.line <= unit.line;
}
