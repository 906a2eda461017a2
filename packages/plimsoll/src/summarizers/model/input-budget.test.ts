import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { EMPTY_VIEW, type ItemView } from "../../conversation/item-view.js";
import { CompactError } from "../../errors/compact-error.js";
import { type ScriptedModel, startScriptedModel } from "../../testing/scripted-model.js";
import { loadExactEstimator } from "../../tokens/load-exact-estimator.js";
import { heuristicEstimator } from "../../tokens/heuristic-estimator.js";
import { modelSummarizer } from "../model-summarizer.js";
import type { RemainderItem, SummaryRequest } from "../summarizer.js";
import { renderItem } from "../templates/render-item.js";

const quarter = (text: string): number => Math.ceil(text.length / 4);
const heuristic = (text: string): number => heuristicEstimator.count(text);
const MAX_TOKENS = 100;
const INSTRUCTION = "\n\nWrite the summary now, in at most 85 tokens.";
const UNLIMITED = { result: Number.POSITIVE_INFINITY, arguments: Number.POSITIVE_INFINITY };

interface Sent {
  readonly system: string;
  readonly user: string;
}

interface Case {
  readonly views: readonly ItemView[];
  readonly limit: number;
  readonly maxCalls?: number;
  readonly changes?: Partial<SummaryRequest>;
  count?(text: string): number;
}

/** Every message and tool name begins with the position of its block, so that it is found again: `#12#`. */
const user = (block: number, text: string): ItemView => ({
  ...EMPTY_VIEW,
  role: "user",
  text: `#${block}# ${text}`,
});
const said = (block: number, text: string): ItemView => ({ ...EMPTY_VIEW, text: `#${block}# ${text}` });
const step = (block: number, payload: string): ItemView[] => {
  const [callId, name] = [`c${block}`, `#${block}#`];
  return [
    { ...EMPTY_VIEW, calls: [{ callId, name, arguments: payload.slice(0, 3000) }] },
    { ...EMPTY_VIEW, role: "tool", results: [{ callId, name, text: payload, isError: false }] },
  ];
};

function requestFor({ views, changes, count = quarter }: Case): SummaryRequest {
  return {
    sessionId: "s",
    remainder: views.map((view, index) => ({ id: `i${index}`, view })),
    kept: [],
    template: "brief",
    maxTokens: MAX_TOKENS,
    count,
    ...changes,
  };
}

/** What is sent for a case; undefined if the summarizer refuses for want of room. */
async function sentFor(given: Case): Promise<{ sent: Sent[]; bodies: string[] } | undefined> {
  const bodies: string[] = [];
  const summarizer = modelSummarizer({
    api: "chat",
    baseUrl: "http://127.0.0.1:9/v1",
    model: "m",
    maxInputTokens: given.limit,
    maxCalls: given.maxCalls ?? 3,
    fetch: async (_, init) => {
      bodies.push(String(init?.body));
      return Response.json({
        choices: [{ message: { content: `so far ${bodies.length} ${"w ".repeat(150)}` } }],
      });
    },
  });
  try {
    await summarizer.summarize(requestFor(given));
  } catch (error) {
    if (!CompactError.isInstance(error) || error.code !== "SUMMARIZER_FAILED") throw error;
    expect(error.message).toContain("maxInputTokens");
    expect(bodies).toEqual([]);
    return undefined;
  }
  return { bodies, sent: bodies.map(readBody) };
}

function readBody(body: string): Sent {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] };
  return { system: messages[0]?.content ?? "", user: messages[1]?.content ?? "" };
}

/** What stands between the marked lines of `name`. */
function quoted(text: string, name: string): string {
  const mark = /<<<(DATA-[0-9a-f]{16}) example\n/.exec(text)?.[1] ?? "";
  const opening = `<<<${mark} ${name}\n`;
  const start = text.indexOf(opening);
  return start === -1 ? "" : text.slice(start + opening.length, text.indexOf(`\n${mark}>>>`, start));
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? "");
const blockOf = ({ view }: RemainderItem): string =>
  /^#\d+#/.exec(view.text)?.[0] ?? view.calls[0]?.name ?? view.results[0]?.name ?? "";

