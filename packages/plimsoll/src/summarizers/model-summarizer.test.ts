import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { EMPTY_VIEW, type ItemView } from "../conversation/item-view.js";
import { CompactError } from "../errors/compact-error.js";
import { type ScriptedModel, type ScriptedStep, startScriptedModel } from "../testing/scripted-model.js";
import type { NormalizedUsage } from "../tokens/normalize-usage.js";
import { summarizerContract } from "../testing/summarizer-contract.js";
import { type ModelSummarizerOptions, modelSummarizer } from "./model-summarizer.js";
import { summarizeWithRetry } from "./summarize-with-retry.js";
import type { Summary, SummaryRequest } from "./summarizer.js";

const KEY = "sk-secret-0123456789";
const APIS = ["chat", "responses"] as const;
const started: ScriptedModel[] = [];

afterEach(async () => {
  for (const model of started.splice(0)) await model.close();
});

async function start(steps: readonly ScriptedStep[]): Promise<ScriptedModel> {
  const model = await startScriptedModel(steps);
  started.push(model);
  return model;
}

function optionsFor(
  model: ScriptedModel,
  changes: Partial<ModelSummarizerOptions> = {},
): ModelSummarizerOptions {
  return {
    api: "chat",
    baseUrl: model.url,
    apiKey: KEY,
    model: "small-1",
    wait: async () => undefined,
    ...changes,
  };
}

const say = (text: string): ItemView => ({ ...EMPTY_VIEW, role: "user", text });

function request(changes: Partial<SummaryRequest> = {}, views: readonly ItemView[] = [say("Fix src/a.ts.")]) {
  return {
    sessionId: "s",
    remainder: views.map((view, index) => ({ id: `i${index}`, view })),
    kept: [],
    template: "task_state",
    maxTokens: 200,
    count: (text: string) => Math.ceil(text.length / 4),
    ...changes,
  } satisfies SummaryRequest;
}

async function summarize(
  steps: readonly ScriptedStep[],
  changes: Partial<ModelSummarizerOptions> = {},
  ask: SummaryRequest = request(),
): Promise<{ summary: Summary; model: ScriptedModel }> {
  const model = await start(steps);
  const summary = await modelSummarizer(optionsFor(model, changes)).summarize(ask);
  return { summary, model };
}

async function failure(
  steps: readonly ScriptedStep[],
  changes: Partial<ModelSummarizerOptions> = {},
  ask: SummaryRequest = request(),
): Promise<CompactError> {
  const error: unknown = await summarize(steps, changes, ask).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!CompactError.isInstance(error)) throw new Error(`rejected with ${String(error)}`);
  return error;
}

const jsonOf = (model: ScriptedModel, index = 0): Record<string, unknown> =>
  model.requests[index]?.json as Record<string, unknown>;

describe.each(APIS)("modelSummarizer over %s", (api) => {
  it("answers the model's text and names the model", async () => {
    const { summary } = await summarize(
      [{ expect: "Fix src/a.ts.", reply: { text: "Goal: fix src/a.ts" } }],
      { api },
    );
    expect(summary).toEqual({ text: "Goal: fix src/a.ts", model: "small-1" });
  });

  it("tells the usage of every request, also of one whose answer is of no use", async () => {
    const spent: number[] = [];
    const onUsage = ({ inputTokens, outputTokens }: NormalizedUsage): void =>
      void spent.push(inputTokens, outputTokens);
    await summarize([{ reply: { text: "Goal: fix src/a.ts" } }], { api }, request({ onUsage }));
    expect(spent).toEqual([1, 1]);
    const model = await start([{ reply: { refusal: "no" } }]);
    const refused = modelSummarizer(optionsFor(model, { api })).summarize(request({ onUsage }));
    await expect(refused).rejects.toMatchObject({ code: "SUMMARIZER_FAILED" });
    expect(spent).toEqual([1, 1, 1, 1]);
  });

  it("fails on a refusal", async () => {
    const error = await failure([{ reply: { refusal: "no" } }], { api });
    expect(error).toMatchObject({ code: "SUMMARIZER_FAILED", message: expect.stringContaining("refused") });
  });

  it.each([
    ["empty text", { text: "  " }, "empty"],
    ["malformed JSON", { body: "{" }, "not JSON"],
    ["no answer object", { body: "[]" }, "the answer"],
    ["an error object", { body: '{"error":{"message":"broken"}}' }, "broken"],
    ["HTTP 401", { status: 401, body: '{"error":{"message":"bad key"}}' }, "HTTP 401: bad key"],
    ["a redirect", { status: 307, headers: { location: "http://127.0.0.1:1/" }, body: "" }, "redirects"],
    ["a refusing text", { text: "I'm sorry, I can't help with that." }, "refusal"],
    ["a body above 4 MB", { body: " ".repeat(4 * 1024 * 1024 + 1) }, "larger than"],
  ])("fails on %s", async (_, reply, reason) => {
    const error = await failure([{ reply }], { api });
    expect(error.code).toBe("SUMMARIZER_FAILED");
    expect(error.message).toContain(reason);
  });

  it("leaves out a parameter that the server refuses", async () => {
    const refusal = { status: 400, body: '{"error":{"message":"Unsupported value: \'temperature\'"}}' };
    const { model } = await summarize([{ reply: refusal }, { reply: { text: "done" } }], { api });
    expect(jsonOf(model, 0)).toHaveProperty("temperature", 0);
    expect(jsonOf(model, 1)).not.toHaveProperty("temperature");
  });

  it("passes the contract", async () => {
    for (const { run } of summarizerContract) {
      const model = await startScriptedModel(
        Array.from({ length: 4 }, () => ({ reply: { text: "A summary." } })),
      );
      await run(modelSummarizer(optionsFor(model, { api })));
      await model.close().catch(() => undefined);
      expect(model.requests.length).toBeLessThanOrEqual(2);
    }
  });
});

