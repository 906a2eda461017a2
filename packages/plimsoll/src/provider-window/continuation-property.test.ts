import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { type ItemMark, markOf } from "./request/item-mark.js";
import { turn, user, withWindow } from "./provider-window-test-support.js";
import type { WindowItem } from "./window/window-item.js";

type Action = "say" | "tool" | "edit" | "forget" | "reshape" | "restart" | "lose" | "refuse" | "unstored";

const action = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Action>("say") },
  { weight: 3, arbitrary: fc.constant<Action>("tool") },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Action>("edit", "forget", "reshape", "restart", "lose", "refuse", "unstored"),
  },
);

/** What an item says, whatever ids it has: the server gives those that lack one an id of its own. */
const essence = (items: readonly WindowItem[]): Pick<ItemMark, "hash" | "type">[] =>
  items.map(markOf).map(({ hash, type }) => ({ hash, type }));

describe("whatever a host does between two requests", () => {
  it("the model is given the host's list, no more and no less, and every full request has its reason", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (actions) => {
        let seen: readonly WindowItem[] = [];
        let asksTool = false;
        const respond = ({ items }: { readonly items: readonly WindowItem[] }) => {
          seen = items;
          return asksTool
            ? [{ type: "reasoning" }, { type: "function_call", name: "look", arguments: {} }]
            : "Fine.";
        };
        const options = { server: { respond, encryptReasoning: true }, window: { storage: memoryStorage() } };
        await withWindow(options, async ({ window: first, open, server, named }) => {
          let window = first;
          let list: WindowItem[] = [];
          let body: Record<string, unknown> = { instructions: "v0" };
          const send = async (): Promise<void> => {
            const sent = list;
            list = await turn(window, sent, body);
            expect(essence(seen)).toEqual(essence(sent));
          };
          for (const [number, step] of actions.entries()) {
            if (step === "edit" && list.length > 0) list = [user(`edited ${number}`), ...list.slice(1)];
            if (step === "forget")
              list = list.slice(0, list.findLastIndex(({ role }) => role === "user") + 1);
            if (step === "reshape") body = { ...body, instructions: `v${number}` };
            if (step === "unstored")
              body = { ...body, store: body["store"] === undefined ? false : undefined };
            if (step === "restart") window = await open();
            if (step === "lose") server.fault({ kind: "previous_response_not_found" });
            list = [...list, user(`message ${number}`)];
            asksTool = step === "tool";
            if (step === "refuse") {
              server.fault({ kind: "status", status: 403 });
              await expect(turn(window, list, body)).rejects.toThrow();
            }
            await send().catch(async (error: unknown) => {
              // A fault that waits for a chain meets a full request as well; the host tries again.
              if (step !== "lose") throw error;
              await send();
            });
            const call = list.find(
              ({ type, call_id }) => type === "function_call" && !answered(list, call_id),
            );
            asksTool = false;
            if (call)
              list = [...list, { type: "function_call_output", call_id: call["call_id"], output: "seen" }];
            if (call) await send();
          }
          const full = named("provider_window.request_sent").filter(({ mode }) => mode === "full");
          const unexplained = full.filter(({ reason }) => reason === undefined);
          expect(unexplained.length).toBeLessThanOrEqual(
            1 + actions.filter((one) => one === "refuse" || one === "lose").length,
          );
        });
      }),
      { numRuns: scaled(40) },
    );
  });
});

const answered = (list: readonly WindowItem[], id: unknown): boolean =>
  list.some(({ type, call_id }) => type === "function_call_output" && call_id === id);
