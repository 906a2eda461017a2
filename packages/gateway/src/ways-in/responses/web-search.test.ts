import OpenAI from "openai";
import {
  type ChatProfileName,
  type ScriptedUpstream,
  startScriptedAnthropic,
  startScriptedChat,
  startScriptedGemini,
} from "plimsoll-testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { runGateway, type TestRoute, testRoute } from "../../testing/running-gateway.js";

type Item = OpenAI.Responses.ResponseInputItem;

const SEARCH: OpenAI.Responses.Tool = { type: "web_search" };
const RUN: OpenAI.Responses.Tool = {
  type: "function",
  name: "run",
  description: "Runs.",
  parameters: { type: "object" },
  strict: false,
};
const sources = [{ url: "https://tides.example", title: "Tides" }];
const searched = { type: "search", query: "tides", sources } as const;
const user = (content: string): Item => ({ role: "user", content });

async function serve(upstream: ScriptedUpstream, route: Partial<TestRoute> & { readonly model: string }) {
  onTestFinished(() => upstream.close());
  const said: string[] = [];
  const gateway = await runGateway({
    routes: [
      testRoute({
        vendor: "generic",
        key: "right",
        window: 200_000,
        webSearch: true,
        baseUrl: `${upstream.origin}/v1`,
        ...route,
      }),
    ],
    say: (message) => void said.push(message),
  });
  const client = new OpenAI({ baseURL: gateway.baseURL, apiKey: "any", maxRetries: 0 });
  const ask = (input: Item[], more: object = {}): Promise<OpenAI.Responses.Response> =>
    client.responses
      .stream({ model: route.model, input, tools: [RUN, SEARCH], store: false, ...more })
      .finalResponse();
  return { upstream, ask, said };
}

const chatServer = async (vendor: ChatProfileName, route: Partial<TestRoute> & { readonly model: string }) =>
  serve(await startScriptedChat({ vendor }), { protocol: "chat", ...route });

const gemini = async (model: string) => {
  const upstream = await startScriptedGemini();
  return serve(upstream, { vendor: "gemini", model, baseUrl: `${upstream.origin}/v1beta` });
};

const typesOf = ({ output }: OpenAI.Responses.Response): string[] => output.map(({ type }) => type);
const citationsOf = ({ output }: OpenAI.Responses.Response): string[] =>
  output
    .flatMap((item) => (item.type === "message" ? item.content : []))
    .flatMap((part) => (part.type === "output_text" ? part.annotations : []))
    .flatMap((note) => (note.type === "url_citation" ? [note.url] : []));