describe("modelSummarizer", () => {
  it("asks Chat Completions deterministically, with a limit and the key as a bearer token", async () => {
    const { model } = await summarize([{ reply: { text: "done" } }], { headers: { "x-team": "blue" } });
    expect(jsonOf(model)).toMatchObject({
      model: "small-1",
      temperature: 0,
      seed: 7,
      max_completion_tokens: 4296,
    });
    expect(model.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "x-team": "blue" });
    expect(model.requests[0]?.path).toBe("/v1/chat/completions");
  });

  it("asks Responses without storing", async () => {
    const { model } = await summarize([{ reply: { text: "done" } }], { api: "responses" });
    expect(jsonOf(model)).toMatchObject({ temperature: 0, max_output_tokens: 4296, store: false });
    expect(jsonOf(model)).not.toHaveProperty("seed");
  });

  it("asks for no more output than the model can give, and for a summary that fits in it", async () => {
    const long = request({ maxTokens: 14_000 });
    const known = await summarize([{ reply: { text: "done" } }], { model: "gpt-4o" }, long);
    expect(jsonOf(known.model)["max_completion_tokens"]).toBe(16_384);
    const told = JSON.stringify(jsonOf(known.model)["messages"]);
    const free = await summarize([{ reply: { text: "done" } }], {}, long);
    expect(jsonOf(free.model)["max_completion_tokens"]).toBe(18_096);
    expect(told).not.toContain("12600");
    expect(JSON.stringify(jsonOf(free.model)["messages"])).not.toBe(told);
    const models = { "small-1": { maxOutput: 2_000 } };
    const own = await summarize([{ reply: { text: "done" } }], { models, api: "responses" }, long);
    expect(jsonOf(own.model)["max_output_tokens"]).toBe(2_000);
  });

  it("falls back to the former name of the output limit", async () => {
    const refusal = { status: 400, body: '{"error":{"message":"unknown field max_completion_tokens"}}' };
    const { model } = await summarize([{ reply: refusal }, { reply: { text: "done" } }]);
    expect(jsonOf(model, 1)).toMatchObject({ max_tokens: 4296 });
    expect(jsonOf(model, 1)).not.toHaveProperty("max_completion_tokens");
  });

  it("takes the key from a function and works without one", async () => {
    const { model } = await summarize([{ reply: { text: "done" } }], { apiKey: async () => "fresh-key" });
    expect(model.requests[0]?.headers["authorization"]).toBe("Bearer fresh-key");
    const bare = await start([{ reply: { text: "done" } }]);
    await modelSummarizer({ api: "chat", baseUrl: `${bare.url}/`, model: "m" }).summarize(request());
    expect(bare.requests[0]?.headers["authorization"]).toBeUndefined();
    expect(bare.requests[0]?.path).toBe("/v1/chat/completions");
  });

  it("waits as Retry-After asks and tries again after 429, 5xx and a dropped connection", async () => {
    const waits: number[] = [];
    const { summary } = await summarize(
      [
        { reply: { status: 429, headers: { "retry-after": "7" }, body: "" } },
        { reply: { status: 503, body: "" } },
        { reply: { drop: true } },
        { reply: { text: "done" } },
      ],
      { wait: async (milliseconds) => void waits.push(milliseconds) },
    );
    expect(summary.text).toBe("done");
    expect(waits).toEqual([7000, 1000, 2000]);
  });

  it("reads a Retry-After date against the date of the response", async () => {
    const waits: number[] = [];
    const headers = { date: "Sun, 06 Nov 1994 08:49:37 GMT", "retry-after": "Sun, 06 Nov 1994 08:49:40 GMT" };
    await summarize([{ reply: { status: 429, headers, body: "" } }, { reply: { text: "done" } }], {
      wait: async (milliseconds) => void waits.push(milliseconds),
    });
    expect(waits).toEqual([3000]);
  });

  it("does not wait longer than its time-out, and does not retry a used-up quota", async () => {
    const long = await failure([{ reply: { status: 429, headers: { "retry-after": "61" }, body: "" } }]);
    expect(long.message).toContain("HTTP 429");
    const quota = { status: 429, body: '{"error":{"code":"insufficient_quota","message":"pay"}}' };
    expect((await failure([{ reply: quota }])).message).toContain("insufficient_quota");
  });

  it("waits by a timer of its own where none is given", async () => {
    const model = await start([
      { reply: { status: 503, headers: { "retry-after": "0" }, body: "" } },
      { reply: { text: "done" } },
    ]);
    const summarizer = modelSummarizer({ api: "chat", baseUrl: model.url, model: "m" });
    expect((await summarizer.summarize(request())).text).toBe("done");
  });

  it("stops waiting when it is aborted", async () => {
    const controller = new AbortController();
    const model = await start([{ reply: { status: 503, headers: { "retry-after": "50" }, body: "" } }]);
    const summarizer = modelSummarizer({ api: "chat", baseUrl: model.url, model: "m" });
    const pending = summarizer.summarize(request({ signal: controller.signal }));
    while (model.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    await expect(pending).rejects.toMatchObject({ code: "ABORTED" });
  });

  it("reads content parts, and fails when the key cannot be had", async () => {
    const body = JSON.stringify({
      choices: [{ message: { content: [{ type: "text", text: "in parts" }] } }],
    });
    expect((await summarize([{ reply: { body } }])).summary.text).toBe("in parts");
    const apiKey = (): string => {
      throw new Error(KEY);
    };
    const error = await failure([], { apiKey });
    expect(error.message).toContain("apiKey function failed");
    expect(error.message).not.toContain(KEY);
  });

  it("treats a failed response as what its error says", async () => {
    const failed = (code: string): string =>
      JSON.stringify({ status: "failed", error: { code, message: "m" }, output: [] });
    const api = { api: "responses" } as const;
    expect((await failure([{ reply: { body: failed("server_error") } }], api)).message).toContain(
      "server_error",
    );
    const steps = [{ reply: { body: failed("context_length_exceeded") } }, { reply: { text: "done" } }];
    expect((await summarize(steps, api)).summary.text).toBe("done");
  });

  it("gives up after four retries", async () => {
    const steps = Array.from({ length: 5 }, () => ({ reply: { status: 500, body: "" } }));
    expect((await failure(steps)).message).toContain("HTTP 500");
  });

  it("never tells the key", async () => {
    const echo = { status: 400, body: JSON.stringify({ error: { message: `Incorrect key ${KEY} given` } }) };
    const error = await failure([{ reply: echo }]);
    expect(error.message).toContain("Incorrect key [key] given");
    const broken = modelSummarizer({
      api: "chat",
      baseUrl: "http://127.0.0.1:9/v1",
      apiKey: `${KEY}\n`,
      model: "m",
      wait: async () => undefined,
    });
    const invalid = await broken.summarize(request()).catch((reason: unknown) => reason as CompactError);
    expect(
      JSON.stringify([invalid, (invalid as CompactError).message, String((invalid as CompactError).cause)]),
    ).not.toContain(KEY);
  });

  it("says what is missing where nobody says which API the server speaks", () => {
    const options = { baseUrl: "https://host/v1", model: "m" } as Parameters<typeof modelSummarizer>[0];
    expect(() => modelSummarizer(options)).toThrow(/api: "chat" or "responses"/u);
  });

  it("refuses a base URL that is none, or that holds a password, without repeating it", () => {
    for (const baseUrl of ["ftp://host", "nonsense", "https://user:hunter2@host/v1"]) {
      let message = "";
      try {
        modelSummarizer({ api: "chat", baseUrl, model: "m" });
      } catch (error) {
        expect(error).toMatchObject({ code: "INVALID_CONFIG" });
        message = (error as Error).message;
      }
      expect(message).toContain("baseUrl");
      expect(message).not.toContain("hunter2");
    }
  });

  it("fails after its time-out when the server does not answer", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    await once(silent, "listening");
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
    const summarizer = modelSummarizer({ api: "chat", baseUrl: url, model: "m", timeoutMs: 20 });
    const error: unknown = await summarizer.summarize(request()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "SUMMARIZER_FAILED",
      message: expect.stringContaining("within 20 ms"),
    });
  });

  it("rejects with ABORTED when it is aborted on the way", async () => {
    const controller = new AbortController();
    let release: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    const expectAbort = (): boolean => {
      controller.abort(new Error("enough"));
      return true;
    };
    const error = await failure(
      [{ expect: expectAbort, reply: { text: "late", until } }],
      {},
      request({ signal: controller.signal }),
    );
    release();
    expect(error.code).toBe("ABORTED");
  });

  it("fails when the answer was cut off or filtered", async () => {
    const chat = (finish: string): string =>
      JSON.stringify({ choices: [{ finish_reason: finish, message: { content: "half" } }] });
    expect((await failure([{ reply: { body: chat("length") } }])).message).toContain("cut off");
    expect((await failure([{ reply: { body: chat("content_filter") } }])).message).toContain(
      "content filter",
    );
    const incomplete = (reason: string): string =>
      JSON.stringify({ status: "incomplete", incomplete_details: { reason }, output: [] });
    const api = { api: "responses" } as const;
    expect((await failure([{ reply: { body: incomplete("max_output_tokens") } }], api)).message).toContain(
      "cut off",
    );
    expect((await failure([{ reply: { body: incomplete("content_filter") } }], api)).message).toContain(
      "content filter",
    );
  });

  it("takes off fences and tags that the model echoed", async () => {
    const text = "```\n<COMPACT-SUMMARY v2>\n## Goal\n- x\n</COMPACT-SUMMARY>\n```";
    expect((await summarize([{ reply: { text } }])).summary.text).toBe("## Goal\n- x");
  });

  it("sends the previous summary and the note along", async () => {
    const ask = request({ previous: "Earlier: port 8443 is open.", note: "keep the ports" });
    await summarize(
      [
        {
          expect: ({ text }) => text.includes("port 8443 is open") && text.includes("keep the ports"),
          reply: { text: "ok then" },
        },
      ],
      {},
      ask,
    );
  });

  it("reads a long history in chunks, each updating the summary of those before", async () => {
    const views = Array.from({ length: 30 }, (_, index) =>
      say(`message ${index}: ${"words and words ".repeat(50)}`),
    );
    const steps = [
      { expect: "message 0:", reply: { text: "part one" } },
      { expect: "part one", reply: { text: "part two" } },
      { expect: "part two", reply: { text: "part three" } },
    ];
    const { summary, model } = await summarize(steps, { maxInputTokens: 4200 }, request({}, views));
    expect(summary.text).toBe("part three");
    expect(model.requests[2]?.text).toContain("message 29:");
    for (const { json } of model.requests) {
      const messages = (json as { messages: { content: string }[] }).messages;
      const tokens = messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
      expect(tokens).toBeLessThanOrEqual(4200);
    }
  });

  it("never makes more calls than allowed, however long the history", async () => {
    const views = Array.from({ length: 400 }, (_, index) =>
      say(`message ${index}: ${"words and words ".repeat(50)}`),
    );
    const model = await start(Array.from({ length: 3 }, () => ({ reply: { text: "so far" } })));
    const summarizer = modelSummarizer(optionsFor(model, { maxInputTokens: 4000, maxCalls: 3 }));
    expect((await summarizer.summarize(request({}, views))).text).toBe("so far");
    expect(model.requests.at(-1)?.text).toContain("message 399:");
  });

  it("halves the chunk when the provider says that the input is too long", async () => {
    const views = Array.from({ length: 20 }, (_, index) =>
      say(`message ${index}: ${"words and words ".repeat(50)}`),
    );
    const overflow = {
      status: 400,
      body: '{"error":{"code":"context_length_exceeded","message":"maximum context length is 4096 tokens"}}',
    };
    const steps = [
      { expect: "message 19:", reply: overflow },
      { expect: "message 0:", reply: { text: "part one" } },
      { expect: "part one", reply: { text: "part two" } },
    ];
    const { summary } = await summarize(steps, { maxInputTokens: 7000 }, request({}, views));
    expect(summary.text).toBe("part two");
  });

  it("fails when its input limit leaves no room for the history", async () => {
    expect((await failure([], { maxInputTokens: 300 })).message).toContain("leaves no room");
  });

  it("is retried with brief, after which its refusal leaves no summary", async () => {
    const model = await start([
      { expect: "Task state", reply: { refusal: "no" } },
      { expect: "(Brief)", reply: { text: "I'm sorry, but I can't do that." } },
    ]);
    const reasons: string[] = [];
    const result = await summarizeWithRetry(modelSummarizer(optionsFor(model)), request(), {
      onFailure: (reason) => void reasons.push(reason),
    });
    expect(result).toEqual({ template: "brief", attempts: 2 });
    expect(reasons).toEqual([expect.stringContaining("refused"), expect.stringContaining("refusal")]);
  });
});
