import OpenAI from "openai";
import {
  type ScriptedUpstream,
  startScriptedAnthropic,
  startScriptedChat,
  startScriptedGemini,
  startScriptedOpenAI,
} from "plimsoll-testkit";
import { scaled } from "plimsoll-testkit/scaled";
import { describe, expect, it, onTestFinished } from "vitest";
import { runGateway, type TestRoute, testRoute } from "../../testing/running-gateway.js";

type Item = OpenAI.Responses.ResponseInputItem;

const TOOLS: OpenAI.Responses.Tool[] = [
  { type: "function", name: "run", description: "Runs.", parameters: { type: "object" }, strict: false },
  { type: "custom", name: "apply_patch", description: "Patches." },
];
const INCLUDE: OpenAI.Responses.ResponseIncludable[] = ["reasoning.encrypted_content"];

const VENDORS = {
  generic: { start: startScriptedChat, base: "/v1" },
  anthropic: { start: startScriptedAnthropic, base: "/v1" },
  gemini: { start: startScriptedGemini, base: "/v1beta" },
} as const;

interface Setting extends Partial<TestRoute> {
  readonly model: string;
  /** Tokens that the upstream takes. */
  readonly contextWindow?: number;
}

async function setUp(vendor: keyof typeof VENDORS, { contextWindow = 1_000_000, ...route }: Setting) {
  const { start, base } = VENDORS[vendor];
  const upstream: ScriptedUpstream = await start({ contextWindow, apiKey: "right" });
  onTestFinished(() => upstream.close());
  const said: string[] = [];
  const gateway = await runGateway({
    routes: [
      testRoute({ vendor, baseUrl: `${upstream.origin}${base}`, key: "right", window: 200_000, ...route }),
    ],
    say: (message) => void said.push(message),
  });
  const client = new OpenAI({ baseURL: gateway.baseURL, apiKey: "any", maxRetries: 0 });
  const ask = (input: Item[], more: object = {}): Promise<OpenAI.Responses.Response> =>
    client.responses
      .stream({ model: route.model, input, tools: TOOLS, store: false, include: INCLUDE, ...more })
      .finalResponse();
  return { upstream, client, ask, said };
}

/** What a client runs and sends back. */
function outputsOf(response: OpenAI.Responses.Response, output = "done"): Item[] {
  return response.output.flatMap((item): Item[] => {
    if (item.type === "function_call")
      return [{ type: "function_call_output", call_id: item.call_id, output }];
    if (item.type === "custom_tool_call")
      return [{ type: "custom_tool_call_output", call_id: item.call_id, output }];
    return [];
  });
}

const SECRET = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789AB";
const WINDOW = scaled(262_144, 26_214);
/** 924,828 tokens and a few, as the tokenizer of GPT counts them. */
const LINES = scaled(71_300, 7_130);
const STEPS = 25;

/** A call and what came of it. */
const step = (number: number, output: string): Item[] => [
  { type: "function_call", call_id: `c${number}`, name: "run", arguments: JSON.stringify({ number }) },
  { type: "function_call_output", call_id: `c${number}`, output },
];

async function workWithHugeResult(ask: (input: Item[]) => Promise<OpenAI.Responses.Response>): Promise<void> {
  const log = Array.from(
    { length: LINES },
    (_, line) => `line ${line}: the pump ran at ${line % 97} percent`,
  );
  const input = [user("Never delete data/. What is in the log?"), ...step(-1, log.join("\n"))];
  for (let number = 0; number < STEPS; number++) {
    expect((await ask(input)).status).toBe("completed");
    input.push(...step(number + 1, `Step ${number + 1}. ${"It went as it should. ".repeat(200)}`));
  }
}

const user = (content: string): Item => ({ role: "user", content });