describe("a wish for web search", () => {
  it.each([
    { profile: "glm", vendor: "glm", model: "glm-5.2", says: { tools: [{}, { type: "web_search" }] } },
    {
      profile: "mimo",
      vendor: "mimo",
      model: "mimo-v2.5-pro",
      says: { tools: [{}, { type: "web_search" }] },
    },
    {
      profile: "openrouter",
      vendor: "openrouter",
      model: "deepseek/deepseek-v4-pro",
      says: { tools: [{}, { type: "openrouter:web_search" }] },
    },
    { profile: "qwen", vendor: "qwen", model: "qwen3.6-plus", says: { enable_search: true } },
    {
      profile: "openai-4",
      vendor: "openai",
      model: "gpt-4o-search-preview",
      says: { web_search_options: {} },
    },
    {
      profile: "openai-4",
      vendor: "azure",
      model: "gpt-4o-search-preview",
      says: { web_search_options: {} },
    },
  ] as const)("is said in the words of $vendor", async ({ profile, vendor, model, says }) => {
    const { upstream, ask, said } = await chatServer(profile, { vendor, model });
    upstream.reply([searched]);
    const answer = await ask([user("When is high water?")]);
    expect(upstream.refusals).toEqual([]);
    expect(upstream.accepted[0]?.body).toMatchObject(says);
    expect(citationsOf(answer)).toEqual(["https://tides.example"]);
    expect(answer.output_text).toBe("About tides.");
    expect(said).toEqual([]);
  });

  it.each([
    ["deepseek", "deepseek", "deepseek-v4-pro"],
    ["minimax", "minimax", "MiniMax-M3"],
    ["mimo", "mimo", "mimo-v2-flash"],
    ["xai", "xai", "grok-4"],
    ["openai", "openai", "gpt-5.4"],
    ["openai", "azure", "gpt-5.4"],
    ["vllm", "vllm", "some-model"],
    ["ollama", "ollama", "qwen3:32b"],
    ["llama-cpp", "llama-cpp", "some-model"],
    ["lmstudio", "lmstudio", "some-model"],
    ["openai-4", "generic", "some-model"],
  ] as const)(
    "is dropped with a line in the log on the Chat API of %s (%s)",
    async (profile, vendor, model) => {
      const { upstream, ask, said } = await chatServer(profile, { vendor, model });
      const answer = await ask([user("When is high water?")]);
      expect(answer.status).toBe("completed");
      expect(upstream.refusals).toEqual([]);
      expect(upstream.accepted[0]?.body).toMatchObject({ tools: [{ type: "function" }] });
      expect(said.join()).toContain("web_search");
    },
  );

  it.each(["generic", "glm", "moonshot"] as const)(
    "stays unsaid on a route of %s that does not allow it",
    async (vendor) => {
      const { upstream, ask, said } = await chatServer("openai-4", { vendor, model: "m", webSearch: false });
      await ask([user("When is high water?")]);
      expect(JSON.stringify(upstream.accepted[0]?.body)).not.toContain("search");
      expect(said.join()).toContain("web_search");
    },
  );

  it.each([
    "none",
    { type: "function", name: "run" },
    { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "run" }] },
  ])("does not count where the choice of tools rules it out: %j", async (tool_choice) => {
    const { upstream, ask, said } = await chatServer("openrouter", { vendor: "openrouter", model: "m" });
    await ask([user("Hello.")], { tool_choice });
    expect(JSON.stringify(upstream.accepted[0]?.body)).not.toContain("web_search");
    expect(said).toEqual([]);
  });

  it("carries domains, place and size where the vendor takes them", async () => {
    const { upstream, ask } = await chatServer("openrouter", { vendor: "openrouter", model: "m" });
    const user_location = { type: "approximate", country: "NL" };
    const filters = { allowed_domains: ["tides.example"] };
    await ask([user("Hello.")], {
      tools: [{ ...SEARCH, filters, user_location, search_context_size: "low" }],
    });
    expect(upstream.accepted[0]?.body).toMatchObject({
      tools: [
        { parameters: { allowed_domains: ["tides.example"], user_location, search_context_size: "low" } },
      ],
    });
  });
});

describe("Kimi's own search", () => {
  it("gets its arguments back until there is an answer, without thinking", async () => {
    const { upstream, ask } = await chatServer("kimi", { vendor: "moonshot", model: "kimi-k2.6" });
    upstream.reply(["I look it up.", searched], [searched], ["High at noon."]);
    const answer = await ask([user("When is high water?")]);
    expect(upstream.refusals).toEqual([]);
    expect(upstream.accepted).toHaveLength(3);
    expect(upstream.accepted[0]?.body).toMatchObject({
      thinking: { type: "disabled" },
      tools: [{ type: "function" }, { type: "builtin_function", function: { name: "$web_search" } }],
    });
    expect(typesOf(answer)).toEqual(["message", "web_search_call", "web_search_call", "message"]);
    expect(answer.output_text).toBe("I look it up.High at noon.");
    expect(JSON.stringify(answer.output)).not.toContain("$web_search");
    const [first = 0, , last = 0] = upstream.accepted.map(({ inputTokens }) => inputTokens);
    expect(answer.usage?.input_tokens).toBe(last);
    expect(last).toBeGreaterThan(first);
  });

  it("is left out beside a call of the client, who can go on", async () => {
    const { upstream, ask } = await chatServer("kimi", { vendor: "moonshot", model: "kimi-k2.6" });
    upstream.reply([{ type: "call", name: "run", arguments: { cmd: "ls" } }, searched], ["Done."]);
    const history = [user("Look at both.")];
    const first = await ask(history);
    expect(typesOf(first)).toEqual(["function_call"]);
    const calls = first.output.flatMap((item) => (item.type === "function_call" ? [item] : []));
    const outputs = calls.map(
      ({ call_id }): Item => ({ type: "function_call_output", call_id, output: "a" }),
    );
    const second = await ask([...history, ...(first.output as Item[]), ...outputs]);
    expect(second.output_text).toBe("Done.");
    expect(upstream.refusals).toEqual([]);
  });

  it("ends after a bounded number of searches", async () => {
    const { upstream, ask } = await chatServer("kimi", { vendor: "moonshot", model: "kimi-k2.6" });
    upstream.reply(...Array.from({ length: 20 }, () => [searched]));
    const answer = await ask([user("When is high water?")]);
    expect(answer.status).toBe("completed");
    expect(upstream.accepted).toHaveLength(11);
  });

  it.each([
    ["kimi-k2.6", { reasoning: { effort: "high" } }],
    ["kimi-k2-thinking", {}],
    ["kimi-k3", {}],
  ])("is dropped with a line in the log where %s thinks %j", async (model, more) => {
    const { upstream, ask, said } = await chatServer("kimi", { vendor: "moonshot", model });
    await ask([user("When is high water?")], more);
    expect(upstream.refusals).toEqual([]);
    expect(JSON.stringify(upstream.accepted[0]?.body)).not.toContain("search");
    expect(said.join()).toContain("web_search");
  });
});

