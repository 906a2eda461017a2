import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { itemId } from "../../conversation/item-id.js";
import { CompactError } from "../../errors/compact-error.js";
import { responses } from "../../formats/responses/responses.js";
import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import { type SessionScript, script } from "../../facts/ledgers/ledger-test-support.js";
import type { LedgerItem } from "../../facts/ledgers/observation.js";
import { createLedger, observeItems } from "../../facts/ledgers/session-ledger.js";
import { type SessionStep, sessionStep } from "../../facts/ledgers/session-step-test-support.js";
import { toCheckpoint } from "../../facts/checkpoint/to-checkpoint.js";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import { splitStore } from "../../stores/split-store.js";
import type { StorageAdapter, StoredEntry } from "../../stores/storage-adapter.js";
import { characterEstimator } from "../../testing/character-estimator.js";
import type { PreflightOptions } from "../compact-config.js";
import { CompactManager } from "../compact-manager.js";
import type { PreparedCompaction } from "../commit/prepared-compaction.js";

const ID = "s";

/** Items of the Responses API for what a script says. No two are the same. */
function toWire({ id, view }: LedgerItem): object[] {
  const { role, text, calls, results } = view;
  return [
    ...results.map(({ callId, text: output }) => ({ type: "function_call_output", call_id: callId, output })),
    ...(text === "" ? [] : [{ id, role, content: text }]),
    ...calls.map(({ callId, name, arguments: input }) => ({
      type: "function_call",
      call_id: callId,
      name,
      arguments: input,
    })),
  ];
}

const managerOn = (storage: StorageAdapter): CompactManager =>
  new CompactManager({
    model: "gpt-5",
    maxContextTokens: 100_000,
    estimator: characterEstimator,
    format: responses as never,
    storage,
    clock: () => 0,
    // Evidence stands in for the longer outputs, so that adopted lists hold other items than were sent.
    policy: { toolOutputMaxTokens: 80 },
  });

/** A store with the same content, and the same place for payloads. */
async function copyOf(storage: StorageAdapter): Promise<StorageAdapter> {
  const copy = memoryStorage();
  const entries = await storage.read(ID);
  await copy.append(ID, entries);
  return splitStore({ entries: copy, artifacts: storage });
}

const newestCheckpoint = async (storage: StorageAdapter): Promise<StoredEntry | undefined> =>
  (await storage.read(ID, ["checkpoint"])).at(-1);

/** Undefined where it is refused; every other failure fails the test. */
async function unlessRefused<T>(task: () => Promise<T>): Promise<T | undefined> {
  try {
    return await task();
  } catch (error) {
    if (CompactError.isInstance(error) && REFUSALS.has(error.code)) return undefined;
    throw error;
  }
}
const REFUSALS = new Set([
  "INSUFFICIENT_BUDGET",
  "CONSTRAINTS_DO_NOT_FIT",
  "NOTHING_TO_UNDO",
  "NOTHING_TO_REDO",
  "INVALID_INPUT",
  "STALE_PREPARED",
]);

const filler: SessionStep = (session) =>
  session
    .user(`And number ${session.items.length}? ${"Tell me more of it, please. ".repeat(8)}`)
    .assistant(`Still at it, number ${session.items.length}. ${"It goes on as before. ".repeat(16)}`);
const output: SessionStep = (session) =>
  session.tool(
    "bash",
    { command: "make log" },
    `order W${session.items.length + 70_000}\n${"a line\n".repeat(80)}`,
  );

const place = fc.double({ min: 0, max: 1, noNaN: true });
const step = fc.oneof({ weight: 3, arbitrary: sessionStep }, fc.constantFrom(filler, output));
const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("append" as const), step }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom("preflight", "late", "late and left", "ask", "clone") }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom("edit", "insert", "truncate", "tail"), at: place, step }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("compact" as const), share: place }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("plan", "prepare", "commit", "undo", "redo", "reload", "replace"),
    }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const append: Operation = { kind: "append", step: filler };
