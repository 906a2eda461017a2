import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  callbackExporter,
  chat,
  CompactError,
  CompactManager,
  consoleExporter,
  memoryStorage,
} from "plimsoll";
import { compactionMiddleware } from "plimsoll/plain-loop";
import { createProviderWindow } from "plimsoll/provider-window";
import { createRecall } from "plimsoll/recall";
import { artifactsInEntries, createArchive, splitStore, tenantStorage } from "plimsoll/stores";
import { compactionMiddleware as aiSdkMiddleware } from "plimsoll/ai-sdk";
import { compactionMiddleware as langchainMiddleware } from "plimsoll/langchain";
import { compactionProcessor } from "plimsoll/mastra";
import { fileStorage, sqliteStorage } from "plimsoll/node";
import { compactingFetch, withCompaction } from "plimsoll/openai";
import { agentsCompaction } from "plimsoll/openai-agents";
import { compactRealtime } from "plimsoll/realtime";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-hostile-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fail = (): never => {
  throw new RangeError("trap");
};
const trapped = (target: object): object =>
  new Proxy(target, {
    get: fail,
    has: fail,
    ownKeys: fail,
    getPrototypeOf: fail,
    getOwnPropertyDescriptor: fail,
  });
const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const cyclic = (): object => {
  const value: Record<string, unknown> = { role: "user", content: "a" };
  value["self"] = value;
  return value;
};
const deep = (): object => {
  let value: object = { role: "user", content: "core" };
  for (let level = 0; level < 100_000; level++) value = { role: "user", content: [value] };
  return value;
};
const throwing = (name: string): object =>
  Object.defineProperty({ role: "user", content: "a" }, name, { enumerable: true, get: fail });

/** None of these is an object of options, or a list, or an item. */
const WRONG: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  zero: () => 0,
  notANumber: () => Number.NaN,
  true: () => true,
  text: () => "text",
  symbol: () => Symbol("s"),
  bigInteger: () => 10n,
  function: () => () => undefined,
  trapped: () => trapped({}),
  revoked: () => revoked({}),
};
const WRONG_OPTIONS: typeof WRONG = {
  ...WRONG,
  list: () => [1],
  unknownName: () => ({ contextWindow: 8000 }),
  policyName: () => ({ triggerPct: 0.8 }),
  maxTokens: () => ({ maxTokens: 10 }),
  mistyped: () => ({ instuctions: "a", maxContextToken: 3, pth: "x", nam: "x" }),
  throwingGetter: () => throwing("instructions"),
};
const WRONG_ITEMS: typeof WRONG = {
  ...WRONG,
  undefined: () => undefined,
  object: () => ({}),
  trappedList: () => trapped([]),
  revokedList: () => revoked([]),
  sparse: () => [, { role: "user", content: "a" }], // oxlint-disable-line no-sparse-arrays
  ofNull: () => [null],
  ofText: () => ["text"],
  ofLists: () => [[]],
  ofTrapped: () => [trapped({})],
  ofRevoked: () => [revoked({})],
  ofCycles: () => [cyclic()],
  bottomless: () => [deep()],
  ofGetters: () => [throwing("note")],
};
/** Where a list may be left out. */
const { undefined: _none, ...WRONG_LIST } = WRONG_ITEMS;
const WRONG_ITEM: typeof WRONG = {
  ...WRONG,
  undefined: () => undefined,
  list: () => [],
  cyclic,
  deep,
  getter: () => throwing("note"),
};
const WRONG_ID: typeof WRONG = {
  ...WRONG,
  text: () => "",
  long: () => "x".repeat(513),
  undefined: () => undefined,
  object: () => ({}),
  list: () => ["s"],
};
const WRONG_TEXT: typeof WRONG = { ...WRONG, text: () => 7, undefined: () => undefined, object: () => ({}) };
const WRONG_NUMBERS = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "8", null, {}, 2 ** 60];

const items = [
  { role: "user", content: "hello" },
  { role: "assistant", content: "hi" },
  { role: "user", content: "and?" },
];
const manager = new CompactManager({ model: "gpt-5", format: chat as never });
const prepared = manager.prepare("s", items);

type Use = (value: never) => unknown;
type Row = readonly [name: string, use: Use, values: typeof WRONG];

