import { describe, expect, it } from "vitest";
import { anthropic } from "../formats/anthropic.js";
import { chat } from "../formats/chat.js";
import type { Format } from "../formats/format.js";
import { gemini } from "../formats/gemini.js";
import { plain } from "../formats/plain.js";
import { responses } from "../formats/responses.js";
import { MALFORMED_KINDS, type MalformedKind } from "./malformed-exchange.js";
import { SYNTHETIC_FORMATS, type SyntheticFormat } from "./synthetic-emitter.js";
import { type SyntheticOptions, syntheticHistory, syntheticTurns } from "./synthetic-history.js";

interface Half {
  readonly kind: "call" | "result";
  readonly id: string;
}

type Json = { readonly [key: string]: Json } & readonly Json[] & string;

/** Call and result ids in wire order, read from the wire shapes and independent of the emitters. */
function pairing(
  format: SyntheticFormat,
  items: readonly object[],
): { kind: "call" | "result"; id: string }[] {
  const call = (id: string): Half => ({ kind: "call", id });
  const result = (id: string): Half => ({ kind: "result", id });
  const read: Record<SyntheticFormat, (item: Json) => Half[]> = {
    responses: (item) =>
      item.type === "function_call"
        ? [call(item.call_id!)]
        : item.type === "function_call_output"
          ? [result(item.call_id!)]
          : [],
    chat: (item) =>
      item.role === "tool"
        ? [result(item.tool_call_id!)]
        : (item.tool_calls ?? []).map((entry: Json) => call(entry.id!)),
    anthropic: (item) =>
      item.content!.flatMap((block: Json) =>
        block.type === "tool_use"
          ? [call(block.id!)]
          : block.type === "tool_result"
            ? [result(block.tool_use_id!)]
            : [],
      ),
    gemini: (item) =>
      item.parts!.flatMap((part: Json) =>
        part.functionCall
          ? [call(part.functionCall.id!)]
          : part.functionResponse
            ? [result(part.functionResponse.id!)]
            : [],
      ),
    plain: (item) =>
      item.role === "tool"
        ? [result(item.meta!.call_id!)]
        : (item.meta?.tool_calls ?? []).map((entry: Json) => call(entry.id!)),
  };
  return items.flatMap((item) => read[format](item as Json));
}

/** What is wrong with the pairing; empty for a conversation that every provider takes. */
function faults(format: SyntheticFormat, items: readonly object[]): Set<MalformedKind> {
  const found = new Set<MalformedKind>();
  const seen = pairing(format, items);
  const calls = new Set(seen.filter(({ kind }) => kind === "call").map(({ id }) => id));
  const open = new Map<string, number>();
  const answered = new Set<string>();
  for (const { kind, id } of seen) {
    if (kind === "call") {
      if (open.has(id)) found.add("duplicate_call_id");
      open.set(id, (open.get(id) ?? 0) + 1);
      answered.delete(id);
    } else if (!calls.has(id)) found.add("orphan_result");
    else if (!open.has(id)) found.add("result_before_call");
    else if (answered.has(id)) found.add("duplicate_result");
    else answered.add(id);
  }
  const resultIds = new Set(seen.filter(({ kind }) => kind === "result").map(({ id }) => id));
  for (const id of calls) if (!resultIds.has(id)) found.add("call_without_result");
  return found;
}

const formats = { responses, chat, anthropic, gemini, plain } as unknown as Record<SyntheticFormat, Format>;

const everything: Omit<SyntheticOptions, "format"> = {
  seed: 42,
  turns: 30,
  toolDensity: 0.8,
  giantOutputs: { probability: 0.1, characters: 5_000 },
  cjk: 0.3,
  nestedJson: 0.3,
  protectedShare: 0.2,
  parallelCalls: 0.5,
  reasoning: 0.5,
};