describe.each([
  ["generic", "some-model"],
  ["anthropic", "claude-sonnet-4-5"],
  ["anthropic", "claude-opus-4-7"],
  ["anthropic", "claude-opus-5-5"],
  ["gemini", "gemini-2.5-pro"],
  ["gemini", "gemini-3-flash-preview"],
] as const)("the official client of OpenAI on %s's %s", (vendor, model) => {
  it("works through several steps with parallel calls, of which the upstream refuses none", async () => {
    const { upstream, ask } = await setUp(vendor, { model });
    upstream.reply(
      [
        { type: "thinking", text: "Two things at once." },
        "Looking.",
        { type: "call", name: "run", arguments: { cmd: "ls" } },
        { type: "call", name: "apply_patch", arguments: { input: "*** Begin Patch" } },
      ],
      [
        { type: "thinking", text: "One more." },
        { type: "call", name: "run", arguments: { cmd: "cat" } },
      ],
      [{ type: "thinking", text: "Enough." }, "All is well."],
      ["Good night."],
    );
    let history: Item[] = [{ role: "developer", content: "Be brief." }, user("Go on.")];
    const answers: OpenAI.Responses.Response[] = [];
    for (let step = 0; step < 3; step += 1) {
      const answer = await ask(history, { reasoning: { effort: "low" } });
      answers.push(answer);
      history = [...history, ...(answer.output as Item[]), ...outputsOf(answer)];
    }
    const last = await ask([...history, user("And now?")], { reasoning: { effort: "low" } });
    expect(upstream.refusals).toEqual([]);
    expect(answers[0]?.output.map(({ type }) => type).filter((type) => type !== "reasoning")).toEqual([
      "message",
      "function_call",
      "custom_tool_call",
    ]);
    expect(answers[2]?.output_text).toBe("All is well.");
    expect(last.output_text).toBe("Good night.");
    expect(last.usage?.input_tokens).toBe(upstream.accepted.at(-1)?.inputTokens);
    const sent = JSON.stringify(upstream.requests.at(-1)?.body);
    expect(sent).toContain("*** Begin Patch");
    if (vendor !== "generic") expect(sent).toMatch(/"signature":"|"thoughtSignature":"/u);
    expect(sent).not.toContain("skip_thought_signature_validator");
  });
});

describe.each([
  ["generic", "some-model"],
  ["anthropic", "claude-opus-4-7"],
  ["gemini", "gemini-3-flash-preview"],
] as const)("the official client of OpenAI on an upstream of %s", (vendor, model) => {
  it("sends no request over the window, with a result of 924,828 tokens on a model of 262,144 and many steps after it", async () => {
    const { upstream, ask } = await setUp(vendor, { model, contextWindow: WINDOW, window: WINDOW });
    await workWithHugeResult(ask);
    expect(upstream.refusals).toEqual([]);
    expect(Math.max(...upstream.accepted.map(({ inputTokens }) => inputTokens))).toBeLessThan(WINDOW);
    const sent = JSON.stringify(upstream.accepted.at(-1)?.body);
    expect([sent.includes("Never delete data/"), sent.includes("Step 24.")]).toEqual([true, true]);
  });

  it("compacts and asks again where the window is smaller than anybody knew", async () => {
    const { upstream, ask } = await setUp(vendor, { model, contextWindow: 9_000, outputReserve: 2_000 });
    const input: Item[] = [user("Read on.")];
    for (let part = 0; part < 12; part++) input.push(...step(part, "It went as it should. ".repeat(250)));
    expect((await ask(input)).status).toBe("completed");
    expect(upstream.refusals.length).toBeGreaterThan(0);
    const refused = upstream.refusals.length;
    expect((await ask([...input, user("And now?")])).status).toBe("completed");
    expect(upstream.refusals).toHaveLength(refused);
  });

  it("is told of what an upstream refuses, and of nothing secret in it", async () => {
    const { upstream, client } = await setUp(vendor, { model });
    for (const [status, shown] of [
      [400, 400],
      [401, 401],
      [404, 404],
      [429, 429],
      [500, 502],
      [503, 503],
      [529, vendor === "gemini" ? 502 : 503],
    ] as const) {
      upstream.fault({ kind: "status", status, message: `No, ${SECRET}` });
      const failed = await client.responses.create({ model, input: "Hi" }).catch((error: unknown) => error);
      expect([status, (failed as { status: number }).status]).toEqual([status, shown]);
      expect(String(failed)).not.toContain(SECRET);
    }
  });

  it.each([
    { kind: "cut", afterEvents: vendor === "anthropic" ? 5 : 2 },
    { kind: "reset" },
    { kind: "error_event", status: 503, message: "Overloaded", afterEvents: vendor === "anthropic" ? 5 : 1 },
  ] as const)("never gets an answer as a complete one after: $kind", async (fault) => {
    const { upstream, client, ask } = await setUp(vendor, { model });
    upstream.reply(...Array.from({ length: 6 }, () => ["A text of a certain length, in pieces."]));
    // A connection that was closed before anything was answered is tried again.
    upstream.fault(fault, 6);
    const waysToAsk = [() => ask([user("Hi")]), () => client.responses.create({ model, input: "Hi" })];
    for (const asking of waysToAsk) {
      const answer = await asking().catch((error: unknown) => error);
      expect((answer as { status?: unknown }).status).not.toBe("completed");
    }
  });
});

