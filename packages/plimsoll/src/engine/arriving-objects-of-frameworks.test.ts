import { describe, expect, it } from "vitest";
import { itemId } from "../conversation/item-id.js";
import { FORMATS } from "../formats/registry.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { CompactManager } from "./compact-manager.js";

const ROWS = Array.from({ length: 1_500 }, (_, id) => ({
  id,
  ship: `ship ${id}`,
  state: id === 700 ? "sunk" : "moored",
}));
const DATA = { port: "Bristol", rows: ROWS };
const LOG = ROWS.map(({ id }) => `berth ${id} was inspected and is in order`).join("\n");
const FOUND = ROWS.slice(0, 40).map(({ id }) => ({
  file_id: `file-${id}`,
  filename: `logbook-${id}.md`,
  text: `Entry ${id}. ${"The tide was high and the wind was fair that day. ".repeat(20)}`,
}));

interface Shape {
  readonly format: keyof typeof FORMATS;
  readonly items: readonly object[];
}

const aiSdkCall = {
  role: "assistant",
  content: [{ type: "tool-call", toolCallId: "c1", toolName: "ships", input: {} }],
};
const aiSdkResult = (output: object): object => ({
  role: "tool",
  content: [{ type: "tool-result", toolCallId: "c1", toolName: "ships", ...output }],
});
const langchainCall = { type: "ai", content: "", tool_calls: [{ id: "c1", name: "ships", args: {} }] };
const langchainResult = (content: unknown): object => ({
  type: "tool",
  content,
  tool_call_id: "c1",
  name: "ships",
});
const geminiCall = { role: "model", parts: [{ functionCall: { id: "c1", name: "ships", args: {} } }] };
const geminiResult = (response: object): object => ({
  role: "user",
  parts: [{ functionResponse: { id: "c1", name: "ships", response } }],
});
const anthropicCall = {
  role: "assistant",
  content: [{ type: "tool_use", id: "c1", name: "ships", input: {} }],
};
const anthropicResult = (content: unknown): object => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: "c1", content }],
});
const agentsCall = {
  type: "function_call",
  callId: "c1",
  name: "ships",
  arguments: "{}",
  status: "completed",
};
const hosted = (providerData: Readonly<Record<string, unknown>>, output?: unknown): object => ({
  type: "hosted_tool_call",
  id: "h1",
  name: providerData["type"],
  status: "completed",
  ...(output === undefined ? {} : { output }),
  providerData: { id: "h1", ...providerData },
});

const SHAPES: Readonly<Record<string, Shape>> = {
  "AI SDK: json": {
    format: "ai-sdk",
    items: [aiSdkCall, aiSdkResult({ output: { type: "json", value: DATA } })],
  },
  "AI SDK: an error as json": {
    format: "ai-sdk",
    items: [aiSdkCall, aiSdkResult({ output: { type: "error-json", value: DATA } })],
  },
  "AI SDK: content": {
    format: "ai-sdk",
    items: [aiSdkCall, aiSdkResult({ output: { type: "content", value: [{ type: "text", text: LOG }] } })],
  },
  "AI SDK: an object as result": { format: "ai-sdk", items: [aiSdkCall, aiSdkResult({ result: DATA })] },
  "LangChain: a text": { format: "langchain", items: [langchainCall, langchainResult(JSON.stringify(DATA))] },
  "LangChain: blocks": {
    format: "langchain",
    items: [langchainCall, langchainResult([{ type: "text", text: LOG }])],
  },
  "LangChain: objects": { format: "langchain", items: [langchainCall, langchainResult(ROWS)] },
  "LangChain: an object": { format: "langchain", items: [langchainCall, langchainResult(DATA)] },
  "Gemini: an object": { format: "gemini", items: [geminiCall, geminiResult(DATA)] },
  "Gemini: an object below output": { format: "gemini", items: [geminiCall, geminiResult({ output: DATA })] },
  "Anthropic: a text": { format: "anthropic", items: [anthropicCall, anthropicResult(JSON.stringify(DATA))] },
  "Anthropic: objects": { format: "anthropic", items: [anthropicCall, anthropicResult(ROWS)] },
  "Anthropic: an object": { format: "anthropic", items: [anthropicCall, anthropicResult(DATA)] },
  "Agents: an object": {
    format: "agents",
    items: [
      agentsCall,
      { type: "function_call_result", callId: "c1", name: "ships", status: "completed", output: DATA },
    ],
  },
  "Agents: MCP": {
    format: "agents",
    items: [hosted({ type: "mcp_call", server_label: "port", name: "berths", arguments: "{}" }, LOG)],
  },
  "Agents: MCP, an object": {
    format: "agents",
    items: [hosted({ type: "mcp_call", server_label: "port", name: "berths", arguments: "{}" }, DATA)],
  },
  "Agents: a code interpreter": {
    format: "agents",
    items: [
      hosted({
        type: "code_interpreter_call",
        code: "print(log)",
        container_id: "cntr_1",
        outputs: [{ type: "logs", logs: LOG }],
      }),
    ],
  },
  "Agents: a file search": {
    format: "agents",
    items: [hosted({ type: "file_search_call", queries: ["tide"], results: FOUND })],
  },
};

describe.each(Object.entries(SHAPES))("%s", (_, { format, items }) => {
  it("is bounded on arrival and read back whole", async () => {
    const wire = FORMATS[format];
    const manager = new CompactManager({
      model: "gpt-5",
      maxContextTokens: 200_000,
      estimator: characterEstimator,
      format: wire,
      policy: { toolOutputMaxTokens: 1_000 },
    });
    const [ask, again] = ["Look at the ships.", "And now?"].map((text) => wire.message("user", text));
    const done = wire.message("assistant", "Done.");
    const all = [ask, ...items, done, again].map((item) => item as object);
    const { items: window } = await manager.preflight("s", all);
    expect(window).toHaveLength(all.length);
    const bounded = window[items.length] as object;
    expect(JSON.stringify(bounded).length).toBeLessThan(12_000);
    const large = items.at(-1) as object;
    const text = wire.view(bounded as never).results[0]?.text ?? "";
    const reference = /full output: ((?:art|item)_[0-9a-f]{32})\]/.exec(text)?.[1] ?? "";
    const whole = wire.view(large as never).results[0]?.text ?? "";
    expect(whole.length).toBeGreaterThan(40_000);
    const recall = await manager.recall("s");
    const read = await recall.read(reference, { range: [0, 2_000] });
    expect(whole.startsWith(read.text)).toBe(true);
    expect(await manager.readArchived("s", itemId(large))).toEqual(large);
  });
});
