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
const providedByAnthropic = (tool: string, content: unknown): object => ({
  role: "assistant",
  content: [
    { type: tool === "mcp" ? "mcp_tool_use" : "server_tool_use", id: "srvtoolu_1", name: tool, input: {} },
    { type: `${tool}_tool_result`, tool_use_id: "srvtoolu_1", content },
    { type: "text", text: "All berths are in order." },
  ],
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
  "Anthropic: a program that the provider ran": {
    format: "anthropic",
    items: [
      providedByAnthropic("bash_code_execution", {
        type: "bash_code_execution_result",
        stdout: LOG,
        stderr: "",
        return_code: 0,
        content: [],
      }),
    ],
  },
  "Anthropic: a page that the provider fetched": {
    format: "anthropic",
    items: [
      providedByAnthropic("web_fetch", {
        type: "web_fetch_result",
        url: "https://port.example/log",
        content: { type: "document", source: { type: "text", media_type: "text/plain", data: LOG } },
      }),
    ],
  },
  "Anthropic: MCP": {
    format: "anthropic",
    items: [providedByAnthropic("mcp", [{ type: "text", text: LOG }])],
  },
  "AI SDK: a program that the provider ran": {
    format: "ai-sdk",
    items: [
      {
        role: "assistant",
        content: [
          {
            type: "tool-call",
            toolCallId: "c1",
            toolName: "code_execution",
            input: {},
            providerExecuted: true,
          },
          {
            type: "tool-result",
            toolCallId: "c1",
            toolName: "code_execution",
            output: {
              type: "json",
              value: { type: "code_execution_result", stdout: LOG, stderr: "", return_code: 0 },
            },
          },
          { type: "text", text: "All berths are in order." },
        ],
      },
    ],
  },
  "Gemini: code that the provider ran": {
    format: "gemini",
    items: [
      {
        role: "model",
        parts: [
          { executableCode: { language: "PYTHON", code: "print(log)" } },
          { codeExecutionResult: { outcome: "OUTCOME_OK", output: LOG } },
          { text: "All berths are in order." },
        ],
      },
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

describe("a result of a tool that the provider ran", () => {
  it("keeps the shape that the provider checks, and encrypted content as it came", () => {
    const searched = providedByAnthropic("web_search", [
      {
        type: "web_search_result",
        url: "https://port.example",
        title: "Port",
        encrypted_content: "EqgfCioIARgB",
      },
    ]);
    expect(FORMATS.anthropic.view(searched as never).results).toEqual([]);
    const ran = SHAPES["Anthropic: a program that the provider ran"]?.items[0] as never;
    const short = FORMATS.anthropic.withResult(ran, "srvtoolu_1", "short");
    expect(short).toMatchObject({
      content: [{}, { content: { type: "bash_code_execution_result", stdout: "short", return_code: 0 } }, {}],
    });
    expect(FORMATS.anthropic.withoutParts?.(ran, { calls: new Set(), results: new Set([0]) })).toEqual({
      role: "assistant",
      content: [{ type: "text", text: "All berths are in order." }],
    });
    const sdk = SHAPES["AI SDK: a program that the provider ran"]?.items[0] as never;
    expect(FORMATS["ai-sdk"].withResults?.(sdk, new Map([[0, "short"]]))).toMatchObject({
      content: [{}, { output: { type: "json", value: { stdout: "short", return_code: 0 } } }, {}],
    });
    expect(FORMATS["ai-sdk"].withoutParts?.(sdk, { calls: new Set(), results: new Set([0]) })).toMatchObject({
      content: [{ type: "text" }],
    });
    const gemini = SHAPES["Gemini: code that the provider ran"]?.items[0] as never;
    expect(FORMATS.gemini.withoutParts?.(gemini, { calls: new Set(), results: new Set([0]) })).toMatchObject({
      parts: [{ text: "All berths are in order." }],
    });
  });
});
