import type { Origin } from "./origin.js";
import type { Unit } from "./unit.js";

const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc)$/i;
/** A line that opens or closes code, numbered or not. */
const FENCE = /^[^\S\n]{0,40}(?:\d{1,7}[→:\t|][^\S\n]{0,40})?(?:```|~~~)/gm;
const WRITTEN: ReadonlySet<Unit["kind"]> = new Set(["edit", "argument"]);

/** Documents that the session read and did not write itself. */
function readDocuments(units: readonly Unit[]): ReadonlySet<Origin> {
  const documents = new Set<Origin>();
  let last: Origin | undefined;
  for (const { origin, kind } of units) {
    if (kind !== "output" || origin?.kind !== "file" || origin === last) continue;
    last = origin;
    if (DOCUMENT.test(origin.heading)) documents.add(origin);
  }
  if (documents.size === 0) return documents;
  for (const { origin, kind } of units)
    if (origin !== undefined && WRITTEN.has(kind)) documents.delete(origin);
  return documents;
}

/** Indexes of the units that are code within such a document. */
export function exampleUnits(units: readonly Unit[]): number[] {
  const documents = readDocuments(units);
  if (documents.size === 0) return [];
  const fences = new Map<string, readonly number[]>();
  const found: number[] = [];
  for (const [index, { origin, kind, source, start }] of units.entries()) {
    if (kind !== "output" || origin === undefined || !documents.has(origin)) continue;
    const marks = fences.get(source) ?? Array.from(source.matchAll(FENCE), (match) => match.index);
    fences.set(source, marks);
    if (countBelow(marks, start) % 2 === 1) found.push(index);
  }
  return found;
}

/** How many of the rising numbers are below another one. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
