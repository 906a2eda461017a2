import { isRecord } from "../../text/is-record.js";
import { CompactError } from "../../errors/compact-error.js";

/**
 * The difference between two JSON values: a replacement (`[0, value]`), a rebuilt array (`[1, ...parts]`), or
 * changes to an object's keys, with 0 for a removed key. Plain JSON itself, and terse: sessions store one for
 * every compaction.
 */
export type JsonDelta =
  | readonly [0, unknown]
  | readonly [1, ...ListPart[]]
  | { readonly [key: string]: JsonDelta | 0 };

/** A run of the earlier array as it was, one of its entries with changes, or new entries. */
export type ListPart =
  | readonly [start: number, length: number]
  | readonly [at: number, changed: 0, delta: JsonDelta]
  | { readonly "+": readonly unknown[] };

/** Deeper values are replaced as a whole. */
const MAX_DEPTH = 32;

/**
 * The changes from one JSON value to another; undefined if there are none. Array entries are matched by `key` or
 * `id`.
 */
export function jsonDelta(before: unknown, after: unknown, depth: number = 0): JsonDelta | undefined {
  if (before === after) return undefined;
  if (depth >= MAX_DEPTH) return JSON.stringify(before) === JSON.stringify(after) ? undefined : [0, after];
  if (Array.isArray(before) && Array.isArray(after)) return listDelta(before, after, depth);
  if (isPlain(before) && isPlain(after)) return keysDelta(before, after, depth);
  return [0, after];
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && !Array.isArray(value);

const has = (value: Readonly<Record<string, unknown>>, key: string): boolean =>
  Object.hasOwn(value, key) && value[key] !== undefined;

function keysDelta(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  depth: number,
): JsonDelta | undefined {
  const changes: [string, JsonDelta | 0][] = [];
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    const delta: JsonDelta | undefined = has(before, key)
      ? jsonDelta(before[key], value, depth + 1)
      : [0, value];
    if (delta) changes.push([key, delta]);
  }
  for (const key of Object.keys(before)) if (has(before, key) && !has(after, key)) changes.push([key, 0]);
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

function listDelta(
  before: readonly unknown[],
  after: readonly unknown[],
  depth: number,
): JsonDelta | undefined {
  const places = new Places(before);
  const parts: ListPart[] = [];
  let run: [number, number] | undefined;
  let added: unknown[] | undefined;
  after.forEach((entry, index) => {
    const place = places.take(entry, index);
    const delta = place === undefined ? undefined : jsonDelta(before[place], entry, depth + 1);
    if (place === undefined) {
      if (!added) parts.push({ "+": (added = []) });
      added.push(entry === undefined ? null : entry);
      run = undefined;
      return;
    }
    added = undefined;
    if (delta) parts.push([place, 0, delta]);
    else if (run && run[0] + run[1] === place) run[1]++;
    else parts.push((run = [place, 1]));
    if (delta) run = undefined;
  });
  const [only] = parts;
  const isSame =
    parts.length === 0 ||
    (only !== undefined && parts.length === 1 && isRun(only) && only[0] === 0 && only[1] === after.length);
  return isSame && before.length === after.length ? undefined : [1, ...parts];
}

/** The positions of array entries; each is used once, so that equal entries keep their order. */
class Places {
  readonly #before: readonly unknown[];
  /** Last place first. */
  #byName: Map<string, number[]> | undefined;
  readonly #taken = new Set<number>();

  constructor(before: readonly unknown[]) {
    this.#before = before;
  }

  take(entry: unknown, index: number): number | undefined {
    // Most of an array stands where it stood.
    const isHere = index < this.#before.length && !this.#taken.has(index);
    const place = isHere && sameName(this.#before[index], entry) ? index : this.#find(entry);
    if (place !== undefined) this.#taken.add(place);
    return place;
  }

  #find(entry: unknown): number | undefined {
    this.#byName ??= this.#index();
    const places = this.#byName.get(nameOf(entry));
    for (let place = places?.pop(); place !== undefined; place = places?.pop())
      if (!this.#taken.has(place)) return place;
    return undefined;
  }

  #index(): Map<string, number[]> {
    const byName = new Map<string, number[]>();
    for (let place = this.#before.length - 1; place >= 0; place--) {
      const name = nameOf(this.#before[place]);
      const known = byName.get(name);
      if (known) known.push(place);
      else byName.set(name, [place]);
    }
    return byName;
  }
}

const sameName = (one: unknown, other: unknown): boolean => one === other || nameOf(one) === nameOf(other);

/** The name that identifies an array entry across versions. */
function nameOf(entry: unknown): string {
  if (isPlain(entry)) {
    if (typeof entry["key"] === "string") return `key ${entry["key"]}`;
    if (typeof entry["id"] === "string") return `id ${entry["id"]}`;
  }
  return JSON.stringify(entry) ?? "null";
}

/**
 * The later value that {@link jsonDelta} was made for. Shares unchanged parts with the earlier one.
 *
 * @throws CompactError `INVALID_INPUT` if the delta does not fit the value.
 */
export function applyDelta(before: unknown, delta: JsonDelta): unknown {
  if (isList(delta)) {
    if (delta[0] === 0) return delta[1];
    if (!Array.isArray(before)) throw misfit();
    return applyParts(before, delta.slice(1) as ListPart[]);
  }
  if (!isPlain(before)) throw misfit();
  const after = new Map(Object.entries(before));
  for (const [key, change] of Object.entries(delta)) {
    if (change === 0) after.delete(key);
    else after.set(key, applyDelta(after.get(key), change));
  }
  return Object.fromEntries(after);
}

const isList = (delta: JsonDelta): delta is Extract<JsonDelta, readonly unknown[]> => Array.isArray(delta);

const isRun = (part: ListPart): part is readonly [number, number] => Array.isArray(part) && part.length === 2;

function applyParts(before: readonly unknown[], parts: readonly ListPart[]): unknown[] {
  const after: unknown[] = [];
  for (const part of parts) {
    if ("+" in part) {
      for (const entry of part["+"]) after.push(entry);
    } else if (isRun(part)) {
      for (let place = part[0]; place < part[0] + part[1]; place++) after.push(entryAt(before, place));
    } else {
      after.push(applyDelta(entryAt(before, part[0]), part[2]));
    }
  }
  return after;
}

function entryAt(list: readonly unknown[], place: number): unknown {
  if (!Number.isInteger(place) || place < 0 || place >= list.length) throw misfit();
  return list[place];
}

const misfit = (): CompactError =>
  new CompactError("INVALID_INPUT", "A stored change does not fit the value it applies to.");
