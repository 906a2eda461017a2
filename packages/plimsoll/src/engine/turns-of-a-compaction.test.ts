import { setImmediate as nextLoop } from "node:timers/promises";
import { sampled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { itemId } from "../conversation/item-id.js";
import { CompactError } from "../errors/compact-error.js";
import type { PlainMessage } from "../formats/plain/plain.js";
import { createArchive } from "../stores/create-archive.js";
import { sqliteStorage } from "../stores/sqlite/sqlite-storage.js";
import { chatter, say, setUp } from "./manager-test-support.js";

type Manager = ReturnType<typeof setUp>["manager"];

const HISTORY: readonly PlainMessage[] = [
  ...chatter(40),
  say("tool", `${"src/pool/connection.ts:12: warning: unused\n".repeat(120)}fatal: the certificate expired`),
  ...chatter(40, 50),
];
const LAST = say("user", "And what is open now?");

/** What happens to a call that is under way. */
const DISTURBANCES: Readonly<Record<string, (manager: Manager, abort: AbortController) => Promise<unknown>>> =
  {
    "the manager is closed": (manager) => manager.close(),
    "the call is aborted": async (_, abort) => abort.abort(new Error("the user left")),
    "the same turn is asked for again": (manager) => manager.preflight("s", [...HISTORY]),
    "the next turn is asked for": (manager) => manager.preflight("s", [...HISTORY, LAST]),
    "the newest compaction is undone": (manager) => manager.undo("s"),
  };

/** A call, with what happens after so many turns of the event loop; how many it took. */
async function play(turn: number, disturb: (manager: Manager, abort: AbortController) => Promise<unknown>) {
  const storage = sqliteStorage({ path: ":memory:" });
  // Opened before, so that the turns are those of the compaction.
  await storage.sessions();
  const { manager, events } = setUp({ storage: { ...storage, close: async () => undefined } });
  const abort = new AbortController();
  const progress = { isDone: false };
  const settle = async (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      (result) => result,
      (error: unknown) => error,
    );
  const call = settle(manager.preflight("s", [...HISTORY], { signal: abort.signal })).finally(() => {
    progress.isDone = true;
  });
  let turns = 0;
  for (; turns < turn && !progress.isDone; turns += 1) await nextLoop();
  const other = settle(disturb(manager, abort));
  return { storage, manager, events, turns, answers: await Promise.all([call, other]) };
}

// The first loads what is loaded when it is used.
const { manager: first, storage: warm } = await play(Number.MAX_SAFE_INTEGER, async () => undefined);
await first.close();
await warm.close();
const {
  turns: TURNS,
  manager: unharmed,
  storage: unused,
} = await play(Number.MAX_SAFE_INTEGER, async () => undefined);
const WINDOW = (await unharmed.preflight<PlainMessage>("s", [...HISTORY])).items;
await unharmed.close();
await unused.close();

const CASES = Object.keys(DISTURBANCES).flatMap((what) =>
  Array.from({ length: TURNS + 1 }, (_, turn) => ({ what, turn })),
);

describe("between two turns of a compaction", () => {
  it("there are some", () => {
    expect(TURNS).toBeGreaterThan(3);
    expect(WINDOW.length).toBeLessThan(HISTORY.length);
  });

  it.each(sampled(CASES, 8))(
    "$turn, $what: a valid window or a typed error, and nothing is lost",
    async ({ what, turn }) => {
      const disturb = DISTURBANCES[what] ?? (async () => undefined);
      const { storage, manager, answers } = await play(turn, disturb);
      for (const answer of answers) {
        if (answer instanceof Error)
          expect([what, (answer as CompactError).code, CompactError.isInstance(answer)]).toEqual([
            what,
            expect.any(String),
            true,
          ]);
        const items = (answer as { readonly items?: PlainMessage[] } | undefined)?.items;
        if (!items || what.includes("undone")) continue;
        const asked = items.at(-1) === LAST ? [...WINDOW, LAST] : WINDOW;
        expect(items.map(itemId)).toEqual(asked.map(itemId));
      }
      await manager.close().catch(() => undefined);
      // Whoever comes next finds a session that goes on, with all that left the window.
      const next = setUp({ storage: { ...storage, close: async () => undefined } }).manager;
      const { items } = await next.preflight<PlainMessage>("s", [...HISTORY, LAST]);
      expect(items.at(-1)).toEqual(LAST);
      expect(items.length).toBeLessThan(HISTORY.length);
      await next.close();
      const entries = await createArchive(storage).read("s", ["item"]);
      const present = new Set([...entries.map(({ id }) => id), ...items.map(itemId)]);
      expect(HISTORY.filter((item) => !present.has(itemId(item)))).toEqual([]);
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      await storage.close();
    },
  );
});
