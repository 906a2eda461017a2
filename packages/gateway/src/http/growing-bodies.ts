import { isUtf8 } from "node:buffer";
import { type JsonLimits, type ListEntries, ListScan } from "./list-scan.js";
import { parseBounded, parseChecked } from "./parse-bounded.js";

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
  readonly body: Buffer;
}

interface Kept {
  readonly owner: string;
  readonly body: Buffer;
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
    if (body.length < LEAST_BYTES || body.length > this.#maxBytes) return parseBounded(body, this.#limits);
    const scan = new ListScan(body, this.#limits, key);
    const owner = JSON.stringify([tenant, key]);
    scan.toList();
    const match = scan.start === -1 ? undefined : this.#find(owner, body, scan.start);
    if (match) scan.leap(match.kept.entries, match.count);
    scan.toEnd();
    const { start, entries } = scan;
    const value = (start !== -1 && match && parseRest({ body, key, start, match })) || parseChecked(body);
    const items = (value as Readonly<Record<string, unknown>> | null)?.[key];
    if (start !== -1 && Array.isArray(items)) this.#keep({ owner, body, start, entries, items }, match);
    return value;
  }

  #find(owner: string, body: Buffer, start: number): Match | undefined {
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
function mayContinue({ body, start, entries: { ends } }: Kept, next: Buffer, nextStart: number): boolean {
  const end = ends[Math.floor((ends.length - 1) * SAMPLED_SHARE)] ?? 0;
  const begin = Math.max(0, end - SAMPLE_BYTES);
  return areEqual({ body, start }, { body: next, start: nextStart }, [begin, end]);
}

interface List {
  readonly body: Buffer;
  readonly start: number;
}

function areEqual(left: List, right: List, [from, to]: readonly [number, number]): boolean {
  if (right.start + to > right.body.length) return false;
  const { body, start } = right;
  return left.body.compare(body, start + from, start + to, left.start + from, left.start + to) === 0;
}

/** How many entries both lists begin with, byte for byte. */
function commonEntries(kept: Kept, body: Buffer, start: number): number {
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
  readonly body: Buffer;
  readonly key: string;
  readonly start: number;
  readonly match: Match;
}

/** The JSON of a body of which only what is new is read; undefined if it cannot be had that way. */
function parseRest({ body, key, start, match: { kept, count } }: Rest): object | undefined {
  const end = start + (kept.entries.ends[count - 1] ?? 0);
  const rest = restOfList(body, end);
  if (rest === undefined) return undefined;
  const [head, tail] = [body.subarray(0, start), body.subarray(rest)];
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

/** Where the entries begin that follow one that ends here, or the bracket that ends the list. */
function restOfList(body: Buffer, end: number): number | undefined {
  const next = skipBlanks(body, end);
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
