import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import type { JsonRecord } from "../json/json-record.js";
import { turnsFromItems } from "./turns-from-items.js";
import type { Turn } from "./turn.js";

const nothing = { openReasoning: () => undefined };
const turnsOf = (items: readonly JsonRecord[]): readonly Turn[] => turnsFromItems(items, nothing).turns;

const user = (text: string): JsonRecord => ({ role: "user", content: [{ type: "input_text", text }] });
const said = (text: string): JsonRecord => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text }],
});
const call = (call_id: string, name = "run"): JsonRecord => ({
  type: "function_call",
  call_id,
  name,
  arguments: '{"a":1}',
});
const output = (call_id: string, text: string): JsonRecord => ({
  type: "function_call_output",
  call_id,
  output: text,
});

describe("turns", () => {
  it("hold parallel calls and the text before them in one step, and all results behind it", () => {
    expect(
      turnsOf([user("go"), said("I look."), call("a"), call("b"), output("b", "2"), output("a", "1")]),
    ).toEqual([
      { role: "user", parts: [{ type: "text", text: "go" }] },
      {
        role: "assistant",
        reasoning: [],
        text: "I look.",
        calls: [
          { id: "a", name: "run", arguments: '{"a":1}' },
          { id: "b", name: "run", arguments: '{"a":1}' },
        ],
      },
      {
        role: "results",
        results: [
          { id: "a", name: "run", parts: [{ type: "text", text: "1" }] },
          { id: "b", name: "run", parts: [{ type: "text", text: "2" }] },
        ],
      },
    ]);
  });

  it("keep what stands between a call and its output, behind the output", () => {
    const roles = turnsOf([
      user("go"),
      call("a"),
      { role: "developer", content: "Be brief." },
      output("a", "1"),
      said("Done."),
    ]).map(({ role }) => role);
    expect(roles).toEqual(["user", "assistant", "results", "system", "assistant"]);
  });

  it("answer a call that nobody answered", () => {
    expect(turnsOf([call("a"), user("stop")])[1]).toEqual({
      role: "results",
      results: [{ id: "a", name: "run", parts: [{ type: "text", text: "aborted" }] }],
    });
  });

  it("keep the text of an output whose call is gone", () => {
    const [turn] = turnsOf([output("lost", "the port is 5433")]);
    expect(turn).toMatchObject({ role: "user", parts: [{}, { text: "the port is 5433" }] });
  });

  it("tell calls apart that a model numbered alike", () => {
    const turns = turnsOf([call("0"), output("0", "first"), call("0"), output("0", "second")]);
    const ids = turns.flatMap((turn) => (turn.role === "results" ? turn.results.map(({ id }) => id) : []));
    expect(ids).toEqual(["0", "0_2"]);
  });

  it("count a call once that is repeated before its answer", () => {
    expect(turnsOf([call("a"), call("a"), output("a", "1")])).toHaveLength(2);
  });

  it("wrap the input of freeform tools, and arguments that are no JSON object", () => {
    const turns = turnsOf([
      { type: "custom_tool_call", call_id: "c", name: "apply_patch", input: "*** Begin" },
      { type: "custom_tool_call_output", call_id: "c", output: "ok" },
      { type: "function_call", call_id: "d", name: "run", arguments: "[1" },
      { type: "function_call_output", call_id: "d", output: [{ type: "input_text", text: "no" }] },
    ]);
    const calls = turns.flatMap((turn) => (turn.role === "assistant" ? turn.calls : []));
    expect(calls.map((made) => made.arguments)).toEqual(['{"input":"*** Begin"}', '{"_raw":"[1"}']);
  });

  it("say that a part is unreadable where another server compacted, and drop what only its provider reads", () => {
    const { turns, dropped } = turnsFromItems(
      [
        { type: "compaction", encrypted_content: "gAAAA" },
        { type: "computer_call_output", call_id: "x" },
        user("on"),
      ],
      nothing,
    );
    expect(JSON.stringify(turns)).toContain("cannot be read here");
    expect(JSON.stringify(turns)).not.toContain("gAAAA");
    expect(dropped).toEqual(["computer_call_output"]);
  });

  it("give reasoning back only to the provider that gave it", () => {
    const payload = { vendor: "v", model: "m", kind: "signature", data: "s" };
    const items = [
      { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }], encrypted_content: "mine" },
      said("Yes."),
      { type: "reasoning", summary: [], encrypted_content: "foreign" },
      call("a"),
    ];
    const { turns } = turnsFromItems(items, {
      openReasoning: (sealed) => (sealed === "mine" ? payload : undefined),
    });
    expect(turns[0]).toMatchObject({ reasoning: [{ text: "hm", payload }], text: "Yes." });
  });
});

describe("any list of items", () => {
  const id = fc.constantFrom("a", "b", "c", "", "functions.run:0");
  const text = fc.string({ minLength: 1, maxLength: 12 }).map((value) => `${value}§`);
  const item: fc.Arbitrary<JsonRecord> = fc.oneof(
    text.map(user),
    text.map(said),
    text.map((content) => ({ role: "developer", content })),
    id.map((value) => call(value)),
    fc.record({ type: fc.constant("custom_tool_call"), call_id: id, name: text, input: text }),
    fc.tuple(id, text).map(([to, value]) => output(to, value)),
    fc.record({ type: fc.constant("reasoning"), summary: fc.constant([]), encrypted_content: text }),
    fc.record({
      type: fc.constantFrom("web_search_call", "compaction", "unknown", "mcp_call"),
      id,
      output: text,
    }),
    fc.dictionary(fc.constantFrom("type", "role", "content", "output"), fc.anything()).map((value) => value),
  );

  it("becomes whole turns", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), (items) => {
        const turns = turnsOf(items);
        const ids = turns.flatMap((turn) =>
          turn.role === "assistant" ? turn.calls.map((made) => made.id) : [],
        );
        expect(new Set(ids).size).toBe(ids.length);
        turns.forEach((turn, index) => {
          const next = turns[index + 1];
          if (turn.role === "assistant") {
            expect(turn.text !== "" || turn.calls.length > 0).toBe(true);
            const answered = next?.role === "results" ? next.results.map((result) => result.id) : [];
            expect(answered).toEqual(turn.calls.map((made) => made.id));
          }
          if (turn.role === "results") expect(turns[index - 1]?.role).toBe("assistant");
          if (turn.role === "results")
            for (const { parts } of turn.results) expect(parts.length).toBeGreaterThan(0);
          if (turn.role === "user") expect(turn.parts.length).toBeGreaterThan(0);
        });
      }),
      { numRuns: scaled(2_000, 300) },
    );
  });

  it("keeps every text that a message or the last output of a call has", () => {
    const spoken = fc.oneof(
      text.map(user),
      text.map(said),
      text.map((content) => ({ role: "developer", content })),
    );
    const mixed = fc.array(
      fc.oneof(
        spoken,
        fc.tuple(id, text).map(([to, value]) => output(to, value)),
        id.map((value) => call(value)),
      ),
    );
    fc.assert(
      fc.property(mixed, (items) => {
        const all = JSON.stringify(turnsOf(items));
        for (const message of items.filter((one) => "role" in one)) {
          const content = message["content"];
          const value = typeof content === "string" ? content : (content as { text: string }[])[0]?.text;
          expect(all).toContain(JSON.stringify(value).slice(1, -1));
        }
      }),
      { numRuns: scaled(1_000, 200) },
    );
  });
});
