import OpenAI, { APIError } from "openai";
import { afterEach, describe, expect, it } from "vitest";
import type { ScriptedUpstream } from "../start-upstream.js";
import { CHAT_PROFILES, type ChatProfileName } from "./chat-profiles.js";
import { type ScriptedChatOptions, startScriptedChat } from "./start-scripted-chat.js";

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming;
type Message = OpenAI.ChatCompletionMessageParam;

const servers: ScriptedUpstream[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options: ScriptedChatOptions = {}) {
  const server = await startScriptedChat(options);
  servers.push(server);
  const client = new OpenAI({ apiKey: "sk-test", baseURL: `${server.origin}/v1`, maxRetries: 0 });
  return { server, client };
}

const HELLO: Message = { role: "user", content: "Hello" };
const TOOL: OpenAI.ChatCompletionTool = {
  type: "function",
  function: { name: "exec", parameters: { type: "object", properties: {} } },
};
const called = (id: string, more: object = {}): Message =>
  ({
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name: "exec", arguments: "{}" } }],
    ...more,
  }) as Message;
const answered = (id: string): Message => ({ role: "tool", tool_call_id: id, content: "ok" });
const IMAGE: Message = {
  role: "user",
  content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }],
};
const AT_ADDRESS: Message = {
  role: "user",
  content: [{ type: "image_url", image_url: { url: "https://a.example/a.png" } }],
};

async function refusalOf(vendor: ChatProfileName, body: Partial<Body> & Record<string, unknown>) {
  const { client } = await start({ vendor });
  const error: unknown = await client.chat.completions
    .create({ model: "m", messages: [HELLO], ...body } as Body)
    .then(() => undefined)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof APIError)) return "";
  return `${error.status} ${error.message}`;
}

describe("a scripted chat server and the official client", () => {
  // The client puts calls together by their index; the raw server gives none.
  const indexed = (Object.keys(CHAT_PROFILES) as ChatProfileName[]).filter((name) => name !== "raw");

  it.each(indexed)("of %s agree on streams", async (vendor) => {
    const { server, client } = await start({ vendor });
    server.reply([
      { type: "thinking", text: "I look at the files before I answer anything." },
      "Let me look.",
      { type: "call", name: "exec", arguments: { cmd: "ls -la /a/rather/long/path" } },
    ]);
    const stream = client.chat.completions.stream({
      model: "m",
      messages: [HELLO],
      tools: [TOOL],
      stream_options: { include_usage: true },
    });
    const [choice] = (await stream.finalChatCompletion()).choices;
    expect(choice?.message.content).toContain("Let me look.");
    // It adds up names, which one server repeats.
    if (CHAT_PROFILES[vendor].callStyle !== "repeated")
      expect(choice?.message.tool_calls).toMatchObject([
        { function: { name: "exec", arguments: '{"cmd":"ls -la /a/rather/long/path"}' } },
      ]);
    expect(choice?.finish_reason).toBe("tool_calls");
  });

  it("agree on whole answers, with usage that was counted", async () => {
    const { server, client } = await start();
    server.reply(["Hello there."]);
    const { choices, usage } = await client.chat.completions.create({ model: "m", messages: [HELLO] });
    expect(choices[0]?.message.content).toBe("Hello there.");
    expect(usage?.prompt_tokens).toBeGreaterThan(0);
    expect(server.accepted).toHaveLength(1);
  });
});

