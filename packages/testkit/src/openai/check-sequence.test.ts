import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WireRecord } from "../wire-record.js";
import { ApiError } from "./api-error.js";
import { checkSequence } from "./check-sequence.js";
import { createResponseStore } from "./response-store.js";

const KINDS = [
  "function_call",
  "custom_tool_call",
  "local_shell_call",
  "shell_call",
  "apply_patch_call",
] as const;

/** Turns of a user message, parallel calls and their outputs in any order. */
const turns = fc
  .array(
    fc.record({
      kinds: fc.array(fc.constantFrom(...KINDS), { maxLength: 4 }),
      isReversed: fc.boolean(),
      hasReasoning: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) =>
    list.flatMap(({ kinds, isReversed, hasReasoning }, turn): WireRecord[] => {
      const calls = kinds.map((type, index) => ({ type, call_id: `call_${turn}_${index}` }));
      const outputs = calls.map(({ type, call_id }) => ({ type: `${type}_output`, call_id }));
      const reasoning = hasReasoning && calls.length > 0 ? [{ type: "reasoning", id: `rs_${turn}` }] : [];
      const answers = isReversed ? outputs.reverse() : outputs;
      return [{ type: "message", role: "user", content: "go" }, ...reasoning, ...calls, ...answers];
    }),
  );

const verdict = (items: readonly WireRecord[]): string => {
  try {
    checkSequence(items, createResponseStore());
    return "accepted";
  } catch (error) {
    return error instanceof ApiError ? error.message : "broken";
  }
};

describe("checkSequence", () => {
  it("accepts every list whose calls are answered", () => {
    fc.assert(fc.property(turns, (items) => verdict(items) === "accepted"));
  });

  it("refuses a list that lost one call or one output, and names it", () => {
    fc.assert(
      fc.property(turns, fc.nat(), (items, pick) => {
        const paired = items.filter((item) => "call_id" in item);
        if (paired.length === 0) return;
        const lost = paired[pick % paired.length]!;
        const rest = items.filter((item) => item !== lost && item["type"] !== "reasoning");
        const what = String(lost["type"]).endsWith("_output") ? "No tool output found" : "No tool call found";
        expect(verdict(rest)).toContain(what);
        expect(verdict(rest)).toContain(String(lost["call_id"]));
      }),
    );
  });

  it("refuses every list that ends in reasoning or has the user speak after it", () => {
    fc.assert(
      fc.property(turns, fc.nat(), (items, position) => {
        const users = items.flatMap((item, index) => (item["type"] === "message" ? [index] : []));
        const at = [...users, items.length][position % (users.length + 1)]!;
        const broken = items.toSpliced(at, 0, { type: "reasoning", id: "rs_alone" });
        expect(verdict(broken)).toBe(
          "Item 'rs_alone' of type 'reasoning' was provided without its required following item.",
        );
      }),
    );
  });
});
