import { describe, expect, it } from "vitest";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { compactingTurn, lastInput, turn, user, withWindow } from "./provider-window-test-support.js";
import { isCompactionItem, type WindowItem } from "./window/window-item.js";

const window = { triggerPct: 0.55 } as const;
const textOf = (items: readonly WindowItem[]): string => JSON.stringify(items);

describe("another provider or account", () => {
  it("is never sent what the one before encrypted", async () => {
    await withWindow({ window: { ...window, storage: memoryStorage() } }, async (bench) => {
      const list = await compactingTurn(bench);
      const other = await bench.open({}, "key-2");
      await turn(other, [...list, user("Who are you?")]);
      const sent = lastInput(bench);
      expect(sent.some((item) => "encrypted_content" in item || "id" in item)).toBe(false);
      expect(textOf(sent)).toContain("Never change the archive.");
      expect(bench.bodies("/responses").at(-1)).not.toHaveProperty("previous_response_id");
      expect(bench.named("provider_window.continuation_missed").at(-1)).toMatchObject({
        reason: "provider_changed",
      });
      const back = await bench.open();
      await turn(back, [...list, user("And now?")]);
      expect(lastInput(bench).some(isCompactionItem)).toBe(false);
    });
  });

  it("is not sent an item either that the host carries over itself", async () => {
    await withWindow({ window: { ...window, storage: memoryStorage() } }, async (bench) => {
      await compactingTurn(bench);
      const carried = [
        ...lastInput(bench),
        { role: "assistant", content: "Understood." },
        user("Who are you?"),
      ];
      const other = await bench.open({}, "key-2");
      await turn(other, carried);
      expect(lastInput(bench).some(isCompactionItem)).toBe(false);
      expect(textOf(lastInput(bench))).toContain("/ledger/2.csv");
    });
  });
});
