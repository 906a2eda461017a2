import { describe, expect, it } from "vitest";
import { findFormat } from "../formats/registry.js";
import type { Format } from "../formats/format.js";
import { MALFORMED_KINDS, type MalformedKind } from "./malformed-kinds.js";
import { SYNTHETIC_FORMATS, type SyntheticFormat } from "./synthetic-formats.js";
import {
  type SyntheticOptions,
  syntheticHistory,
  syntheticTurns,
  syntheticUserTexts,
} from "./synthetic-history.js";

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
  const responses = (item: Json): Half[] =>
    item.type === "function_call"
      ? [call(item.call_id!)]
      : item.type === "function_call_output"
        ? [result(item.call_id!)]
        : [];
  const read: Partial<Record<SyntheticFormat, (item: Json) => Half[]>> = {
    responses,
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
    agents: (item) =>
      item.type === "function_call"
        ? [call(item.callId!)]
        : item.type === "function_call_result"
          ? [result(item.callId!)]
          : [],
    "ai-sdk": (item) =>
      typeof item.content === "string"
        ? []
        : item.content!.flatMap((part: Json) =>
            part.type === "tool-call"
              ? [call(part.toolCallId!)]
              : part.type === "tool-result"
                ? [result(part.toolCallId!)]
                : [],
          ),
    langchain: (item) =>
      item.type === "tool"
        ? [result(item.tool_call_id!)]
        : (item.tool_calls ?? []).map((entry: Json) => call(entry.id!)),
    realtime: responses,
  };
  // A format without a row here is read by its own view.
  const byView = (item: Json): Half[] => {
    const { calls, results } = findFormat(format)!.view(item);
    return [...calls.map(({ callId }) => call(callId)), ...results.map(({ callId }) => result(callId))];
  };
  return items.flatMap((item) => (read[format] ?? byView)(item as Json));
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

const formats = Object.fromEntries(SYNTHETIC_FORMATS.map((name) => [name, findFormat(name)])) as Record<
  SyntheticFormat,
  Format
>;

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
    // Detection takes a chat or agents message with `meta` for a plain one.
    const unclear = format === "chat" || format === "agents";
    const clear = items.filter((item) => !unclear || !("meta" in item));
    expect(clear.filter((item) => !formats[format].matches(item))).toEqual([]);
    expect(views.flatMap((view) => view.attachments).filter(({ kind }) => kind === "unknown")).toEqual([]);
    const seen = pairing(format, items);
    const ids = (kind: Half["kind"]) => seen.filter((half) => half.kind === kind).map(({ id }) => id);
    expect(views.flatMap((view) => view.calls.map(({ callId }) => callId))).toEqual(ids("call"));
    expect(views.flatMap((view) => view.results.map(({ callId }) => callId))).toEqual(ids("result"));
    expect(views.some((view) => view.meta["protected"] === true)).toBe(format !== "realtime");
    expect(views.some((view) => view.reasoning !== "")).toBe(!["plain", "realtime"].includes(format));
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

describe("what is made on request only", () => {
  const options = { seed: 3, turns: 12, toolDensity: 1, parallelCalls: 0.5 } as const;
  const gemini = (callIds: SyntheticOptions["callIds"]) =>
    JSON.stringify(syntheticHistory({ ...options, format: "gemini", ...(callIds ? { callIds } : {}) }));

  it("numbers calls anew in every step", () => {
    const items = syntheticHistory({ ...options, format: "chat", callIds: "repeated" });
    const ids = pairing("chat", items).filter(({ kind }) => kind === "call");
    expect(ids.every(({ id }) => /^functions\.\w+:[0-3]$/.test(id))).toBe(true);
    expect(new Set(ids.map(({ id }) => id)).size).toBeLessThan(ids.length);
  });

  it("leaves out Gemini's ids on either side, and nobody else's", () => {
    expect(gemini("absent")).not.toMatch(/"(?:functionCall|functionResponse)":\{"id"/);
    expect(gemini("calls_only")).toMatch(/"functionCall":\{"id"/);
    expect(gemini("calls_only")).not.toMatch(/"functionResponse":\{"id"/);
    expect(gemini("results_only")).not.toMatch(/"functionCall":\{"id"/);
    expect(gemini("results_only")).toMatch(/"functionResponse":\{"id"/);
    const chat = syntheticHistory({ ...options, format: "chat", callIds: "absent" });
    expect(chat).toEqual(syntheticHistory({ ...options, format: "chat" }));
  });

  it.each(SYNTHETIC_FORMATS)(
    "puts images into messages of the %s format that its own view reads",
    (format) => {
      const items = syntheticHistory({ ...options, format, images: 1 });
      const kinds = items.flatMap((item) => formats[format].view(item).attachments.map(({ kind }) => kind));
      expect(kinds.filter((kind) => kind !== "image")).toEqual([]);
      expect(kinds).toHaveLength(["plain", "realtime"].includes(format) ? 0 : 12);
    },
  );

  it.each(SYNTHETIC_FORMATS)("ends with the user or with results in the %s format", (format) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const items = syntheticHistory({ ...options, seed, toolDensity: 0.5, format, unfinished: true });
      expect(["user", "tool"]).toContain(formats[format].view(items.at(-1) as object).role);
    }
  });

  it.each(SYNTHETIC_FORMATS)("tells what the user says in the %s format", (format) => {
    const history = { ...options, format, images: 0.5 };
    const said = syntheticHistory(history)
      .map((item) => formats[format].view(item))
      .filter(({ role }) => role === "user");
    expect(syntheticUserTexts(history)).toEqual(said.map(({ text }) => text));
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