describe("Google's search", () => {
  const call = { type: "call", name: "run", arguments: { cmd: "ls" } } as const;

  it("stands beside functions on Gemini 3, and each step of it goes back as it came", async () => {
    const { upstream, ask, said } = await gemini("gemini-3-pro-preview");
    upstream.reply([searched, call], [call], ["High at noon."]);
    let history = [user("When is high water, and what is in the folder?")];
    let answer = await ask(history);
    expect(typesOf(answer)).toContain("web_search_call");
    expect(JSON.stringify(answer.output)).toContain('"query":"tides"');
    for (let step = 0; step < 2; step++) {
      const calls = answer.output.flatMap((item) => (item.type === "function_call" ? [item] : []));
      const outputs = calls.map(
        ({ call_id }): Item => ({ type: "function_call_output", call_id, output: "a" }),
      );
      history = [...history, ...(answer.output as Item[]), ...outputs];
      answer = await ask(history);
    }
    expect(answer.output_text).toBe("High at noon.");
    expect(upstream.refusals).toEqual([]);
    expect(JSON.stringify(upstream.accepted[2]?.body)).toContain("toolResponse");
    expect(said).toEqual([]);
  });

  it("is shown as a search, and its sources as citations of the text", async () => {
    const { upstream, ask } = await gemini("gemini-3-pro-preview");
    upstream.reply([searched]);
    const answer = await ask([user("When is high water?")], { tools: [SEARCH] });
    expect(typesOf(answer)).toEqual(["message", "web_search_call"]);
    expect(citationsOf(answer)).toEqual(["https://tides.example"]);
  });

  it.each([
    ["gemini-2.5-pro", {}],
    ["gemini-3-pro-preview", { tool_choice: "required" }],
  ])("is dropped with a line in the log beside the functions of %s %j", async (model, more) => {
    const { upstream, ask, said } = await gemini(model);
    await ask([user("And now?")], more);
    expect(upstream.refusals).toEqual([]);
    expect(JSON.stringify(upstream.accepted[0]?.body)).not.toContain("googleSearch");
    expect(said.join()).toContain("web_search");
  });
});

describe("Anthropic's search", () => {
  it("goes on after a pause, and is shown with its sources", async () => {
    const upstream = await startScriptedAnthropic();
    const { ask } = await serve(upstream, { vendor: "anthropic", model: "claude-opus-4-7" });
    upstream.reply({ parts: [searched], finish: "pause_turn" }, ["High at noon."]);
    const answer = await ask([user("When is high water?")]);
    expect(upstream.accepted).toHaveLength(2);
    expect(answer.output_text).toContain("About tides.");
    expect(answer.output_text).toContain("High at noon.");
    expect(citationsOf(answer)).toEqual(["https://tides.example"]);
    expect(typesOf(answer)).toContain("web_search_call");
  });
});
