import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { pairItems } from "../../conversation/pairing.js";
import { responses } from "../../formats/responses/responses.js";
import { createRedactor } from "../../redaction/create-redactor.js";
import { createItemMeter } from "../../tokens/create-item-meter.js";
import { heuristicEstimator } from "../../tokens/heuristic-estimator.js";
import { compactInput } from "./compact-input.js";
import { withoutProviderId } from "../request/without-provider-id.js";
import { isCompactionItem, payloadOf, type WindowItem } from "../window/window-item.js";

const meter = createItemMeter<WindowItem>(responses, heuristicEstimator);
const redactor = createRedactor();

const callId = fc.constantFrom("c1", "c2", "c3", "c4");
const text = fc.oneof(fc.string({ maxLength: 40 }), fc.constant("line of output\n".repeat(400)));
const payload = fc.base64String({ minLength: 4, maxLength: 200 });

const item: fc.Arbitrary<WindowItem> = fc.oneof(
  fc.record({ role: fc.constantFrom("user", "assistant", "developer"), content: text }),
  fc.record({
    type: fc.constant("reasoning"),
    id: fc.constant("rs_1"),
    summary: fc.constant([]),
    encrypted_content: payload,
  }),
  fc.record({ type: fc.constant("compaction"), id: fc.constant("cmp_1"), encrypted_content: payload }),
  fc.record({
    type: fc.constant("function_call"),
    id: fc.constant("fc_1"),
    call_id: callId,
    name: fc.constant("f"),
    arguments: fc.constant("{}"),
  }),
  fc.record({ type: fc.constant("function_call_output"), call_id: callId, output: text }),
  fc.record({ type: fc.constant("custom_tool_call"), call_id: callId, name: fc.constant("g"), input: text }),
  fc.record({ type: fc.constant("custom_tool_call_output"), call_id: callId, output: text }),
  fc.record({ type: fc.constant("local_shell_call"), id: callId, action: fc.constant({ type: "exec" }) }),
  fc.record({ type: fc.constant("local_shell_call_output"), id: callId, output: text }),
  fc.record({ type: fc.constant("shell_call"), call_id: callId, action: fc.constant({ commands: [] }) }),
  fc.record({
    type: fc.constant("shell_call_output"),
    call_id: callId,
    output: text.map((stdout) => [{ stdout, stderr: "", outcome: { type: "exit", exit_code: 0 } }]),
  }),
  fc.record({
    type: fc.constant("web_search_call"),
    id: fc.constant("ws_1"),
    status: fc.constant("completed"),
  }),
);

/** Sequences as they happen, most calls answered, and sequences that never should. */
const exchange = fc
  .tuple(callId, text, fc.boolean())
  .map(([id, output, answered]): WindowItem[] => [
    { type: "function_call", id: `fc_${id}`, call_id: id, name: "f", arguments: "{}" },
    ...(answered ? [{ type: "function_call_output", call_id: id, output }] : []),
  ]);
const items = fc
  .array(fc.oneof({ weight: 2, arbitrary: exchange }, { weight: 3, arbitrary: item.map((one) => [one]) }), {
    maxLength: 24,
  })
  .map((groups) => groups.flat());

describe("the input of a compaction", () => {
  it("has no unpaired call, leaves the tail verbatim and every payload byte for byte, whatever the items and the cut", () => {
    fc.assert(
      fc.property(items, fc.nat(30), fc.constantFrom(undefined, "provider", "all"), (list, limit, strip) => {
        const options = { meter, redactor, limit, maxOutputTokens: 50, ...(strip ? { strip } : {}) } as const;
        const { input, length, tail } = compactInput(list, options);
        const sent = list.slice(0, length);
        expect(input).toHaveLength(length);
        expect(length).toBeLessThanOrEqual(Math.min(limit, list.length));
        const pairing = pairItems(input.map((one) => meter.view(one)));
        const open = [
          ...pairing.orphanResults,
          ...pairing.duplicateCalls,
          ...pairing.missingResults,
          ...pairing.pending,
        ];
        expect(open).toEqual([]);
        expect(input.at(-1)?.["type"]).not.toBe("reasoning");
        expect(tail).toEqual(list.slice(length));
        tail.forEach((one, index) => expect(one).toBe(list[length + index]));
        input.forEach((one, index) => {
          const source = sent[index] as WindowItem;
          expect(payloadOf(one)).toBe(payloadOf(source));
          if (isCompactionItem(source) && strip !== "all") expect(one).toBe(source);
        });
      }),
      { numRuns: scaled(500) },
    );
  });

  it("leaves reasoning out of which only the id came, where ids are left out", () => {
    const sealed = { type: "reasoning", summary: [], encrypted_content: "gAAA" };
    const list: WindowItem[] = [
      { type: "reasoning", id: "rs_1", summary: [] },
      { type: "message", id: "msg_1", role: "assistant", content: "One." },
      { ...sealed, id: "rs_2" },
      { type: "message", id: "msg_2", role: "assistant", content: "Two." },
    ];
    const { input, length } = compactInput(list, { meter, redactor, maxOutputTokens: 50, strip: "provider" });
    expect(length).toBe(4);
    expect(input.map(({ type }) => type)).toEqual(["message", "reasoning", "message"]);
    expect(input[1]).toEqual(sealed);
  });

  it("takes everything that is complete", () => {
    fc.assert(
      fc.property(fc.array(exchange, { maxLength: 10 }), (groups) => {
        const complete = groups.filter((group) => group.length === 2).flat();
        const { length } = compactInput(complete, { meter, redactor, maxOutputTokens: 1e9 });
        expect(length).toBe(complete.length);
      }),
    );
  });

  it("bounds large outputs with evidence that names the archived item", () => {
    const list: WindowItem[] = [
      { type: "function_call", call_id: "c1", name: "run", arguments: '{"command":"npm test"}' },
      { type: "function_call_output", call_id: "c1", output: "ok - a test passed\n".repeat(2000) },
    ];
    const { input } = compactInput(list, { meter, redactor, maxOutputTokens: 200 });
    expect(meter.tokens(input[1] as WindowItem)).toBeLessThan(220);
    expect(input[1]?.["output"]).toMatch(/item_[0-9a-f]{32}/);
    expect(input[0]).toBe(list[0]);
  });
});

describe("withoutProviderId", () => {
  it("keeps what pairs, and what says nothing without its id", () => {
    expect(withoutProviderId({ type: "local_shell_call_output", id: "c1", output: "x" })).toEqual({
      type: "local_shell_call_output",
      call_id: "c1",
      output: "x",
    });
    expect(withoutProviderId({ type: "function_call", id: "fc_1", call_id: "c1", name: "f" })).toEqual({
      type: "function_call",
      call_id: "c1",
      name: "f",
    });
    for (const type of ["function_call", "custom_tool_call", "local_shell_call", "shell_call"]) {
      expect(withoutProviderId({ type, id: "call_1", name: "f" })).toEqual({
        type,
        call_id: "call_1",
        name: "f",
      });
    }
    for (const type of ["item_reference", "web_search_call", "mcp_approval_request"]) {
      const kept = { type, id: "x_1" };
      expect(withoutProviderId(kept)).toBe(kept);
    }
    const sealed = { type: "compaction", id: "cmp_1", encrypted_content: "gAAA" };
    expect(withoutProviderId(sealed)).toBe(sealed);
    expect(withoutProviderId(sealed, "all")).toEqual({ type: "compaction", encrypted_content: "gAAA" });
  });
});
