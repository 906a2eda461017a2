import { describe, expect, it } from "vitest";
import { sampled } from "plimsoll-testkit/scaled";
import { itemId } from "../conversation/item-id.js";
import { CompactError } from "../errors/compact-error.js";
import { callbackExporter } from "../events/callback-exporter.js";
import type { PlainMessage } from "../formats/plain/plain.js";
import { createArchive } from "../stores/create-archive.js";
import { sqliteStorage } from "../stores/sqlite/sqlite-storage.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { chatter, named, say, setUp } from "./manager-test-support.js";

/** So many calls of the store meet a fault, before it is back again. */
const LASTING = 3;
const START = 1_800_000_000_000;
const METHODS = [
  "append",
  "read",
  "find",
  "sessions",
  "sweep",
  "putArtifacts",
  "getArtifact",
  "listArtifacts",
  "sweepArtifacts",
  "exclusively",
] as const;
type Method = (typeof METHODS)[number];
const WRITES: readonly Method[] = ["append", "putArtifacts", "sweep", "sweepArtifacts"];

type Call = () => Promise<unknown>;
const refuse = (reason: string) => async (): Promise<never> => {
  throw new Error(reason);
};

/** What a call of the store meets; `undefined` for one that this fault spares. */
const FAULTS: Readonly<Record<string, (method: Method, call: Call) => Call | undefined>> = {
  gone: () => refuse("connect ECONNREFUSED"),
  full: (method) => (WRITES.includes(method) ? refuse("no space left on device") : undefined),
  "read-only": (method) =>
    WRITES.includes(method) ? refuse("cannot execute INSERT in a read-only transaction") : undefined,
  "cut before it was done": () => refuse("Connection terminated unexpectedly"),
  // A lock that is lost after the work was done harms nobody.
  "cut after it was done": (method, call) =>
    method === "exclusively"
      ? undefined
      : async () => {
          await call();
          throw new Error("Connection terminated unexpectedly");
        },
  silent: () => () => new Promise(() => undefined),
  "so slow that its answer comes when the next call begins": (_, call) => async () => {
    const answer = await call();
    await new Promise<void>((resolve) => late.push(resolve));
    return answer;
  },
};
/** Answers that have not arrived yet. */
const late: (() => void)[] = [];
/** Faults after which nobody knows what was done. */
const UNANSWERED = /^(?:silent|so slow)/;

/** A store whose calls are numbered, and meet a fault from one number on. */
function faultyStore(fault?: string, step = Number.POSITIVE_INFINITY) {
  const inner: StorageAdapter = {
    ...sqliteStorage({ path: ":memory:" }),
    exclusively: (_, task) => task({ revision: async () => undefined }),
  };
  const steps: Method[] = [];
  let met = 0;
  const through =
    (method: Method) =>
    (...parameters: unknown[]): Promise<unknown> => {
      const call: Call = () => (inner[method] as (...values: unknown[]) => Promise<unknown>)(...parameters);
      steps.push(method);
      for (const arrive of late.splice(0)) arrive();
      const number = steps.length - 1;
      const isMeant = fault !== undefined && number >= step && number < step + LASTING;
      const failing = isMeant ? FAULTS[fault]?.(method, call) : undefined;
      if (failing) met += 1;
      return (failing ?? call)();
    };
  const faulty = Object.fromEntries(METHODS.map((method) => [method, through(method)]));
  const storage = { ...inner, ...faulty, name: "faulty", close: async () => undefined } as StorageAdapter;
  return { storage, inner, steps, met: () => met };
}

const HISTORY: readonly PlainMessage[] = [
  ...chatter(14),
  say("tool", `${"src/pool/connection.ts:12: warning: unused\n".repeat(120)}fatal: the certificate expired`),
  ...chatter(14, 20),
];