const METHODS: readonly Row[] = [
  ...(["preflight", "manualCompact", "decide", "plan", "prepare"] as const).flatMap((method): Row[] => [
    [`${method}: session`, (value) => manager[method](value, items), WRONG_ID],
    [`${method}: items`, (value) => manager[method]("s", value), WRONG_ITEMS],
    [`${method}: options`, (value) => manager[method]("s", items, value), WRONG_OPTIONS],
  ]),
  ["commitPrepared: prepared", (value) => manager.commitPrepared(value), { ...WRONG_ITEM }],
  ["commitPrepared: options", async (value) => manager.commitPrepared(await prepared, value), WRONG_OPTIONS],
  ["bound: items", (value) => manager.bound("s", value), WRONG_ITEMS],
  ["protect: session", (value) => manager.protect(value, { role: "user" }), WRONG_ID],
  ["protect: item", (value) => manager.protect("s", value), WRONG_ITEM],
  ["protect: options", (value) => manager.protect("s", { role: "user" }, value), WRONG_OPTIONS],
  ["remember", (value) => manager.remember(value), WRONG_ID],
  ["checkpoint", (value) => manager.checkpoint(value), WRONG_ID],
  ["undo: session", (value) => manager.undo(value), WRONG_ID],
  ["undo: items", (value) => manager.undo("s", value), WRONG_LIST],
  ["redo: session", (value) => manager.redo(value), WRONG_ID],
  ["redo: items", (value) => manager.redo("s", value), WRONG_LIST],
  ["transcript: session", (value) => manager.transcript(value), WRONG_ID],
  ["transcript: items", (value) => manager.transcript("s", value), WRONG_LIST],
  ["readArchived: session", (value) => manager.readArchived(value, "item_1"), WRONG_ID],
  ["readArchived: item", (value) => manager.readArchived("s", value), WRONG_TEXT],
  ["recall: session", (value) => manager.recall(value), WRONG_ID],
  ["recall: query", async (value) => (await manager.recall("s")).search(value), WRONG_TEXT],
  ["recall: options", async (value) => (await manager.recall("s")).search("a", value), WRONG_OPTIONS],
  ["recall: id", async (value) => (await manager.recall("s")).read(value), WRONG_TEXT],
  ["recall: part", async (value) => (await manager.recall("s")).read("a", value), WRONG_OPTIONS],
  ["recall: page", async (value) => (await manager.recall("s")).list(value), WRONG_OPTIONS],
  ["fork: session", (value) => manager.fork(value, "t", items), WRONG_ID],
  ["fork: new session", (value) => manager.fork("s", value, items), WRONG_TEXT],
  ["fork: items", (value) => manager.fork("s", "t", value), WRONG_ITEMS],
  ["remove", (value) => manager.remove(value), WRONG_ID],
];

const transport = { create: () => Promise.resolve({}) };
const MAKERS: readonly Row[] = [
  [
    "new CompactManager",
    (value) => new CompactManager(value),
    { ...WRONG_OPTIONS, undefined: () => undefined, empty: () => ({}) },
  ],
  [
    "fileStorage",
    (value) => fileStorage(value),
    { ...WRONG_OPTIONS, undefined: () => undefined, empty: () => ({ path: "" }) },
  ],
  [
    "sqliteStorage",
    (value) => sqliteStorage(value),
    { ...WRONG_OPTIONS, undefined: () => undefined, empty: () => ({ path: "" }) },
  ],
  ["memoryStorage", (value) => memoryStorage(value), WRONG_OPTIONS],
  ["splitStore", (value) => splitStore(value), { ...WRONG, undefined: () => undefined }],
  ["artifactsInEntries", (value) => artifactsInEntries(value), { ...WRONG, undefined: () => undefined }],
  ["tenantStorage: store", (value) => tenantStorage(value, "t"), { null: () => null, text: () => "x" }],
  ["tenantStorage: tenant", (value) => tenantStorage(memoryStorage(), value), WRONG_ID],
  ["createArchive: store", (value) => createArchive(value), { ...WRONG, undefined: () => undefined }],
  ["createArchive: options", (value) => createArchive(memoryStorage(), value), WRONG_OPTIONS],
  ["createRecall", (value) => createRecall(value), { ...WRONG_OPTIONS, undefined: () => undefined }],
  [
    "callbackExporter",
    (value) => callbackExporter(value),
    { null: () => null, text: () => "x", undefined: () => undefined },
  ],
  ["callbackExporter: options", (value) => callbackExporter(() => undefined, value), WRONG_OPTIONS],
  ["consoleExporter", (value) => consoleExporter(value), WRONG_OPTIONS],
  [
    "createProviderWindow",
    (value) => createProviderWindow(value),
    { ...WRONG_OPTIONS, undefined: () => undefined },
  ],
  [
    "createProviderWindow: more",
    (value: object) =>
      createProviderWindow({ sessionId: "s", model: "gpt-5", transport: transport as never, ...value }),
    {
      unknownName: () => ({ contextWindow: 1 }),
      mode: () => ({ mode: "remote" }),
      trigger: () => ({ triggerPct: Number.NaN }),
      storage: () => ({ storage: {} }),
      clock: () => ({ clock: 5 }),
    },
  ],
  ["plain loop", (value) => compactionMiddleware(value), { ...WRONG_OPTIONS }],
  ["ai-sdk", (value) => aiSdkMiddleware(value), WRONG_OPTIONS],
  ["langchain", (value) => langchainMiddleware(value), WRONG_OPTIONS],
  ["mastra", (value) => compactionProcessor(value), WRONG_OPTIONS],
  ["openai: options", (value) => compactingFetch(value), WRONG_OPTIONS],
  [
    "openai: client",
    (value) => withCompaction(value),
    { null: () => null, text: () => "x", empty: () => ({}) },
  ],
  ["openai-agents", (value) => agentsCompaction(value), WRONG_OPTIONS],
  ["realtime", (value) => compactRealtime({} as never, value), WRONG_OPTIONS],
];