describe.each(SYNTHETIC_FORMATS)("syntheticHistory in the %s format", (format) => {
  it("gives the same bytes for the same options", () => {
    const first = JSON.stringify(syntheticHistory({ ...everything, format, malformedPairs: 0.3 }));
    expect(JSON.stringify(syntheticHistory({ ...everything, format, malformedPairs: 0.3 }))).toBe(first);
    expect(JSON.stringify(syntheticHistory({ ...everything, format, seed: 43 }))).not.toBe(first);
  });

  it("holds plain JSON only", () => {
    const items = syntheticHistory({ ...everything, format });
    expect(JSON.parse(JSON.stringify(items))).toStrictEqual(items);
  });

  it("is read in full by the library's own format", () => {
    const items = syntheticHistory({ ...everything, format, malformedPairs: 0.2 });
    const views = items.map((item) => formats[format].view(item));
    // Detection takes a chat message with `meta` for a plain one.
    const clear = items.filter((item) => format !== "chat" || !("meta" in item));
    expect(clear.filter((item) => !formats[format].matches(item))).toEqual([]);
    expect(views.flatMap((view) => view.attachments).filter(({ kind }) => kind === "unknown")).toEqual([]);
    const seen = pairing(format, items);
    const ids = (kind: Half["kind"]) => seen.filter((half) => half.kind === kind).map(({ id }) => id);
    expect(views.flatMap((view) => view.calls.map(({ callId }) => callId))).toEqual(ids("call"));
    expect(views.flatMap((view) => view.results.map(({ callId }) => callId))).toEqual(ids("result"));
    expect(views.some((view) => view.meta["protected"] === true)).toBe(true);
    expect(views.some((view) => view.reasoning !== "")).toBe(format !== "plain");
  });

  it("pairs every call with one result when nothing malformed is asked for", () => {
    for (let seed = 0; seed < 20; seed += 1) {
      expect(faults(format, syntheticHistory({ ...everything, format, seed }))).toEqual(new Set());
    }
  });

  it.each(MALFORMED_KINDS)("makes %s and nothing else when that is asked for", (kind) => {
    const items = syntheticHistory({ ...everything, format, malformedPairs: 0.5, malformedKinds: [kind] });
    expect(faults(format, items)).toEqual(new Set([kind]));
  });

  it("has tool calls in about the share of turns asked for", () => {
    for (const toolDensity of [0, 0.25, 0.75, 1]) {
      const turns = [...syntheticTurns({ seed: 5, turns: 400, format, toolDensity })];
      const share = turns.filter((items) => pairing(format, items).length > 0).length / turns.length;
      expect(Math.abs(share - toolDensity)).toBeLessThan(
        toolDensity === 0 || toolDensity === 1 ? 1e-9 : 0.08,
      );
    }
  });
});

describe("syntheticHistory", () => {
  it("begins with the shorter history of the same seed", () => {
    const long = syntheticHistory({ ...everything, turns: 20 });
    const short = syntheticHistory({ ...everything, turns: 8 });
    expect(long.slice(0, short.length)).toEqual(short);
  });

  it("makes an output of exactly the giant length", () => {
    const items = syntheticHistory({
      seed: 1,
      turns: 3,
      format: "chat",
      toolDensity: 1,
      giantOutputs: { probability: 1, characters: 12_345 },
    });
    const outputs = items.filter((item) => (item as Json).role === "tool");
    expect(outputs.length).toBeGreaterThan(0);
    for (const output of outputs) expect((output as Json).content).toHaveLength(12_345);
  });

  it("writes Chinese, Japanese and Korean only when asked", () => {
    const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u;
    expect(JSON.stringify(syntheticHistory({ seed: 2, turns: 40, cjk: 0 }))).not.toMatch(cjk);
    expect(JSON.stringify(syntheticHistory({ seed: 2, turns: 40, cjk: 0.5 }))).toMatch(cjk);
  });

  it("marks about the asked share of user messages as protected", () => {
    const items = syntheticHistory({ seed: 9, turns: 400, format: "plain", protectedShare: 0.25 });
    const users = items.filter((item) => (item as Json).role === "user") as Json[];
    const share = users.filter((item) => item.meta?.protected).length / users.length;
    expect(users).toHaveLength(400);
    expect(Math.abs(share - 0.25)).toBeLessThan(0.08);
  });

  it("reasons only when asked", () => {
    const types = (reasoning: number) =>
      syntheticHistory({ seed: 4, turns: 20, reasoning }).map((item) => (item as Json).type as string);
    expect(types(0)).not.toContain("reasoning");
    expect(types(1)).toContain("reasoning");
  });

  it("comes back to the same paths and tickets", () => {
    const text = JSON.stringify(syntheticHistory({ seed: 6, turns: 60 }));
    const tickets = text.match(/\b(?:PAY|OPS|CORE|WEB)-\d{4}\b/g) ?? [];
    expect(tickets.length).toBeGreaterThan(60);
    expect(new Set(tickets).size).toBeLessThanOrEqual(12);
  });
});

describe("syntheticTurns", () => {
  it("yields the history turn by turn, each opened by its user message", () => {
    const options = { ...everything, format: "chat", system: false } as const;
    const turns = [...syntheticTurns(options)];
    expect(turns.flat()).toEqual(syntheticHistory(options));
    expect(turns.map((items) => (items[0] as Json).role)).toEqual(Array(30).fill("user"));
  });

  it("goes on for as long as it is asked", () => {
    const stream = syntheticTurns({ seed: 1, turns: Number.POSITIVE_INFINITY });
    for (let turn = 0; turn < 50; turn += 1) expect(stream.next().done).toBe(false);
  });
});
