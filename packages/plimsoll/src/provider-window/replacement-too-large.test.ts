import { describe, expect, it } from "vitest";
import {
  compactingTurn,
  lastInput,
  longConversation,
  MODEL,
  turn,
  user,
  withWindow,
  words,
} from "./provider-window-test-support.js";
import type { PreparedRequest } from "./provider-window.js";
import { isCompactionItem, type WindowItem } from "./window/window-item.js";

const window = { triggerPct: 0.55 } as const;

const inputOf = (prepared: PreparedRequest | undefined): readonly WindowItem[] =>
  (prepared?.body["input"] ?? []) as WindowItem[];

describe("a provider's replacement that does not fit the model's window", () => {
  it("is refused where it is smaller than what it replaces, and larger than the window", async () => {
    await withWindow({}, async (bench) => {
      const list = await longConversation(bench);
      const small = await bench.open({ maxContextTokens: 1500 });
      const output = [
        { type: "compaction", encrypted_content: "x" },
        { type: "message", role: "user", content: words(1700) },
      ];
      bench.server.fault({ kind: "status", status: 200, body: JSON.stringify({ output }), route: "compact" });
      expect(await small.compact({ model: MODEL, input: list })).toMatchObject({
        outcome: "local",
        reason: expect.stringMatching(/larger \(\d+ tokens\) than the model's window \(1500\)/),
      });
    });
  });

  it("is not compacted by the provider again where it has hardly grown since", async () => {
    await withWindow({ window }, async (bench) => {
      const list = await compactingTurn(bench);
      expect((await bench.window.state()).head.some(isCompactionItem)).toBe(true);
      bench.server.fault({ kind: "context_length_exceeded", route: "responses" });
      await turn(bench.window, [...list, user("And in May?")]);
      expect(bench.bodies("/responses/compact")).toHaveLength(1);
      expect(lastInput(bench).some(isCompactionItem)).toBe(false);
    });
  });

  it.each(["standalone", "trigger"] as const)(
    "goes on from the conversation itself where the provider's %s compaction does not fit the window",
    async (mode) => {
      await withWindow({ window: { mode } }, async (bench) => {
        const list = await longConversation(bench);
        const tooLong = { status: 400, code: "context_length_exceeded" };
        const first = await bench.window.request({ model: MODEL, input: [...list, user("And in April?")] });
        const second = await first.failed(tooLong);
        expect(inputOf(second).some(isCompactionItem)).toBe(true);
        const third = await second?.failed(tooLong);
        const sent = inputOf(third);
        expect(sent.some(isCompactionItem)).toBe(false);
        expect(JSON.stringify(sent)).toContain("Never change the archive.");
        expect(sent.at(-1)).toEqual(user("And in April?"));
        expect(bench.named("provider_window.local_fallback")).toMatchObject([
          { reason: expect.stringContaining("too large for the model") },
        ]);
      });
    },
  );
});
