import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { createRedactor } from "../../redaction/create-redactor.js";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import { HOSTILE_VALUES } from "../../testing/hostile-values.js";
import { longConversation, turn, user, withWindow } from "../provider-window-test-support.js";
import { WindowLog } from "./window-log.js";
import { parseWindowState } from "./parse-window-state.js";
import { EMPTY_WINDOW } from "./provider-window-state.js";

const log = (storage = memoryStorage()): WindowLog =>
  new WindowLog({
    sessionId: "s",
    storage,
    redactor: createRedactor(),
    now: () => "2026-01-02T03:04:05.678Z",
  });

describe("a window's state", () => {
  it("survives JSON, with compactions and all", async () => {
    await withWindow({ window: { triggerPct: 0.55 } }, async (bench) => {
      const list = await longConversation(bench);
      await turn(bench.window, [...list, user("And in April?")]);
      const state = await bench.window.state();
      expect(parseWindowState(JSON.parse(JSON.stringify(state)))).toEqual(state);
      expect(state).toMatchObject({ compactions: [{}], responses: 5, base: { stored: true } });
    });
  });

  it("is refused with the field that is wrong", () => {
    expect(() => parseWindowState({ ...EMPTY_WINDOW, version: 2 })).toThrow(/field version/);
    expect(() => parseWindowState({ ...EMPTY_WINDOW, covered: 3 })).toThrow(/covers 3 of 0 items/);
    expect(() => parseWindowState({ ...EMPTY_WINDOW, head: [3] })).toThrow(
      /field head\[0\] is 3; it must be an object/,
    );
    expect(() => parseWindowState({ ...EMPTY_WINDOW, extra: 1 })).toThrow(/not a provider window/);
  });

  it("is never made of anything else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(HOSTILE_VALUES))), (value) => {
        expect(() => parseWindowState(value)).toThrow(/not a provider window/);
      }),
    );
  });
});

describe("the log of a window", () => {
  it("gives a window whatever stands in it, and sends everything anew where it cannot be read", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 4 }), async (values) => {
        const storage = memoryStorage();
        const entries = values.map((data, index) => ({
          kind: "window" as const,
          id: `win_${index}`,
          ts: "2026-01-02T03:04:05.678Z",
          data,
        }));
        await storage.append("s", entries);
        expect(await log(storage).load()).toMatchObject({
          reset: "stored_window_unreadable",
          covered: 0,
          head: [],
        });
      }),
      { numRuns: scaled(50) },
    );
  });

  it("notices another process that wrote in between", async () => {
    const storage = memoryStorage();
    const [one, other] = [log(storage), log(storage)];
    await one.load();
    await other.load();
    await one.append({ step: "adopted" });
    await other.append({ step: "adopted" });
    expect((await log(storage).load()).reset).toBe("stored_window_unreadable");
  });

  it("is a window after every beginning of it", async () => {
    const storage = memoryStorage();
    await withWindow({ window: { triggerPct: 0.55, storage } }, async (bench) => {
      const list = await longConversation(bench);
      await turn(bench.window, [...list, user("And in April?")]);
      const entries = await storage.read("s", ["window"]);
      expect(entries.length).toBeGreaterThan(8);
      for (let length = 0; length <= entries.length; length++) {
        const cut = memoryStorage();
        await cut.append("s", entries.slice(0, length));
        const state = await log(cut).load();
        expect(state.reset === undefined || state.reset === "remote_compaction").toBe(true);
        expect(parseWindowState(JSON.parse(JSON.stringify(state)))).toEqual(state);
      }
    });
  });

  it("stores readable items redacted and encrypted ones as they came", async () => {
    const storage = memoryStorage();
    const first = log(storage);
    await first.load();
    const sealed = { type: "compaction", id: "cmp_1", encrypted_content: "password=hunter2" };
    const head = [user("password=hunter2"), sealed];
    await first.append({ step: "replaced", reason: "remote_compaction", head, covered: 0 });
    const { head: stored } = await log(storage).load();
    expect(stored[0]).toEqual(user("password=[REDACTED:password]"));
    expect(stored[1]).toEqual(sealed);
  });
});
