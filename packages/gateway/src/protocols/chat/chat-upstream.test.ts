import { type ChatProfileName, type ScriptedUpstream, startScriptedChat } from "plimsoll-testkit";
import { streamEvents } from "../stream-events-test-support.js";
import { afterEach, describe, expect, it } from "vitest";
import type { AnswerEvent } from "../../answers/answer-event.js";
import type { TranslatedRequest } from "../../translation/translated-request.js";
import type { Turn } from "../../translation/turn.js";
import { vendorByName } from "../../vendors/vendors.js";
import { chat } from "./chat.js";
import { EXEC, requestOf } from "./chat-test-support.js";

/** A server, the vendor that stands for it here, and a model of it. */
const PAIRS: readonly (readonly [ChatProfileName, string, string])[] = [
  ["openai", "openai", "gpt-5.4"],
  ["openai-4", "openai", "gpt-4.1"],
  ["kimi", "moonshot", "kimi-k2.6"],
  ["deepseek", "deepseek", "deepseek-v4-pro"],
  ["minimax-m2", "minimax", "MiniMax-M2.5"],
  ["minimax", "minimax", "MiniMax-M3"],
  ["glm", "glm", "glm-5.2"],
  ["qwen", "qwen", "qwen3.6-plus"],
  ["mimo", "mimo", "mimo-v2.5-pro"],
  ["xai", "xai", "grok-4"],
  ["openrouter", "openrouter", "deepseek/deepseek-v4-pro"],
  ["vllm", "vllm", "Qwen/Qwen3-32B"],
  ["ollama", "ollama", "qwen3:32b"],
  ["llama-cpp", "llama-cpp", "gemma-3-27b"],
  ["lmstudio", "lmstudio", "qwen/qwen3-30b-a3b"],
  ["raw", "generic", "some-model"],
];

const PNG = "data:image/png;base64,AAAA";
const servers: ScriptedUpstream[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(profile: ChatProfileName, contextWindow?: number): Promise<ScriptedUpstream> {
  const server = await startScriptedChat({
    vendor: profile,
    ...(contextWindow === undefined ? {} : { contextWindow }),
  });
  servers.push(server);
  return server;
}

/** Sends a request as the gateway would, and reads the answer. */
async function ask(server: ScriptedUpstream, vendorName: string, request: TranslatedRequest) {
  const vendor = vendorByName(vendorName);
  if (!vendor) throw new Error(vendorName);
  const { path, headers, body } = chat.toRequest(request, vendor);
  const response = await fetch(`${server.origin}/v1${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", authorization: "Bearer sk-test" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) return { failure: chat.readFailure(response.status, text, {}), events: [] };
  let state = chat.start(request, vendor);
  const events: AnswerEvent[] = [];
  for (const event of streamEvents(text)) {
    const step = chat.step(state, event);
    state = step.state;
    events.push(...step.events);
  }
  return { failure: undefined, events: [...events, ...chat.end(state)] };
}

/** The turn that an answer makes, as the gateway would read it back from its client. */
function turnOf(
  events: readonly AnswerEvent[],
  vendor: string,
  model: string,
): Extract<Turn, { role: "assistant" }> {
  const text = events.map((event) => (event.type === "text" ? event.delta : "")).join("");
  const reasoning = events.flatMap((event) =>
    event.type === "reasoning_payload"
      ? [{ text: "", payload: { vendor, model, kind: event.kind, data: event.data } }]
      : [],
  );
  const calls = events.flatMap((event) =>
    event.type === "call"
      ? [
          {
            id: event.id,
            name: event.name,
            arguments: events
              .map((other) => (other.type === "arguments" && other.key === event.key ? other.delta : ""))
              .join(""),
          },
        ]
      : [],
  );
  return { role: "assistant", reasoning, text, calls };
}

describe.each(PAIRS)("the server of %s, asked as %s with %s", (profile, vendor, model) => {
  it("accepts a conversation with calls, images, late instructions and reasoning that was lost", async () => {
    const server = await start(profile);
    server.reply([
      { type: "thinking", text: "I look first, and that takes several pieces." },
      "Looking.",
      { type: "call", name: "exec_command", arguments: { cmd: "ls" } },
      { type: "call", name: "exec_command", arguments: { cmd: "pwd" } },
    ]);
    const turns: Turn[] = [
      { role: "system", text: "Be terse." },
      { role: "system", text: "Work in /repo." },
      {
        role: "user",
        parts: [
          { type: "text", text: "List." },
          { type: "image", url: PNG },
        ],
      },
    ];
    const base = requestOf({ model, tools: [EXEC], temperature: 0.3, effort: "medium", turns });
    const first = await ask(server, vendor, base);
    expect(first.failure).toBeUndefined();
    const step = turnOf(first.events, vendor, model);
    expect(step.calls).toMatchObject([{ arguments: '{"cmd":"ls"}' }, { arguments: '{"cmd":"pwd"}' }]);
    expect(step.text).toBe("Looking.");
    const results: Turn = {
      role: "results",
      results: step.calls.map(({ id, name }) => ({ id, name, parts: [{ type: "image", url: PNG }] })),
    };
    const lost: Turn[] = [
      { ...step, reasoning: [], calls: [{ id: "z", name: "exec_command", arguments: "{}" }] },
    ];
    const done: Turn = {
      role: "results",
      results: [{ id: "z", name: "exec_command", parts: [{ type: "text", text: "" }] }],
    };
    const second = await ask(server, vendor, {
      ...base,
      turns: [...turns, step, results, { role: "system", text: "Hurry." }, ...lost, done],
    });
    expect(second.failure).toBeUndefined();
    expect(second.events.at(-1)).toEqual({ type: "end", reason: "completed" });
    expect(second.events.some(({ type }) => type === "usage")).toBe(true);
  });

  it.each<[string, Partial<TranslatedRequest>]>([
    ["a required tool", { tools: [EXEC], toolChoice: "required" }],
    ["a named tool", { tools: [EXEC], toolChoice: { name: "exec_command" } }],
    ["no tool", { tools: [EXEC], toolChoice: "none", effort: "none" }],
    ["JSON", { outputFormat: { type: "json_object" } }],
    ["a schema", { outputFormat: { type: "json_schema", name: "a", schema: { type: "object" } } }],
    ["every setting", { temperature: 0.2, topP: 0.5, maxOutputTokens: 100, verbosity: "low", cacheKey: "k" }],
    ["the highest effort", { effort: "max", parallelCalls: false, tools: [EXEC] }],
    ["web search", { webSearch: {} }],
  ])("accepts a request for %s", async (_what, fields) => {
    const server = await start(profile);
    expect((await ask(server, vendor, requestOf({ model, ...fields }))).failure).toBeUndefined();
  });

  it("is understood when the prompt is too long", async () => {
    const server = await start(profile, 9000);
    const long = "word ".repeat(20_000);
    const request = requestOf({
      model,
      outputReserve: 100,
      turns: [{ role: "user", parts: [{ type: "text", text: long }] }],
    });
    const { failure } = await ask(server, vendor, request);
    // Ollama cuts it without a word.
    if (profile === "ollama") expect(failure).toBeUndefined();
    else expect(failure).toMatchObject({ code: "context_length_exceeded" });
    if (failure?.window !== undefined) expect(failure.window).toBe(9000);
  });
});