describe("a scripted chat server refuses", () => {
  it.each<[ChatProfileName, string, Partial<Body> & Record<string, unknown>, string]>([
    [
      "openai-4",
      "a call without a result",
      { messages: [HELLO, called("a"), HELLO] },
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: a",
    ],
    [
      "openai-4",
      "a result without a call",
      { messages: [HELLO, answered("a")] },
      "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
    ],
    ["openai-4", "content of null", { messages: [{ role: "user", content: null }] as never }, "got null"],
    ["openai-4", "no messages", { messages: [] }, "is too short - 'messages'"],
    ["openai-4", "an empty list of tools", { tools: [] }, "is too short - 'tools'"],
    [
      "openai-4",
      "a choice without tools",
      { tool_choice: "auto" },
      "only allowed when 'tools' are specified",
    ],
    [
      "openai-4",
      "what it does not know",
      { thinking: {} },
      "Unrecognized request argument supplied: thinking",
    ],
    [
      "openai-4",
      "a name that is none",
      { tools: [{ ...TOOL, function: { name: "a.b" } }] },
      "string does not match pattern",
    ],
    ["openai-4", "JSON without the word", { response_format: { type: "json_object" } }, "the word 'json'"],
    ["openai", "a temperature", { temperature: 0.2 }, "'temperature' does not support 0.2 with this model"],
    ["openai", "max_tokens", { max_tokens: 9 }, "Use 'max_completion_tokens' instead"],
    [
      "kimi",
      "a call without reasoning",
      { messages: [HELLO, called("a"), answered("a")] },
      "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1",
    ],
    [
      "kimi",
      "a forced choice while it thinks",
      { tools: [TOOL], tool_choice: "required" },
      "tool_choice 'required' is incompatible with thinking enabled",
    ],
    [
      "kimi",
      "an empty text",
      { messages: [HELLO, called("a", { content: "", reasoning_content: "x" }), answered("a")] },
      "text content is empty",
    ],
    ["kimi", "a temperature", { temperature: 0.2 }, "invalid temperature"],
    ["kimi", "the address of an image", { messages: [AT_ADDRESS] }, "only base64 encoded images"],
    [
      "deepseek",
      "a call without reasoning",
      { messages: [HELLO, called("a"), answered("a")] },
      "The `reasoning_content` in the thinking mode must be passed back to the API.",
    ],
    ["deepseek", "an image", { messages: [IMAGE] }, "unknown variant `image_url`"],
    [
      "deepseek",
      "a schema",
      { response_format: { type: "json_schema", json_schema: { name: "a" } } },
      "This response_format type is unavailable now",
    ],
    [
      "deepseek",
      "an effort without thinking",
      { thinking: { type: "disabled" }, reasoning_effort: "high" },
      "reasoning_effort",
    ],
    [
      "minimax-m2",
      "the role system",
      { messages: [{ role: "system", content: "a" }, HELLO] },
      "role system is not supported (2013)",
    ],
    [
      "minimax",
      "arguments that are no JSON",
      {
        messages: [
          HELLO,
          called("a", {
            tool_calls: [{ id: "a", type: "function", function: { name: "x", arguments: "{" } }],
          }),
          answered("a"),
        ],
      },
      "invalid function arguments json string",
    ],
    [
      "qwen",
      "a forced choice while it thinks",
      { tools: [TOOL], tool_choice: "required" },
      "in thinking mode",
    ],
    [
      "mimo",
      "a call without reasoning",
      { messages: [HELLO, called("a"), answered("a")] },
      "Param Incorrect",
    ],
    [
      "llama-cpp",
      "a choice by name",
      { tools: [TOOL], tool_choice: { type: "function", function: { name: "exec" } } },
      "Invalid tool_choice",
    ],
    [
      "lmstudio",
      "JSON without a schema",
      { response_format: { type: "json_object" } },
      "must be 'json_schema'",
    ],
    [
      "vllm",
      "a late system message",
      { messages: [HELLO, { role: "system", content: "a" }] },
      "at the beginning",
    ],
    ["vllm", "two user messages in a row", { messages: [HELLO, HELLO] }, "roles must alternate"],
    ["xai", "an effort", { reasoning_effort: "high" }, "Argument not supported on this model"],
  ])("as %s %s", async (...[vendor, , body, words]) => {
    const refusal = await refusalOf(vendor, body);
    expect(refusal).toMatch(/^400 /u);
    expect(refusal).toContain(words);
  });

  it("a request without a key, and an unknown path or model", async () => {
    const { server } = await start({ models: ["known"] });
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${server.origin}${path}`, { method: "POST", body: JSON.stringify(body), headers });
    expect((await post("/v1/chat/completions", {})).status).toBe(401);
    expect((await post("/v1/other", {})).status).toBe(404);
    const key = { authorization: "Bearer sk-test" };
    const unknown = await post("/v1/chat/completions", { model: "x", messages: [HELLO] }, key);
    expect(unknown.status).toBe(404);
    expect(server.refusals).toHaveLength(3);
  });
});

describe("a scripted chat server with a window", () => {
  const long: Message = { role: "user", content: "word ".repeat(500) };

  it.each<[ChatProfileName, string]>([
    ["openai-4", "maximum context length is 200 tokens"],
    ["kimi", "exceeded model token limit: 200"],
    ["deepseek", "maximum context length is 200 tokens"],
    ["minimax", "context window exceeds limit"],
    ["glm", "Prompt exceeds max length"],
    ["qwen", "Range of input length should be [1, 200]"],
    ["xai", "maximum prompt length is 200"],
    ["openrouter", "This endpoint's maximum context length is 200 tokens"],
    ["vllm", "maximum context length is 200 tokens"],
    ["llama-cpp", "exceeds the available context size (200 tokens)"],
    ["lmstudio", "greater than the context length"],
  ])("refuses as %s: %s", async (vendor, words) => {
    const { client } = await start({ vendor, contextWindow: 200 });
    const send = (message: Message) => client.chat.completions.create({ model: "m", messages: [message] });
    await expect(send(long)).rejects.toThrow(words);
    await send(HELLO);
  });

  it("counts the bound of the answer where the window is shared", async () => {
    const { client } = await start({ vendor: "kimi", contextWindow: 200 });
    const send = (bound: number) =>
      client.chat.completions.create({ model: "m", messages: [HELLO], max_tokens: bound });
    await expect(send(200)).rejects.toThrow("exceeded model token limit");
    await send(100);
  });

  it("drops messages without a word as Ollama does", async () => {
    const { client } = await start({ vendor: "ollama", contextWindow: 200 });
    const { usage } = await client.chat.completions.create({ model: "m", messages: [long] });
    expect(usage?.prompt_tokens).toBe(200);
  });
});

describe("faults of a scripted chat server", () => {
  it.each([400, 401, 404, 429, 500, 529])("are told with status %i", async (status) => {
    const { server, client } = await start();
    server.fault({ kind: "status", status, message: "no", headers: { "retry-after": "3" } });
    const send = () => client.chat.completions.create({ model: "m", messages: [HELLO] });
    await expect(send()).rejects.toMatchObject({ status });
    await send();
  });

  it("break, stall or spoil a stream", async () => {
    const { server, client } = await start();
    const read = async () => {
      const stream = await client.chat.completions.create({ model: "m", messages: [HELLO], stream: true });
      let text = "";
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
      return text;
    };
    server.fault({ kind: "cut" });
    await expect(read()).rejects.toThrow();
    server.fault({ kind: "error_event", status: 500, message: "The engine broke." });
    await expect(read()).rejects.toThrow("The engine broke.");
    const stall = server.fault({ kind: "stall", afterEvents: 1 });
    const waiting = read();
    stall.release();
    expect(await waiting).toBe("Understood.");
  });
});
