import { type Content, GoogleGenAI, type Part } from "@google/genai";
import { afterEach, describe, expect, it } from "vitest";
import type { ScriptedUpstream } from "../start-upstream.js";
import { type ScriptedGeminiOptions, startScriptedGemini } from "./start-scripted-gemini.js";

let server: ScriptedUpstream | undefined;
afterEach(() => server?.close());

async function start(options: ScriptedGeminiOptions = {}): Promise<{
  server: ScriptedUpstream;
  client: GoogleGenAI;
}> {
  server = await startScriptedGemini(options);
  const client = new GoogleGenAI({
    apiKey: "any",
    httpOptions: { baseUrl: server.origin, retryOptions: { attempts: 1 } },
  });
  return { server, client };
}

const MODEL = "gemini-3-flash-preview";
const user = (text: string): Content => ({ role: "user", parts: [{ text }] });
const declared = [{ functionDeclarations: [{ name: "ls", parametersJsonSchema: { type: "object" } }] }];

async function collect(client: GoogleGenAI, contents: Content[], tools = declared): Promise<Part[]> {
  const stream = await client.models.generateContentStream({ model: MODEL, contents, config: { tools } });
  const parts: Part[] = [];
  for await (const chunk of stream) parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
  return parts;
}

/** What the server says to a body; undefined if it takes it. */
async function refusalOf(body: object, model = MODEL): Promise<string | undefined> {
  const { server } = await start();
  const response = await fetch(`${server.origin}/v1beta/models/${model}:generateContent`, {
    method: "POST",
    headers: { "x-goog-api-key": "any" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { error?: { message: string } };
  await server.close();
  return answer.error?.message;
}

describe("the scripted Gemini server, asked by the official client", () => {
  it("streams thoughts, text and parallel calls, and takes back what it gave", async () => {
    const { server, client } = await start();
    server.reply(
      [
        { type: "thinking", text: "First the files." },
        "Let me look at everything in this folder.",
        { type: "call", name: "ls", arguments: { path: "a" } },
        { type: "call", name: "ls" },
      ],
      [{ type: "thinking", text: "Done." }, "Two files."],
    );
    const parts = await collect(client, [user("Hi")]);
    expect(parts.filter(({ thought }) => thought).map(({ text }) => text)).toEqual(["First the files."]);
    const calls = parts.filter(({ functionCall }) => functionCall);
    expect(calls.map(({ thoughtSignature }) => thoughtSignature !== undefined)).toEqual([true, false]);
    const answered: Content[] = [
      user("Hi"),
      { role: "model", parts: calls },
      {
        role: "user",
        parts: calls.map(({ functionCall }) => ({
          functionResponse: { id: functionCall?.id ?? "", name: "ls", response: { output: "x" } },
        })),
      },
    ];
    const last = await collect(client, answered);
    expect(last.at(-1)).toMatchObject({ text: "", thoughtSignature: expect.any(String) });
    expect(server.accepted).toHaveLength(2);
  });

  it("answers at once, with usage and sources", async () => {
    const { server, client } = await start();
    const sources = [{ url: "https://a.example", title: "A" }];
    server.reply([{ type: "search", query: "tides", sources }]);
    const answer = await client.models.generateContent({
      model: MODEL,
      contents: "Hi",
      config: { tools: [{ googleSearch: {} }] },
    });
    expect(answer.candidates?.[0]?.groundingMetadata?.webSearchQueries).toEqual(["tides"]);
    expect(answer.usageMetadata?.promptTokenCount).toBeGreaterThan(0);
  });

  it("counts, and refuses what is longer than the window", async () => {
    const { client } = await start({ contextWindow: 1000 });
    const contents = "sea ".repeat(1200);
    const { totalTokens } = await client.models.countTokens({ model: MODEL, contents });
    await expect(client.models.generateContent({ model: MODEL, contents })).rejects.toThrow(
      `The input token count (${totalTokens}) exceeds the maximum number of tokens allowed (1000).`,
    );
  });

  it("asks for a key and a model that exists", async () => {
    const { server, client } = await start({ apiKey: "right" });
    await expect(client.models.generateContent({ model: MODEL, contents: "Hi" })).rejects.toThrow(
      "API_KEY_INVALID",
    );
    const unknown = await fetch(`${server.origin}/v1beta/models/gemini-9:generateContent`, {
      method: "POST",
      headers: { "x-goog-api-key": "right" },
      body: "{}",
    });
    expect(unknown.status).toBe(404);
    const bare = await fetch(`${server.origin}/v1beta/models/${MODEL}:generateContent`, { method: "POST" });
    expect(bare.status).toBe(403);
  });

  it.each([400, 404, 429, 500, 503])("fails with %i on demand, and goes on", async (status) => {
    const { server, client } = await start();
    server.fault({ kind: "status", status, details: [{ retryDelay: "2s" }] });
    await expect(client.models.generateContent({ model: MODEL, contents: "Hi" })).rejects.toMatchObject({
      status,
    });
    await expect(client.models.generateContent({ model: MODEL, contents: "Hi" })).resolves.toMatchObject({
      text: "Understood.",
    });
  });

  it("cuts streams and fails inside them", async () => {
    const { server, client } = await start({ respond: () => ["A text of some length, in several pieces."] });
    server.fault({ kind: "cut", afterEvents: 1 });
    await expect(collect(client, [user("Hi")])).rejects.toThrow();
    server.fault({ kind: "error_event", status: 503, message: "The model is overloaded." });
    await expect(collect(client, [user("Hi")])).rejects.toThrow("The model is overloaded.");
  });
});

describe("the scripted Gemini server", () => {
  const SENTINEL = "skip_thought_signature_validator";
  const call = (...names: string[]) => ({
    role: "model",
    parts: names.map((name, index) => ({
      functionCall: { name, args: {} },
      ...(index === 0 ? { thoughtSignature: SENTINEL } : {}),
    })) as object[],
  });
  const response = (...names: string[]) => ({
    role: "user",
    parts: names.map((name) => ({ functionResponse: { name, response: { output: "x" } } })) as object[],
  });
  const model = { role: "model", parts: [{ text: "x" }] };
  const list = (...contents: object[]) => ({ contents: [user("Hi"), ...contents], tools: declared });
  const unsigned = { role: "model", parts: [{ functionCall: { name: "ls", args: {} } }] };
  const thinking = (thinkingConfig: object) => ({ ...list(), generationConfig: { thinkingConfig } });

  it("takes what the API takes", async () => {
    expect(await refusalOf(list())).toBeUndefined();
    expect(await refusalOf(list(call("ls", "ls"), response("ls", "ls"), user("go on")))).toBeUndefined();
    expect(await refusalOf(list(unsigned, response("ls"), model, user("a new turn")))).toBeUndefined();
    expect(await refusalOf(list(unsigned, response("ls")), "gemini-2.5-pro")).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ["no contents", {}, "contents is not specified"],
    [
      "an unknown role",
      list({ role: "assistant", parts: [{ text: "x" }] }),
      "Please use a valid role: user, model.",
    ],
    ["no parts", list({ role: "user", parts: [] }), "contents.parts must not be empty"],
    [
      "an empty part",
      list({ role: "user", parts: [{}] }),
      "required oneof field 'data' must have one initialized field",
    ],
    ["a model that ends", list(model), "end with a user role or a function response"],
    [
      "a call behind the model",
      list(model, call("ls"), response("ls")),
      "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    ],
    [
      "a response without its call",
      list(response("ls")),
      "Please ensure that function response turn comes immediately after a function call turn.",
    ],
    [
      "a response that comes late",
      list(call("ls"), user("x"), response("ls")),
      "Please ensure that the number of function response parts is equal to the number of function call parts",
    ],
    [
      "a response too few",
      list(call("ls", "ls"), response("ls")),
      "Please ensure that the number of function response parts is equal to the number of function call parts",
    ],
    ["a response of another function", list(call("ls"), response("cat")), "does not match any function call"],
    ["a response without a name", list(call("ls"), response("")), "Name cannot be empty"],
    [
      "a response that is no object",
      list(call("ls"), { role: "user", parts: [{ functionResponse: { name: "ls", response: "x" } }] }),
      "google.protobuf.Struct",
    ],
    [
      "a call without a signature",
      list(unsigned, response("ls")),
      "Function call is missing a thought_signature in functionCall parts.",
    ],
    [
      "a foreign signature",
      list({ role: "model", parts: [{ ...unsigned.parts[0], thoughtSignature: "QUJD" }] }, response("ls")),
      "Corrupted thought signature.",
    ],
    [
      "search beside functions",
      { ...list(), tools: [...declared, { googleSearch: {} }] },
      "Built-in tools ({google_search}) and Function Calling cannot be combined",
    ],
    [
      "two functions of a name",
      { ...list(), tools: [...declared, ...declared] },
      "Duplicate function declaration found",
    ],
    [
      "a wrong name of a function",
      { ...list(), tools: [{ functionDeclarations: [{ name: "1 x" }] }] },
      "Invalid function name. Must start with a letter or an underscore.",
    ],
    [
      "a choice without functions",
      { contents: [user("Hi")], toolConfig: { functionCallingConfig: { mode: "ANY" } } },
      "Function calling config is set without function_declarations.",
    ],
    [
      "a choice among functions that is none",
      { ...list(), toolConfig: { functionCallingConfig: { mode: "AUTO", allowedFunctionNames: ["ls"] } } },
      "should be set only when function_calling_config.mode is ANY",
    ],
    [
      "two ways of thinking",
      thinking({ thinkingLevel: "LOW", thinkingBudget: 5 }),
      "only one of thinking budget and thinking level",
    ],
    [
      "an unknown picture",
      list({ role: "user", parts: [{ inlineData: { mimeType: "image/gif", data: "AAAA" } }] }),
      "Unsupported MIME type: image/gif",
    ],
  ])("refuses %s", async (_, body, message) => {
    expect(await refusalOf(body)).toContain(message);
  });

  it.each<[string, string, object, string]>([
    [
      "JSON beside functions",
      "gemini-2.5-pro",
      { ...list(), generationConfig: { responseMimeType: "application/json" } },
      "Function calling with a response mime type: 'application/json' is unsupported",
    ],
    [
      "JSON beside search",
      "gemini-2.5-pro",
      {
        ...list(),
        tools: [{ googleSearch: {} }],
        generationConfig: { responseMimeType: "application/json" },
      },
      "Tool use with a response mime type: 'application/json' is unsupported",
    ],
    [
      "no thinking where it must be",
      "gemini-2.5-pro",
      thinking({ thinkingBudget: 0 }),
      "The thinking budget 0 is invalid.",
    ],
    [
      "a level on older models",
      "gemini-2.5-flash",
      thinking({ thinkingLevel: "LOW" }),
      "Thinking level is not supported for this model.",
    ],
    [
      "an unknown level",
      "gemini-3-pro-preview",
      thinking({ thinkingLevel: "MEDIUM" }),
      "Thinking level MEDIUM is not supported",
    ],
  ])("refuses %s, of %s", async (...[, name, body, message]) => {
    expect(await refusalOf(body, name)).toContain(message);
  });
});