/** What seldom comes about by itself, and single operations between. */
const operations = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: operation.map((next): Operation[] => [next]) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<Operation[]>(
          [append, { kind: "compact", share: 0.5 }, { kind: "undo" }, append, { kind: "redo" }],
          [append, append, { kind: "prepare" }, append, { kind: "preflight" }, { kind: "commit" }],
          [append, append, { kind: "prepare" }, { kind: "commit" }],
        ),
      },
    ),
    { minLength: 5, maxLength: 30 },
  )
  .map((parts) => parts.flat());

/** A host that changes its list as it likes, and a manager that is told of it call by call. */
class Host {
  readonly storage: StorageAdapter = memoryStorage();
  manager: CompactManager = managerOn(this.storage);
  list: object[];
  compactions = 0;
  readonly seen: Set<string> = new Set();
  readonly #script: SessionScript = script();
  readonly #adopts: boolean;
  #prepared: { prepared: PreparedCompaction<object>; list: object[]; targetTokens: number } | undefined;
  /**
   * What the host does not change: an engine looks no more at what left the window, and knows that a window was adopted
   * only when it gets that back.
   */
  #floor = 0;

  constructor(adopts: boolean) {
    this.#adopts = adopts;
    for (let count = 0; count < 8; count++) filler(this.#script);
    this.list = this.#script.items.flatMap(toWire);
  }

  #items(apply: SessionStep): object[] {
    const before = this.#script.items.length;
    apply(this.#script);
    return this.#script.items.slice(before).flatMap(toWire);
  }

  #position(at: number): number {
    return this.#floor + Math.floor(at * (this.list.length - this.#floor));
  }

  async run(next: Operation): Promise<void> {
    if ("step" in next) this.#change(next);
    else if (next.kind === "replace") await this.#replace();
    else if ("share" in next) await this.#compact(next.share);
    else if (next.kind === "clone") this.list = structuredClone(this.list);
    else if (next.kind === "preflight") await this.#preflight();
    else if (next.kind === "late") await this.#readLater();
    else if (next.kind === "late and left") await this.#readLater(false);
    else if (next.kind === "ask") await this.#ask();
    else if (next.kind === "plan") await unlessRefused(() => this.manager.plan(ID, this.list));
    else if (next.kind === "prepare") await this.#prepare();
    else if (next.kind === "commit") await this.#commit();
    else if (next.kind === "reload") this.#reload();
    else await this.#walk(next.kind === "undo" ? "undo" : "redo");
  }

  #change(next: Operation & { readonly step: SessionStep }): void {
    const items = this.#items(next.step);
    const at = "at" in next ? this.#position(next.at) : this.list.length;
    this.list =
      next.kind === "append" || next.kind === "insert"
        ? this.list.toSpliced(at, 0, ...items)
        : next.kind === "edit"
          ? this.list.toSpliced(at, 1, ...items)
          : next.kind === "truncate"
            ? this.list.slice(0, at)
            : next.kind === "tail"
              ? [...this.list.slice(0, Math.max(this.#floor, this.list.length - 1)), ...items]
              : items;
    this.#floor = Math.min(this.#floor, this.list.length);
  }

  async #replace(): Promise<void> {
    this.list = [filler, filler, output, filler].flatMap((apply) => this.#items(apply));
    this.#floor = 0;
    await this.#preflight();
  }

  async #preflight(options: PreflightOptions = {}): Promise<void> {
    const { items } = await this.manager.preflight(ID, this.list, options);
    if (!this.#adopts) return;
    this.list = items;
    this.#floor = 0;
  }

  /** The call leaves the reading of new items for later; a next one may come before that has ended. */
  async #readLater(waits = true): Promise<void> {
    await this.#preflight({ catchUpLater: true });
    const reading = this.manager.catchUp(ID);
    if (waits) await reading;
    this.seen.add(waits ? "read later" : "read in part");
  }

  #adopt(items: object[]): void {
    if (this.#adopts) this.list = items;
    this.#floor = this.list.length;
  }

  async #ask(): Promise<void> {
    const given = this.list;
    const reference = managerOn(await copyOf(this.storage));
    await reference.preflight(ID, structuredClone(given));
    await this.manager.preflight(ID, given);
    const answer = await this.manager.checkpoint(ID);
    expect(answer).toEqual(await reference.checkpoint(ID));
    if (this.compactions === 0) expect(answer).toEqual(ofListAlone(given));
    this.seen.add("asked");
  }