describe("Codex, which reads failures inside a stream only", () => {
  it.each([
    [529, "Overloaded", { code: "server_error", message: "Overloaded" }],
    [401, "Who?", { code: "invalid_prompt", message: "The upstream refused the gateway's own key: Who?" }],
    [404, "No such model", { code: "invalid_prompt", message: "No such model" }],
  ])(
    "is told of a %d so that it asks again where that may help, and only there",
    async (status, message, told) => {
      const { upstream, client } = await setUp("anthropic", { model: "claude-opus-4-7" });
      upstream.fault({ kind: "status", status, message });
      const events = await client.responses.create(
        { model: "claude-opus-4-7", input: "Hi", stream: true },
        { headers: { originator: "codex_exec" } },
      );
      const failures: unknown[] = [];
      for await (const event of events)
        if (event.type === "response.failed") failures.push(event.response.error);
      expect(failures).toEqual([told]);
    },
  );
});

describe("the official client of OpenAI on an upstream of OpenAI", () => {
  it("sends no request over the window either", async () => {
    const upstream = await startScriptedOpenAI({ contextWindow: WINDOW });
    onTestFinished(() => upstream.close());
    const gateway = await runGateway({
      routes: [
        testRoute({ model: "gpt-5", vendor: "openai", baseUrl: upstream.url, key: "k", window: WINDOW }),
      ],
    });
    const client = new OpenAI({ baseURL: gateway.baseURL, apiKey: "any", maxRetries: 0 });
    await workWithHugeResult((input) =>
      client.responses.stream({ model: "gpt-5", input, tools: TOOLS, store: false }).finalResponse(),
    );
    expect(upstream.requests).toHaveLength(STEPS);
    expect(gateway.records.map(({ status }) => status)).toEqual(Array.from({ length: STEPS }, () => 200));
  });
});

describe("a conversation that changes its model", () => {
  it("is taken by each, with the thinking of neither", async () => {
    const claude = await setUp("anthropic", { model: "claude-sonnet-4-5" });
    const gemini = await setUp("gemini", { model: "gemini-3-flash-preview" });
    const think = { reasoning: { effort: "low" } };
    let history: Item[] = [user("Go on.")];
    for (const { upstream, ask } of [claude, gemini, claude, gemini]) {
      upstream.reply([
        { type: "thinking", text: "Hm." },
        { type: "call", name: "run", arguments: { cmd: "ls" } },
      ]);
      const answer = await ask(history, think);
      history = [...history, ...(answer.output as Item[]), ...outputsOf(answer)];
    }
    expect([...claude.upstream.refusals, ...gemini.upstream.refusals]).toEqual([]);
  });
});
