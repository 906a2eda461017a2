import { CompactError } from "../errors/compact-error.js";
import { isRecord } from "../text/is-record.js";
import type { Format } from "./format.js";
import type { KnownFormat } from "./known-format.js";
import { DEFAULT_FORMAT, REGISTRY, formatByName, FORMATS } from "./registry.js";

/** Items looked at from each end of a long list. */
const SAMPLE = 200;

/** Formats that every item of the list has to fit. */
const CANDIDATES = REGISTRY.filter((format) => format.decides === undefined);

/**
 * Detects the format of a list by checking every item (the first and last 200 of a long list). A `hint` decides
 * if several formats fit. An empty list is `responses`.
 */
export function detectFormat(items: readonly unknown[], hint?: string): Format {
  const preferred = hint === undefined ? undefined : formatByName(hint);
  if (items.length === 0) return preferred ?? DEFAULT_FORMAT;
  const indexes = sampledIndexes(items.length);
  const sample = indexes.map((index) => items[index]);
  const found = sample.every(isRecord) ? formatOf(sample, preferred) : undefined;
  if (found === undefined) throw unknownFormat(items, indexes);
  return found;
}

function formatOf(sample: readonly unknown[], preferred: Format | undefined): Format | undefined {
  const fits = (format: Format): boolean => sample.every((item) => format.matches(item));
  for (const format of REGISTRY) {
    if (format.decides === undefined) continue;
    if (sample.some((item) => format.decides?.(item))) return format;
    if (format === preferred && fits(format)) return format;
  }
  if (preferred !== undefined && fits(preferred)) return preferred;
  return (
    CANDIDATES.find((format) => format.describes?.(sample) ?? fits(format)) ??
    CANDIDATES.find((format) => format.admits && sample.every((item) => takes(format, item)))
  );
}

const takes = (format: KnownFormat, item: unknown): boolean =>
  format.matches(item) || format.admits?.(item) === true;

function sampledIndexes(length: number): readonly number[] {
  const all = Array.from({ length: Math.min(length, 2 * SAMPLE) }, (_, index) => index);
  return length <= 2 * SAMPLE
    ? all
    : all.map((index) => (index < SAMPLE ? index : length - 2 * SAMPLE + index));
}

/** Names the first item that the format which knows most of the list does not know. */
function unknownFormat(items: readonly unknown[], indexes: readonly number[]): CompactError {
  let index = 0;
  let fewest = Number.POSITIVE_INFINITY;
  const matches = CANDIDATES.map((format) => (item: unknown) => format.matches(item));
  const admits = CANDIDATES.map((format) => (item: unknown) => takes(format, item));
  for (const accepts of [...matches, ...admits]) {
    const refused = indexes.filter((candidate) => !accepts(items[candidate]));
    if (refused.length >= fewest) continue;
    fewest = refused.length;
    index = refused[0] ?? 0;
  }
  const item = items[index];
  const keys = isRecord(item) ? Object.keys(item).slice(0, 20) : [];
  const what = isRecord(item) ? `has the keys ${keys.join(", ") || "(none)"}` : "is not an object";
  const known = Object.keys(FORMATS);
  return new CompactError(
    "UNKNOWN_FORMAT",
    `No known format describes these items: item ${index} ${what}. Name the format: ${known.join(", ")}.`,
    { details: { index, keys, known } },
  );
}