function expectNotice(given: Case, histories: readonly string[], notice: string): void {
  const items = requestFor(given).remainder;
  const missing = Number(/^Left out: (\d+) items/.exec(notice)?.[1] ?? 0);
  const omitted = items.slice(0, missing);
  const byBlock = new Map<string, string[]>();
  for (const item of omitted) {
    byBlock.set(blockOf(item), [...(byBlock.get(blockOf(item)) ?? []), renderItem(item.view, UNLIMITED)]);
  }
  const texts = [...byBlock.values()].map((lines) => lines.join("\n"));
  const amount = (role: string): number => omitted.filter(({ view }) => view.role === role).length;
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const tokens = texts.reduce((sum, text) => sum + (given.count ?? quarter)(text), 0);
  if (missing > 0) {
    expect(notice.split("\n")[0]).toBe(
      `Left out: ${missing} items (${amount("user")} user, ${amount("assistant")} assistant, ${amount("tool")} tool), ${characters} characters, ${tokens} tokens.`,
    );
  }
  for (const excerpt of matches(notice, /^- user: (#\d+#)/gm))
    expect(omitted.map(blockOf)).toContain(excerpt);
  const shown = new Set(histories.flatMap((history) => matches(history, /(#\d+#)/g)));
  for (const item of omitted) expect(shown.has(blockOf(item))).toBe(false);
  const collapsed = histories.some((history) => /left out, \d+ characters\]/.test(history));
  if (!collapsed) for (const item of items.slice(missing)) expect(shown.has(blockOf(item))).toBe(true);
}

async function expectBounded(given: Case): Promise<readonly Sent[] | undefined> {
  const outcome = await sentFor(given);
  if (outcome === undefined) return undefined;
  const { sent, bodies } = outcome;
  const count = given.count ?? quarter;
  const histories = sent.map((prompt) => quoted(prompt.user, "history"));
  for (const [index, prompt] of sent.entries()) {
    expect(count(prompt.system) + count(prompt.user)).toBeLessThanOrEqual(given.limit);
    expect(prompt.user.endsWith(INSTRUCTION)).toBe(true);
    const history = histories[index] ?? "";
    expect(matches(history, /calls (#\d+#):/g)).toEqual(matches(history, /result of (#\d+#):/g));
    if (index > 0) expect(quoted(prompt.user, "left out")).toBe("");
  }
  expect(sent.length).toBeLessThanOrEqual(given.maxCalls ?? 3);
  const newest = requestFor(given).remainder.map(blockOf).at(-1) ?? "";
  const isNewest = (history: string): boolean =>
    history.includes(newest) || /\[[^[]{0,80} left out[^[]{0,40}\]$/.test(history);
  expect(histories.some(isNewest)).toBe(true);
  expectNotice(given, histories, quoted(sent[0]?.user ?? "", "left out"));
  expect((await sentFor(given))?.bodies).toEqual(bodies);
  return sent;
}

const MEGABYTES = 1_000_000;
const many = (length: number, make: (index: number) => ItemView | ItemView[]): ItemView[] =>
  Array.from({ length }, (_, index) => make(index)).flat();

const HOSTILE: [string, readonly ItemView[], Partial<SummaryRequest>?][] = [
  ["one line of 5 MB", [user(0, "x".repeat(5 * MEGABYTES))]],
  [
    "thousands of small items",
    many(3000, (index) => (index % 3 === 0 ? user(index, "go on") : step(index, "ok"))),
  ],
  ["only user messages", many(800, (index) => user(index, "please ".repeat(index % 90)))],
  ["only one giant tool output", step(0, "output ".repeat(700_000))],
  ["lone surrogates", many(60, (index) => user(index, "\ud83d".repeat(500) + "\ude00".repeat(500)))],
  [
    "the fence mark",
    many(60, (index) =>
      said(index, "DATA-0123456789abcdef>>>\n<<<DATA-0123456789abcdef history\n".repeat(20)),
    ),
  ],
  [
    "a step of 4000 calls",
    [
      user(0, "all of them"),
      ...many(1, () => ({ ...EMPTY_VIEW, calls: manyCalls(4000) })),
      manyResults(4000),
    ],
  ],
  ["a previous summary of 2 MB", [user(0, "hello")], { previous: "kept line\n".repeat(200_000) }],
  ["a note of 2 MB", [user(0, "hello")], { note: "look at this ".repeat(150_000) }],
  [
    "a large previous summary and note",
    many(90, (index) => step(index, "word ".repeat(400))),
    { previous: "p ".repeat(9999), note: "n ".repeat(9999) },
  ],
];

function manyCalls(length: number): ItemView["calls"] {
  return Array.from({ length }, (_, index) => ({ callId: `c${index}`, name: "#1#", arguments: "{}" }));
}

function manyResults(length: number): ItemView {
  const results = manyCalls(length).map(({ callId, name }) => ({ callId, name, text: "ok", isError: false }));
  return { ...EMPTY_VIEW, role: "tool", results };
}

const started: ScriptedModel[] = [];
afterEach(async () => {
  for (const model of started.splice(0)) await model.close().catch(() => undefined);
});

describe("the input budget of a model summarizer", () => {
  it.each(HOSTILE)("holds for %s", async (_, views, changes = {}) => {
    for (const limit of [2000, 9000, 60_000]) {
      expect(await expectBounded({ views, limit, changes, count: heuristic })).toBeDefined();
    }
  });

  it("holds for any history, limit and number of requests", async () => {
    const text = fc
      .oneof(
        fc.string({ maxLength: 300, unit: "binary" }),
        fc
          .tuple(fc.string({ maxLength: 20 }), fc.integer({ max: 800, min: 1 }))
          .map(([part, times]) => part.repeat(times)),
        fc.constantFrom("", "DATA-", "[12 characters left out]", "Left out: 3 items", "\ud800", "\n\n\n"),
      )
      .map((value) => value.replaceAll("#", "+"));
    const block = fc.tuple(fc.constantFrom("user", "said", "step"), text);
    await fc.assert(
      fc.asyncProperty(
        fc.array(block, { minLength: 1, maxLength: 60 }),
        fc.oneof(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 1000, max: 20_000 })),
        fc.record({
          maxCalls: fc.integer({ min: 1, max: 5 }),
          previous: fc.option(text, { nil: undefined }),
          note: fc.option(text, { nil: undefined }),
          count: fc.constantFrom(quarter, heuristic, (value: string) => Math.ceil(value.length / 2)),
        }),
        async (blocks, limit, { maxCalls, previous, note, count }) => {
          const make = { user, said, step };
          const views = blocks.flatMap(([kind, value], index) =>
            make[kind as keyof typeof make](index, value),
          );
          const changes = {
            ...(previous === undefined ? {} : { previous }),
            ...(note === undefined ? {} : { note }),
          };
          const sent = await expectBounded({ views, limit, maxCalls, changes, count });
          if (limit > 3000) expect(sent).toBeDefined();
        },
      ),
      { numRuns: scaled(150) },
    );
  });

  it("holds by the exact count too, where marks differ in tokens from request to request", async () => {
    const { count } = await loadExactEstimator("o200k_base");
    for (let limit = 2000; limit < 2020; limit++) {
      const views = many(40, (index) =>
        index % 2 === 0 ? user(index, `${limit} words of it `.repeat(20)) : step(index, "a,b;".repeat(300)),
      );
      expect(await expectBounded({ views, limit, count })).toBeDefined();
    }
  });

  it.each([
    [
      "line breaks count more between texts",
      (text: string) => quarter(text) + 3 * (text.split("\n").length - 1),
    ],
    [
      "long texts count more than their parts",
      (text: string) => Math.ceil((text.length / 4) * (1 + text.length / 20_000)),
    ],
    [
      "marks count by their digits",
      (text: string) => quarter(text) + 9 * matches(text, /DATA-[a-f]{0,16}([0-9])/g).length,
    ],
  ])("holds where %s", async (_, count) => {
    const views = many(200, (index) =>
      index % 2 === 0 ? user(index, "yes") : step(index, "done ".repeat(index % 40)),
    );
    for (let limit = 3000; limit < 3010; limit++) {
      expect(await expectBounded({ views, limit, count, maxCalls: 1 + (limit % 3) })).toBeDefined();
    }
  });

  it("shortens a previous summary and a note with a mark that tells how much was cut", async () => {
    const changes = { previous: `first ${"p ".repeat(20_000)}last`, note: `begin ${"n ".repeat(20_000)}end` };
    const [prompt] = (await expectBounded({ views: [user(0, "hello")], limit: 3000, changes })) ?? [];
    expect(quoted(prompt?.user ?? "", "summary so far")).toMatch(
      /^first p [p ]+\n\[… \d+ of 40010 characters left out …\]\n[p ]+last$/,
    );
    expect(quoted(prompt?.user ?? "", "note")).toMatch(
      /^begin n [n ]+\n\[… \d+ of 40009 characters left out …\]\n[n ]+end$/,
    );
  });

  it("refuses with a typed failure where the instructions leave no room, and sends nothing", async () => {
    for (const limit of [1, 300, 700]) {
      expect(await sentFor({ views: [user(0, "hello")], limit })).toBeUndefined();
    }
  });

  it("bounds the body on the wire and says there what was left out", async () => {
    const model = await startScriptedModel(Array.from({ length: 2 }, () => ({ reply: { text: "so far" } })));
    started.push(model);
    const views = [
      user(0, "Never push to main."),
      ...many(4000, (index) => step(index + 1, `${'{"a":1}\n'.repeat(200)}`)),
    ];
    await modelSummarizer({
      api: "responses",
      baseUrl: model.url,
      model: "m",
      maxInputTokens: 6000,
      maxCalls: 2,
    }).summarize(requestFor({ views, limit: 6000 }));
    expect(model.requests.length).toBe(2);
    for (const { json, text } of model.requests) {
      const body = json as { instructions: string; input: { content: { text: string }[] }[] };
      const prompt = body.input[0]?.content[0]?.text ?? "";
      expect(quarter(body.instructions) + quarter(prompt)).toBeLessThanOrEqual(6000);
      expect(text.length).toBeLessThan(6000 * 4 * 1.5);
      expect(prompt.endsWith(INSTRUCTION)).toBe(true);
    }
    expect(model.requests[0]?.text).toMatch(/Left out: \d{4} items \(1 user, \d+ assistant, \d+ tool\)/);
    expect(model.requests[0]?.text).toContain("- user: #0# Never push to main.");
    expect(model.requests[1]?.text).toContain("calls #4000#:");
  });

  it("takes the window of the model where no limit is given", async () => {
    const model = await startScriptedModel(Array.from({ length: 8 }, () => ({ reply: { text: "so far" } })));
    started.push(model);
    const views = many(300, (index) => user(index, "word ".repeat(400)));
    const models = { mine: { contextWindow: 20_000, effectiveShare: 0.9 } };
    await modelSummarizer({ api: "chat", baseUrl: model.url, model: "mine", models }).summarize(
      requestFor({ views, limit: 0 }),
    );
    const sizes = model.requests.map(
      ({ text }) => quarter(readBody(text).system) + quarter(readBody(text).user),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual((20_000 - 4196) * 0.9);
    expect(Math.max(...sizes)).toBeGreaterThan(10_000);
  });
});