/** Two compactions with turns in between, as an agent does that adopts what it is given. */
async function converse(manager: ReturnType<typeof setUp>["manager"]) {
  const said: PlainMessage[] = [...HISTORY];
  const failures: unknown[] = [];
  let window: PlainMessage[] = [...HISTORY];
  const attempt = async (call: () => Promise<{ readonly items: PlainMessage[] }>): Promise<void> => {
    try {
      window = (await call()).items;
    } catch (error) {
      failures.push(error);
    }
  };
  await attempt(() => manager.preflight<PlainMessage>("s", window));
  for (let turn = 40; turn < 44; turn += 1) {
    const fresh = chatter(1, turn);
    said.push(...fresh);
    const next = [...window, ...fresh];
    window = next;
    await attempt(() => manager.preflight<PlainMessage>("s", next));
  }
  await attempt(() => manager.manualCompact<PlainMessage>("s", window, { targetTokens: 900 }));
  const last = chatter(1, 50);
  said.push(...last);
  await attempt(() => manager.preflight<PlainMessage>("s", [...window, ...last]));
  return { said, window: window.includes(last[0] as PlainMessage) ? window : [...window, ...last], failures };
}

const unharmed = faultyStore();
await converse(setUp({ storage: unharmed.storage }).manager);
const CASES = Object.entries(FAULTS).flatMap(([fault, meets]) =>
  unharmed.steps
    .map((method, step) => ({ fault, step, method }))
    .filter(({ method }) => method !== "exclusively" || meets(method, async () => undefined) !== undefined),
);

describe("a store that fails at a step of a compaction", () => {
  it.each(sampled(CASES, 18))(
    "is $fault at step $step ($method): nothing is lost, and it is told",
    async ({ fault, step }) => {
      const { storage, inner, met } = faultyStore(fault, step);
      const { manager, events } = setUp({ storage, timeLimits: { storeMs: 15 } });
      const { said, window, failures } = await converse(manager);
      for (const failure of failures) expect(CompactError.isInstance(failure)).toBe(true);
      const closed = await manager.close().then(
        () => "written",
        (error: unknown) => (error as CompactError).code,
      );
      const archive = createArchive(inner);
      const entries = await archive.read("s", ["item"]);
      const ids = entries.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const kept = await manager.unwritten();
      const unwritten = kept.entries.flatMap(({ entries: waiting }) => waiting.map(({ id }) => id));
      const isWhole = unwritten.length + kept.artifacts.length === 0;
      const present = new Set([...ids, ...unwritten, ...window.map(itemId)]);
      expect(said.filter((item) => !present.has(itemId(item)))).toEqual([]);
      // A store that does not answer is left alone for a while; whoever closes the manager before is told.
      if (UNANSWERED.test(fault)) expect(closed).toBe(isWhole ? "written" : "STORE_UNAVAILABLE");
      else expect({ closed, unwritten }).toEqual({ closed: "written", unwritten: [] });
      // What came back whole is what was said, payloads included.
      const held = new Map(entries.map(({ id, data }) => [id, data]));
      for (const item of said) if (held.has(itemId(item))) expect(held.get(itemId(item))).toEqual(item);
      if (met() > 0) expect(named(events, "compact.store_degraded").length).toBeGreaterThan(0);
      await inner.close();
    },
  );
});

describe("what else fails around a compaction", () => {
  it.each(
    sampled(
      unharmed.steps.map((_, step) => step),
      6,
    ),
  )("is a clock that jumps at step %i: the result is the same", async (step) => {
    const results = [0, -86_400_000 * 400, 86_400_000 * 20].map(async (jump) => {
      const { storage, inner, steps } = faultyStore();
      const clock = (): number => START + (steps.length > step ? jump : 0);
      const { manager } = setUp({ storage, clock, retentionDays: 0, artifactRetentionDays: 0 });
      const { window, failures } = await converse(manager);
      expect(failures).toEqual([]);
      await manager.close();
      const items = (await inner.read("s", ["item"])).length;
      await inner.close();
      return { window, items };
    });
    const [still, ...jumped] = await Promise.all(results);
    for (const result of jumped) expect(result).toEqual(still);
  });

  it("is an exporter that throws, or never answers: the result is the same", async () => {
    const windows: PlainMessage[][] = [];
    const exporters = [
      callbackExporter(() => undefined),
      callbackExporter(() => {
        throw new Error("the collector is down");
      }),
      callbackExporter(() => new Promise<void>(() => undefined)),
    ];
    for (const exporter of exporters) {
      const { storage, inner } = faultyStore();
      const { manager } = setUp({ storage, exporters: [exporter], timeLimits: { exporterMs: 10 } });
      const { window, failures } = await converse(manager);
      expect(failures).toEqual([]);
      windows.push(window);
      await manager.close();
      await inner.close();
    }
    expect(windows[1]).toEqual(windows[0]);
    expect(windows[2]).toEqual(windows[0]);
  });
});
