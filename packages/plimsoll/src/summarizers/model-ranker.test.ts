import { afterEach, describe, expect, it } from "vitest";
import { script } from "../facts/ledgers/ledger-test-support.js";
import { type ScriptedModel, type ScriptedStep, startScriptedModel } from "../testing/scripted-model.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import { extractiveSummarizer } from "./extractive/extractive-summarizer.js";
import { type RankOptions, rankWith } from "./extractive/rank-with.js";
import { modelRanker } from "./model-ranker.js";
import type { SummaryRequest } from "./summarizer.js";

const started: ScriptedModel[] = [];
afterEach(async () => {
  for (const model of started.splice(0)) await model.close();
});

const session = script().user("Find the cause of the outage.");
for (let index = 0; index < 60; index++)
  session.tool(
    "read_logs",
    { page: index },
    `entry ${index}: worker w-${1000 + index} did job j-${2000 + index}`,
  );
session.assistant("One quiet remark about the weather in the cellar.");

const request = (changes: Partial<SummaryRequest> = {}): SummaryRequest => ({
  sessionId: "s",
  remainder: session.items,
  kept: [],
  template: "task_state",
  maxTokens: 120,
  count: (text) => heuristicEstimator.count(text),
  ...changes,
});

async function summarizerFor(
  steps: readonly ScriptedStep[],
  options: RankOptions = {},
  maxInputTokens = 8_000,
) {
  const model = await startScriptedModel(steps);
  started.push(model);
  const ranker = modelRanker({
    api: "chat",
    baseUrl: model.url,
    model: "m",
    maxInputTokens,
    wait: async () => undefined,
  });
  return { model, summarizer: extractiveSummarizer({ rank: rankWith(ranker, options) }) };
}

/** The number under which a line is shown. */
const numberOf = (asked: string, text: string): number =>
  Number(new RegExp(`(\\d+)\\. [^\\n\\\\]*${text}`).exec(asked)?.[1]);

describe("an extractive summarizer that a model ranks for", () => {
  it("quotes what the model says matters, word for word", async () => {
    const alone = await extractiveSummarizer().summarize(request());
    expect(alone.text).not.toContain("w-1031");
    const { summarizer, model } = await summarizerFor([{ reply: { text: '{"ranked":[]}' } }]);
    await summarizer.summarize(request());
    const asked = model.requests[0]?.text ?? "";
    const wanted = numberOf(asked, "w-1031");
    const ranked = await summarizerFor([
      { reply: { text: `{"ranked":[${wanted},${wanted},99999,-1,0.5]}` } },
    ]);
    const { text } = await ranked.summarizer.summarize(request());
    expect(text).toContain("worker w-1031 did job j-2031");
    expect(heuristicEstimator.count(text)).toBeLessThanOrEqual(120);
  });

  it.each([
    ["prose", { text: "All of them matter." }],
    ["another object", { text: '{"ranked":"all"}' }],
    ["a refusal", { refusal: "no" }],
    ["an error", { status: 401, body: "{}" }],
  ])("chooses by itself where the model answers %s, and tells why", async (_, reply) => {
    const reasons: string[] = [];
    const { summarizer } = await summarizerFor([{ reply }], {
      onFailure: (reason) => void reasons.push(reason),
    });
    expect(await summarizer.summarize(request())).toEqual(await extractiveSummarizer().summarize(request()));
    expect(reasons).toHaveLength(1);
  });

  it("keeps its request within the limit, with the note of the caller", async () => {
    const { summarizer, model } = await summarizerFor([{ reply: { text: '{"ranked":[1]}' } }], {}, 1_200);
    await summarizer.summarize(request({ maxTokens: 2_000, note: "mind the cellar" }));
    const { messages, response_format } = model.requests[0]!.json as {
      messages: { content: string }[];
      response_format: object;
    };
    const texts = [...messages.map(({ content }) => content), JSON.stringify(response_format)];
    expect(texts.reduce((sum, text) => sum + heuristicEstimator.count(text), 0)).toBeLessThanOrEqual(1_200);
    expect(messages[1]?.content).toContain("mind the cellar");
  });

  it("rejects with ABORTED when it is aborted while the model is asked", async () => {
    const controller = new AbortController();
    const { summarizer } = await summarizerFor([
      {
        expect: () => {
          controller.abort();
          return true;
        },
        reply: { text: '{"ranked":[1]}' },
      },
    ]);
    await expect(summarizer.summarize(request({ signal: controller.signal }))).rejects.toMatchObject({
      code: "ABORTED",
    });
  });
});
