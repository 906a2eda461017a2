import type { JsonRecord } from "../json/json-record.js";
import { type ReadCall, readCall, readOutput } from "./read-call.js";
import type { Call, CallResult, Part } from "./turn.js";

/** A call with its answer. Every call has one: what nobody answered says so. */
export interface PairedCall {
  readonly call: Call;
  readonly result: CallResult;
}

/** Which items are calls, outputs of calls, or outputs of which nobody knows the call. */
export interface CallPairs {
  readonly calls: ReadonlyMap<JsonRecord, PairedCall>;
  /** Outputs that stand in a pair. */
  readonly answered: ReadonlySet<JsonRecord>;
  /** Outputs without a call, and what they say. */
  readonly orphans: ReadonlyMap<JsonRecord, readonly Part[]>;
}

const ABORTED: Part = { type: "text", text: "aborted" };
const EMPTY: Part = { type: "text", text: "(empty)" };

interface OpenPair {
  readonly item: JsonRecord;
  readonly call: Call;
  parts?: readonly Part[];
}

/**
 * Pairs calls with outputs across all kinds of tools. Some models count their calls anew in every answer: an id that comes again
 * after it was answered is another call and gets a name of its own. A call that is repeated before it was answered counts once;
 * of several outputs the last counts.
 */
export function pairCalls(items: readonly JsonRecord[]): CallPairs {
  const pairing = new Pairing();
  for (const item of items) {
    const call = readCall(item);
    if (call) pairing.open(item, call);
    else pairing.answer(item);
  }
  return pairing.result();
}

class Pairing {
  readonly #newest = new Map<string, OpenPair>();
  readonly #pairs: OpenPair[] = [];
  readonly #ids = new Set<string>();
  readonly #answered = new Set<JsonRecord>();
  readonly #orphans = new Map<JsonRecord, readonly Part[]>();

  open(item: JsonRecord, { id, name, arguments: given, output }: ReadCall): void {
    const before = this.#newest.get(id);
    if (before && before.parts === undefined) return;
    const unique = this.#uniqueId(id === "" ? "call" : id);
    const call: Call = { id: unique, name, arguments: given };
    const pair: OpenPair = { item, call, ...(output ? { parts: output } : {}) };
    this.#pairs.push(pair);
    this.#newest.set(id, pair);
  }

  answer(item: JsonRecord): void {
    const output = readOutput(item);
    if (!output) return;
    const pair = this.#newest.get(output.id);
    if (pair) {
      pair.parts = output.parts;
      this.#answered.add(item);
    } else this.#orphans.set(item, output.parts);
  }

  result(): CallPairs {
    const calls = this.#pairs.map(({ item, call, parts = [ABORTED] }): [JsonRecord, PairedCall] => [
      item,
      { call, result: { id: call.id, name: call.name, parts: parts.length === 0 ? [EMPTY] : parts } },
    ]);
    return { calls: new Map(calls), answered: this.#answered, orphans: this.#orphans };
  }

  #uniqueId(id: string): string {
    let unique = id;
    for (let count = 2; this.#ids.has(unique); count++) unique = `${id}_${count}`;
    this.#ids.add(unique);
    return unique;
  }
}
