import { isUtf8 } from "node:buffer";
import { type JsonLimits, type ListEntries, ListScan } from "./list-scan.js";
import { parseBounded, parseChecked } from "./parse-bounded.js";
import type { ReceivedBody } from "./received-body.js";

export interface GrowingBodiesOptions {
  readonly limits: JsonLimits;
  /** So many bytes of bodies are kept at most. @default 64 MiB */
  readonly maxBytes?: number;
}

/** What a body is and whose it is. */
export interface GrowingBody {
  readonly tenant: string;
  /** The name of its list: the conversation. */
  readonly key: string;
  readonly body: ReceivedBody;
}

interface Kept {
  readonly owner: string;
  readonly body: ReceivedBody;
  /** Behind the bracket of the list. */
  readonly start: number;
  readonly entries: ListEntries;
  readonly items: readonly unknown[];
}

interface Match {
  readonly kept: Kept;
  /** So many entries of it stand at the start of the new list too. */
  readonly count: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_BODIES = 256;
/** Smaller ones are parsed faster than found. */
const LEAST_BYTES = 16 * 1024;
/** Bodies that differ here are of two conversations. */
const SAMPLED_SHARE = 0.75;
const SAMPLE_BYTES = 64;
const COMMA = 0x2c;
const CLOSE_LIST = 0x5d;

/**
 * Parses the bodies of conversations. A client sends all of a conversation with every request: what was there before is found
 * by comparing bytes, and comes back as the very same objects, which nobody has to parse, compare, count or hash again.
 * Nothing is shared between tenants.
 */
export class GrowingBodies {
  readonly #limits: JsonLimits;
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #kept = new Set<Kept>();
  #bytes = 0;

  constructor({ limits, maxBytes = MAX_BYTES }: GrowingBodiesOptions) {
    this.#limits = limits;
    this.#maxBytes = maxBytes;
  }

  /** The JSON of a body. Its items may be those of an earlier one: do not change them. @throws ApiError 400 */
  parse({ tenant, key, body }: GrowingBody): unknown {
    if (body.length < LEAST_BYTES || body.length > this.#maxBytes)
      return parseBounded(body.whole, this.#limits);
    const scan = this.#scanToList(body, key);
    const owner = JSON.stringify([tenant, key]);
    const match = scan.start === -1 ? undefined : this.#find(owner, body, scan.start);
    if (match) scan.leap(match.kept.entries, match.count);
    // All of it is needed in one piece only where it is all read.
    const rest = match
      ? body.slice(scan.position, body.length)
      : body.whole.subarray(Math.min(scan.position, body.length));
    scan.goOn(rest);
    scan.toEnd();
    const { start, entries } = scan;
    const head = start === -1 || !match ? undefined : body.slice(0, start);
    const value = (head && match && parseRest({ head, rest, key, match })) || parseChecked(body.whole);
    const items = (value as Readonly<Record<string, unknown>> | null)?.[key];
    if (start !== -1 && Array.isArray(items)) this.#keep({ owner, body, start, entries, items }, match);
    return value;
  }

  /** Most lists begin in what comes first. */
  #scanToList(body: ReceivedBody, key: string): ListScan {
    const scan = new ListScan(body.begin, this.#limits, key);
    scan.toList();
    if (scan.start !== -1) return scan;
    const whole = new ListScan(body.whole, this.#limits, key);
    whole.toList();
    return whole;
  }

  #find(owner: string, body: ReceivedBody, start: number): Match | undefined {
    let best: Match | undefined;
    for (const kept of this.#kept) {
      if (kept.owner !== owner || !mayContinue(kept, body, start)) continue;
      const count = commonEntries(kept, body, start);
      if (count > (best?.count ?? 0)) best = { kept, count };
    }
    return best;
  }

  /** In place of the one that it continues. */
  #keep(kept: Kept, match: Match | undefined): void {
    if (kept.entries.ends.length === 0) return;
    if (match && match.count >= match.kept.entries.ends.length * SAMPLED_SHARE) this.#forget(match.kept);
    this.#kept.add(kept);
    this.#bytes += kept.body.length;
    for (const oldest of this.#kept) {
      if (this.#bytes <= this.#maxBytes && this.#kept.size <= MAX_BODIES) break;
      this.#forget(oldest);
    }
  }

  #forget(kept: Kept): void {
    if (this.#kept.delete(kept)) this.#bytes -= kept.body.length;
  }
}

/** True unless a glance shows that the lists differ. */
function mayContinue(
  { body, start, entries: { ends } }: Kept,
  next: ReceivedBody,
  nextStart: number,
): boolean {
  const end = ends[Math.floor((ends.length - 1) * SAMPLED_SHARE)] ?? 0;
  const begin = Math.max(0, end - SAMPLE_BYTES);
  return areEqual({ body, start }, { body: next, start: nextStart }, [begin, end]);
}

interface List {
  readonly body: ReceivedBody;
  readonly start: number;
}

function areEqual(left: List, right: List, [from, to]: readonly [number, number]): boolean {
  return left.body.repeats(left.start + from, left.start + to, { other: right.body, at: right.start + from });
}

/** How many entries both lists begin with, byte for byte. */
function commonEntries(kept: Kept, body: ReceivedBody, start: number): number {
  const { ends } = kept.entries;
  let [same, differs, from] = [0, ends.length + 1, 0];
  for (let tried = ends.length; same + 1 < differs; tried = Math.floor((same + differs) / 2)) {
    const to = ends[tried - 1] ?? 0;
    if (areEqual(kept, { body, start }, [from, to])) [same, from] = [tried, to];
    else differs = tried;
  }
  return same;
}

interface Rest {
  /** Up to behind the bracket of the list. */
  readonly head: Buffer;
  /** From behind the last entry that is known. */
  readonly rest: Buffer;
  readonly key: string;
  readonly match: Match;
}

/** The JSON of a body of which only what is new is read; undefined if it cannot be had that way. */
function parseRest({ head, rest, key, match: { kept, count } }: Rest): object | undefined {
  const next = restOfList(rest);
  if (next === undefined) return undefined;
  const tail = rest.subarray(next);
  if (!isUtf8(head) || !isUtf8(tail)) return undefined;
  try {
    const value = JSON.parse(head.toString("utf8") + tail.toString("utf8")) as Record<string, unknown>;
    const items = value[key];
    if (!Array.isArray(items)) return undefined;
    value[key] = [...kept.items.slice(0, count), ...items];
    return value;
  } catch {
    return undefined;
  }
}

/** Where the entries begin that follow the last known one, or the bracket that ends the list. */
function restOfList(body: Buffer): number | undefined {
  const next = skipBlanks(body, 0);
  if (body[next] === CLOSE_LIST) return next;
  if (body[next] !== COMMA) return undefined;
  const entry = skipBlanks(body, next + 1);
  return body[entry] === CLOSE_LIST ? undefined : entry;
}

function skipBlanks(body: Buffer, from: number): number {
  let index = from;
  while (" \n\r\t".includes(String.fromCharCode(body[index] ?? 0))) index++;
  return index;
}