  async #compact(share: number): Promise<void> {
    const targetTokens = this.#share(0.1 + 0.7 * share);
    const copy = await copyOf(this.storage);
    const reference = await unlessRefused(() =>
      managerOn(copy).manualCompact(ID, structuredClone(this.list), { targetTokens }),
    );
    const result = await unlessRefused(() => this.manager.manualCompact(ID, this.list, { targetTokens }));
    if (!result) this.seen.add("refused");
    if (!result?.compaction) return;
    this.compactions++;
    this.seen.add(`compacted ${Math.min(this.compactions, 3)}`);
    // Evidence may have another size in a process that meets all outputs at once, and so may what it is worth to compact.
    if (reference?.compaction) {
      this.seen.add("compared");
      expect(await newestCheckpoint(this.storage)).toEqual(await newestCheckpoint(copy));
    }
    this.#adopt(result.items);
  }

  async #prepare(): Promise<void> {
    const { list } = this;
    const targetTokens = this.#share(0.6);
    const prepared = await unlessRefused(() => this.manager.prepare(ID, list, { targetTokens }));
    this.#prepared = prepared && { prepared, list, targetTokens };
  }

  /** What was prepared holds for the list that it was prepared from, and is what that list alone gives. */
  async #commit(): Promise<void> {
    if (!this.#prepared) return;
    const { prepared, list, targetTokens } = this.#prepared;
    this.#prepared = undefined;
    const copy = await copyOf(this.storage);
    const result = await unlessRefused(() => this.manager.commitPrepared(prepared, { items: this.list }));
    if (!result?.compaction) return;
    this.compactions++;
    this.seen.add(this.list.length > list.length ? "committed later" : "committed");
    const other = managerOn(copy);
    await other.commitPrepared(await other.prepare(ID, structuredClone(list), { targetTokens }));
    expect(await newestCheckpoint(this.storage)).toEqual(await newestCheckpoint(copy));
    this.#adopt(result.items);
  }

  #share(part: number): number {
    return Math.ceil((JSON.stringify(this.list).length / 4) * part);
  }

  async #walk(kind: "undo" | "redo"): Promise<void> {
    const result = await unlessRefused<{ readonly items: object[] }>(() => this.manager[kind](ID, this.list));
    if (!result) return;
    this.seen.add(kind);
    this.#adopt(result.items);
    const reference = managerOn(await copyOf(this.storage));
    await reference.preflight(ID, structuredClone(result.items));
    expect(await this.manager.checkpoint(ID)).toEqual(await reference.checkpoint(ID));
  }

  #reload(): void {
    this.manager = managerOn(this.storage);
    this.list = structuredClone(this.list);
    this.#prepared = undefined;
  }
}

/** What the ledgers make of a list that they see for the first time, once. */
function ofListAlone(list: readonly object[]): Checkpoint {
  const items = new Map(
    list.map((item) => [itemId(item), { id: itemId(item), view: responses.view(item as never) }]),
  );
  return toCheckpoint(observeItems(createLedger(), items.values()), { sessionId: ID, version: 1 });
}

const REACHED = [
  "asked",
  "read later",
  "read in part",
  "compared",
  "refused",
  "committed",
  "committed later",
  "undo",
  "redo",
  "compacted 3",
];

describe("the ledgers of a session", () => {
  it.each([
    ["adopts the windows", true],
    ["sends its full history", false],
  ])("are at every compaction what the list of that moment gives, for a host that %s", async (_, adopts) => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(operations, async (given) => {
        const host = new Host(adopts);
        for (const next of given) await host.run(next);
        for (const what of host.seen) seen.add(what);
      }),
      // With a seed of its own, so that each of these is always among them.
      { numRuns: scaled(120, 30), seed: 20261116 },
    );
    for (const what of REACHED) expect(seen).toContain(what);
  });
});
