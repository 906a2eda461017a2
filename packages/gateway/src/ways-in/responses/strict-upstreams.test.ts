import OpenAI from "openai";
import { type ScriptedUpstream, startScriptedAnthropic, startScriptedGemini } from "plimsoll-testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { runGateway, type TestRoute, testRoute } from "../../testing/running-gateway.js";

type Item = OpenAI.Responses.ResponseInputItem;

const TOOLS: OpenAI.Responses.Tool[] = [
  { type: "function", name: "run", description: "Runs.", parameters: { type: "object" }, strict: false },
  { type: "custom", name: "apply_patch", description: "Patches." },
];
const INCLUDE: OpenAI.Responses.ResponseIncludable[] = ["reasoning.encrypted_content"];

const VENDORS = {
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

const user = (content: string): Item => ({ role: "user", content });

describe.each([
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
    expect(sent).toMatch(/"signature":"|"thoughtSignature":"/u);
    expect(sent).not.toContain("skip_thought_signature_validator");
  });

  it("keeps below the window with a tool result of nearly a million tokens, and when the upstream's is smaller than believed", async () => {
    const { upstream, ask } = await setUp(vendor, {
      model,
      contextWindow: 60_000,
      window: 100_000,
      outputReserve: 4000,
    });
    upstream.reply([
      { type: "thinking", text: "Look." },
      { type: "call", name: "run", arguments: { cmd: "cat" } },
    ]);
    let history: Item[] = [user("What is in the log?")];
    const first = await ask(history);
    const log = Array.from(
      { length: 75_000 },
      (_, index) => `line ${index}: the pump ran at ${index % 97} percent`,
    );
    history = [...history, ...(first.output as Item[]), ...outputsOf(first, log.join("\n"))];
    for (let turn = 0; turn < 4; turn += 1) {
      const answer = await ask(history);
      expect(answer.status).toBe("completed");
      history = [...history, ...(answer.output as Item[]), user(`${turn}: ${"and the tide? ".repeat(9000)}`)];
    }
    expect(Math.max(...upstream.accepted.map(({ inputTokens }) => inputTokens))).toBeLessThan(60_000);
    expect(upstream.refusals.every((refusal) => /too long|exceed/u.test(refusal))).toBe(true);
    expect(upstream.refusals.length).toBeLessThanOrEqual(2);
  });

  it.each([
    [400, 400],
    [401, 401],
    [404, 404],
    [429, 429],
    [500, 502],
    [503, 503],
  ])("is told of an upstream's %i", async (status, shown) => {
    const { upstream, client } = await setUp(vendor, { model });
    upstream.fault({ kind: "status", status, message: "no: sk-ant-REDACTED" });
    const failed = await client.responses.create({ model, input: "Hi" }).catch((error: unknown) => error);
    expect((failed as { status: number }).status).toBe(shown);
    expect(String(failed)).not.toContain("secret");
  });

  it("never gets a cut answer as a complete one", async () => {
    const { upstream, ask } = await setUp(vendor, { model });
    upstream.reply(
      ["A text of a certain length, in pieces, which breaks off."],
      ["A text of a certain length again."],
    );
    upstream.fault({ kind: "cut", afterEvents: vendor === "anthropic" ? 5 : 2 });
    const cut = await ask([user("Hi")]).catch((error: unknown) => error);
    expect((cut as { status?: string }).status).not.toBe("completed");
    upstream.fault({
      kind: "error_event",
      status: 503,
      message: "Overloaded",
      afterEvents: vendor === "anthropic" ? 5 : 1,
    });
    const broken = await ask([user("Hi")]).catch((error: unknown) => error);
    expect((broken as { status?: string }).status).not.toBe("completed");
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

describe("a search of the vendor", () => {
  const sources = [{ url: "https://tides.example", title: "Tides" }];
  const search = { tools: [{ type: "web_search" }] };

  it("goes on after Anthropic paused, and is shown with its sources", async () => {
    const { upstream, ask } = await setUp("anthropic", { model: "claude-opus-4-7", webSearch: true });
    upstream.reply({ parts: [{ type: "search", query: "tides", sources }], finish: "pause_turn" }, [
      "High at noon.",
    ]);
    const answer = await ask([user("When is high water?")], search);
    expect(upstream.accepted).toHaveLength(2);
    expect(answer.output_text).toContain("About tides.");
    expect(answer.output_text).toContain("High at noon.");
    expect(JSON.stringify(answer.output)).toContain("https://tides.example");
    expect(answer.output.map(({ type }) => type)).toContain("web_search_call");
  });

  it("is Google's where there is no function, and said to be dropped where there is one", async () => {
    const { upstream, ask, said } = await setUp("gemini", { model: "gemini-2.5-pro", webSearch: true });
    upstream.reply([{ type: "search", query: "tides", sources }]);
    const answer = await ask([user("When is high water?")], search);
    expect(JSON.stringify(answer.output)).toContain("https://tides.example");
    await ask([user("And now?")], { tools: [...TOOLS, { type: "web_search" }] });
    expect(upstream.refusals).toEqual([]);
    expect(said.join("\n")).toContain("web_search");
  });
});