/** What a use of a hostile value ends with; a test fails by time where it does not end. */
async function outcomeOf(use: Use, value: unknown): Promise<unknown> {
  try {
    return ["accepted", await use(value as never)];
  } catch (error) {
    return error;
  }
}

describe.each([...METHODS, ...MAKERS])("%s", (_name, use, values) => {
  it("refuses whatever it cannot work with by an error that has a code and says what to do", async () => {
    const outcomes: Record<string, unknown> = {};
    for (const [name, make] of Object.entries(values)) {
      const outcome = await outcomeOf(use, make());
      const isTyped = CompactError.isInstance(outcome) && /^INVALID_(INPUT|CONFIG)$/.test(outcome.code);
      if (!isTyped) outcomes[name] = outcome;
    }
    expect(outcomes).toEqual({});
  });
});

describe("options of a call", () => {
  it.each(["targetTokens", "maxContextTokens"])(
    "refuses %s that is no whole number of at least 1",
    async (name) => {
      for (const value of WRONG_NUMBERS) {
        const outcome = await outcomeOf(
          () => manager.manualCompact("s", items, { [name]: value } as never),
          0,
        );
        expect(outcome).toMatchObject({
          code: "INVALID_INPUT",
          message: expect.stringContaining(name) as string,
        });
      }
    },
  );

  it("refuses instructions, notes, signals, usage and tools that are none, and names them", async () => {
    const wrong: Readonly<Record<string, readonly unknown[]>> = {
      instructions: [null, 5, {}, ["a"], trapped({})],
      note: [null, 5, {}],
      signal: [null, {}, "abort", trapped({})],
      tools: [cyclic(), deep(), trapped({}), revoked({}), [throwing("name")], () => undefined],
      usage: [trapped({}), revoked({})],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const outcome = await outcomeOf(
          () => manager.manualCompact("s", items, { [name]: value } as never),
          0,
        );
        expect(outcome).toMatchObject({
          code: "INVALID_INPUT",
          message: expect.stringContaining(name) as string,
        });
      }
    }
  });

  it("suggests what was probably meant", async () => {
    const meant = {
      instuctions: "instructions",
      contextWindow: "maxContextTokens",
      triggerPct: "policy.triggerPct",
    };
    for (const [name, known] of Object.entries(meant)) {
      const outcome = await outcomeOf(() => manager.preflight("s", items, { [name]: 1 } as never), 0);
      expect(outcome).toMatchObject({ message: expect.stringContaining(`did you mean ${known}`) as string });
      const config = await outcomeOf(() => new CompactManager({ model: "gpt-5", [name]: 1 } as never), 0);
      expect(config).toMatchObject({ code: "INVALID_CONFIG" });
    }
  });

  it("changes nothing: a call after all the refused ones finds the session as it was", async () => {
    const fresh = new CompactManager({ model: "gpt-5", format: chat as never });
    const first = await fresh.preflight("s", items);
    for (const make of Object.values(WRONG_ITEMS))
      await outcomeOf(() => fresh.preflight("s", make() as never), 0);
    const second = await fresh.preflight("s", items);
    expect(second.items).toBe(items);
    expect(second.measurement).toEqual(first.measurement);
    await fresh.close();
  });
});
