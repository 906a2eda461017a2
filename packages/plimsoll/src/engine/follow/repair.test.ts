import { describe, expect, it } from "vitest";
import { pairItems } from "../../conversation/pairing.js";
import { repairItems } from "./repair.js";
import { buildBlocks } from "../../conversation/build-blocks.js";
import { findFormat } from "../../formats/registry.js";
import type { Format } from "../../formats/format.js";

const user = { role: "user", content: "go on" };
const asked = { type: "message", role: "user", content: [{ type: "input_text", text: "go on" }] };

interface Exchange {
  readonly format: string;
  readonly items: readonly object[];
  /** Positions that have to travel together. */
  readonly together: readonly (readonly number[])[];
}

/** Exchanges that a provider takes, in the ways in which it pairs them. */
const EXCHANGES: Readonly<Record<string, Exchange>> = {
  "a response of Gemini's without the id of its call": {
    format: "gemini",
    items: [
      { role: "user", parts: [{ text: "go on" }] },
      {
        role: "model",
        parts: [
          { functionCall: { id: "c1", name: "f", args: {} } },
          { functionCall: { id: "c2", name: "f", args: {} } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "f", response: { output: "1" } } },
          { functionResponse: { name: "f", response: { output: "2" } } },
        ],
      },
      { role: "user", parts: [{ text: "go on" }] },
    ],
    together: [[1, 2]],
  },
  "a response of Gemini's with an id that its call has not": {
    format: "gemini",
    items: [
      { role: "user", parts: [{ text: "go on" }] },
      { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { id: "c1", name: "f", response: { output: "1" } } }] },
      { role: "user", parts: [{ text: "go on" }] },
    ],
    together: [[1, 2]],
  },
  "the output of a local shell by the id of its item": {
    format: "responses",
    items: [
      { type: "local_shell_call", id: "ls_1", call_id: "call_1", action: { type: "exec", command: ["ls"] } },
      { type: "local_shell_call_output", id: "ls_1", output: "a" },
      asked,
    ],
    together: [[0, 1]],
  },
  "the output of a local shell by the id of its call": {
    format: "responses",
    items: [
      { type: "local_shell_call", id: "ls_1", call_id: "call_1", action: { type: "exec", command: ["ls"] } },
      { type: "local_shell_call_output", id: "call_1", output: "a" },
      asked,
    ],
    together: [[0, 1]],
  },
  "an output whose call is a reference": {
    format: "responses",
    items: [
      asked,
      { type: "item_reference", id: "fc_1" },
      { type: "function_call_output", call_id: "call_1", output: "1" },
      asked,
    ],
    together: [[1, 2]],
  },
  "outputs that go on from a response of the server's": {
    format: "responses",
    items: [{ type: "function_call_output", call_id: "call_1", output: "1" }, asked],
    together: [],
  },
  "an approval of a remote tool": {
    format: "responses",
    items: [
      asked,
      { type: "mcp_approval_request", id: "mcpr_1", name: "f", server_label: "s", arguments: "{}" },
      { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true },
      asked,
    ],
    together: [[1, 2]],
  },
  "an approval that was never given": {
    format: "responses",
    items: [asked, { type: "mcp_approval_request", id: "mcpr_1", name: "f", arguments: "{}" }, asked],
    together: [],
  },
  "a program with the calls that it makes": {
    format: "responses",
    items: [
      { type: "program", id: "p", call_id: "p1", code: "f()" },
      {
        type: "function_call",
        call_id: "c",
        name: "f",
        arguments: "{}",
        caller: { type: "program", caller_id: "p1" },
      },
      { type: "function_call_output", call_id: "c", output: "1" },
      { type: "program_output", call_id: "p1", result: "1", status: "completed" },
      asked,
    ],
    together: [[0, 1, 2, 3]],
  },
  "a screenshot of a computer": {
    format: "responses",
    items: [
      { type: "computer_call", id: "cu_1", call_id: "c", action: { type: "screenshot" } },
      {
        type: "computer_call_output",
        call_id: "c",
        output: { type: "computer_screenshot", image_url: "data:," },
      },
      asked,
    ],
    together: [[0, 1]],
  },
  "a tool of Anthropic's own in one message": {
    format: "anthropic",
    items: [
      user,
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "x" } },
          { type: "web_search_tool_result", tool_use_id: "srv_1", content: [] },
          { type: "text", text: "found" },
        ],
      },
      user,
    ],
    together: [],
  },
  "a tool of Anthropic's own whose turn was paused": {
    format: "anthropic",
    items: [
      user,
      {
        role: "assistant",
        content: [{ type: "server_tool_use", id: "srv_1", name: "code_execution", input: { code: "1" } }],
      },
      {
        role: "assistant",
        content: [{ type: "code_execution_tool_result", tool_use_id: "srv_1", content: { stdout: "1" } }],
      },
      user,
    ],
    together: [[1, 2]],
  },
  "a call that the AI SDK's provider carried out, answered later": {
    format: "ai-sdk",
    items: [
      user,
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "a", toolName: "s", input: {}, providerExecuted: true }],
      },
      {
        role: "assistant",
        content: [
          { type: "tool-result", toolCallId: "a", toolName: "s", output: { type: "text", value: "1" } },
        ],
      },
      user,
    ],
    together: [[1, 2]],
  },
  "an approval of the AI SDK's": {
    format: "ai-sdk",
    items: [
      user,
      {
        role: "assistant",
        content: [
          { type: "tool-call", toolCallId: "a", toolName: "f", input: {} },
          { type: "tool-approval-request", approvalId: "r", toolCallId: "a" },
        ],
      },
      { role: "tool", content: [{ type: "tool-approval-response", approvalId: "r", approved: false }] },
      user,
    ],
    together: [[1, 2]],
  },
  "an answer to a call that LangChain could not parse": {
    format: "langchain",
    items: [
      { type: "human", content: "go on" },
      {
        type: "ai",
        content: "",
        invalid_tool_calls: [{ id: "a", name: "f", args: "{", error: "no JSON", type: "invalid_tool_call" }],
      },
      { type: "tool", tool_call_id: "a", content: "The arguments are no JSON.", status: "error" },
      { type: "human", content: "go on" },
    ],
    together: [[1, 2]],
  },
  "an approval of a hosted tool of the Agents SDK": {
    format: "agents",
    items: [
      { type: "message", role: "user", content: "go on" },
      {
        type: "hosted_tool_call",
        name: "mcp_approval_request",
        providerData: { type: "mcp_approval_request", id: "r" },
      },
      {
        type: "hosted_tool_call",
        name: "mcp_approval_response",
        providerData: { type: "mcp_approval_response", approval_request_id: "r", approve: true },
      },
      { type: "message", role: "user", content: "go on" },
    ],
    together: [[1, 2]],
  },
  "an approval in a Realtime conversation": {
    format: "realtime",
    items: [
      { type: "mcp_approval_request", id: "r", name: "f", server_label: "s", arguments: "{}" },
      { type: "mcp_approval_response", approval_request_id: "r", approve: true },
    ],
    together: [[0, 1]],
  },
  "a result beside an item that nobody knows": {
    format: "responses",
    items: [
      asked,
      { type: "new_kind_of_call", call_id: "x" },
      { type: "function_call_output", call_id: "x", output: "1" },
      asked,
    ],
    together: [[1, 2]],
  },
};

describe("repairItems", () => {
  it.each(Object.entries(EXCHANGES))(
    "leaves %s as it is, in one block",
    (_, { format: name, items, together }) => {
      const format = findFormat(name) as Format;
      const views = items.map((item) => format.view(item));
      const repair = repairItems(items, views, format);
      expect(repair.items).toEqual(items);
      expect(repair.items.every((item, index) => item === items[index])).toBe(true);
      const blocks = buildBlocks(views, pairItems(views)).map(({ indexes }) => indexes);
      for (const wanted of together) expect(blocks).toContainEqual(wanted);
    },
  );
});

interface Mixed {
  readonly items: readonly object[];
  /** What has to be left of the item that is broken, at its position. */
  readonly at: number;
  readonly rest: object;
}

const photo = {
  anthropic: { type: "image", source: { type: "base64", media_type: "image/png", data: "aaaa" } },
  gemini: { inlineData: { mimeType: "image/png", data: "aaaa" } },
};
const told = { type: "text", text: "Stop. Use the other file." };
const use = (id: string) => ({ type: "tool_use", id, name: "f", input: {} });
const answer = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "1" });
const chatCall = (id: string) => ({ id, type: "function", function: { name: "f", arguments: "{}" } });
const part = (type: string, toolCallId: string, more: object) => ({
  type,
  toolCallId,
  toolName: "f",
  ...more,
});

/** Items that say something beside a call or a result that a provider would refuse. */
const MIXED: Readonly<Record<string, Mixed & { readonly format: string }>> = {
  "an orphan beside the user's words and image (Anthropic)": {
    format: "anthropic",
    items: [user, { role: "user", content: [answer("x"), told, photo.anthropic] }],
    at: 1,
    rest: { role: "user", content: [told, photo.anthropic] },
  },
  "an orphan beside an answer (Anthropic)": {
    format: "anthropic",
    items: [
      user,
      { role: "assistant", content: [use("a")] },
      { role: "user", content: [answer("x"), answer("a"), answer("a"), told] },
    ],
    at: 2,
    rest: { role: "user", content: [answer("a"), told] },
  },
  "a doubled call beside words (Anthropic)": {
    format: "anthropic",
    items: [
      user,
      { role: "assistant", content: [told, use("a"), use("a")] },
      { role: "user", content: [answer("a")] },
    ],
    at: 1,
    rest: { role: "assistant", content: [told, use("a")] },
  },
  "an orphan beside the user's words and image (Gemini)": {
    format: "gemini",
    items: [
      { role: "user", parts: [{ text: "go on" }] },
      {
        role: "user",
        parts: [{ functionResponse: { name: "f", response: {} } }, { text: told.text }, photo.gemini],
      },
    ],
    at: 1,
    rest: { role: "user", parts: [{ text: told.text }, photo.gemini] },
  },
  "a doubled call beside words (Chat Completions)": {
    format: "chat",
    items: [
      user,
      { role: "assistant", content: told.text, tool_calls: [chatCall("a"), chatCall("a"), chatCall("b")] },
      { role: "tool", tool_call_id: "a", content: "1" },
      { role: "tool", tool_call_id: "b", content: "2" },
    ],
    at: 1,
    rest: { role: "assistant", content: told.text, tool_calls: [chatCall("a"), chatCall("b")] },
  },
  "an orphan beside an answer (AI SDK)": {
    format: "ai-sdk",
    items: [
      user,
      { role: "assistant", content: [part("tool-call", "a", { input: {} })] },
      {
        role: "tool",
        content: ["x", "a"].map((id) => part("tool-result", id, { output: { type: "text", value: "1" } })),
      },
    ],
    at: 2,
    rest: { role: "tool", content: [part("tool-result", "a", { output: { type: "text", value: "1" } })] },
  },
  "a line of Claude Code's with an orphan beside the user's words": {
    format: "claude-code",
    items: [
      { type: "user", uuid: "1", message: user },
      { type: "user", uuid: "2", message: { role: "user", content: [answer("x"), told] } },
    ],
    at: 1,
    rest: { type: "user", uuid: "2", message: { role: "user", content: [told] } },
  },
};

describe("an item that says more than what is refused of it", () => {
  it.each(Object.keys(MIXED))("keeps the rest: %s", (name) => {
    const { format: formatName, items, at, rest } = MIXED[name] as Mixed & { format: string };
    const format = findFormat(formatName) as Format;
    const views = items.map((item) => format.view(item));
    const repair = repairItems(items, views, format);
    expect(repair.setAside).toEqual([]);
    expect(repair.trimmed).toEqual([at]);
    expect(repair.items).toEqual(items.with(at, rest));
    expect(repairItems(items, views, format).items[at]).toBe(repair.items[at]);
    const after = pairItems(repair.items.map((item) => format.view(item)));
    expect(after).toMatchObject({ orphanResults: [], duplicateCalls: [], missingResults: [] });
  });

  it("keeps its text in a format that cannot part it from the rest", () => {
    const { withoutParts: _, ...custom } = findFormat("anthropic") as Format;
    const items = [user, { role: "user", content: [answer("x"), told] }];
    const { items: repaired } = repairItems(items, items.map(custom.view), custom);
    expect(repaired).toEqual([user, { role: "user", content: told.text }]);
  });

  it("lets reasoning go with the only call that came out of it", () => {
    const format = findFormat("responses") as Format;
    const reasoning = { type: "reasoning", id: "rs_1", summary: [] };
    const call = { type: "function_call", call_id: "a", name: "f", arguments: "{}" };
    const items = [asked, call, reasoning, call, { type: "function_call_output", call_id: "a", output: "1" }];
    const { items: repaired } = repairItems(items, items.map(format.view), format);
    expect(repaired).toEqual([asked, call, items[4]]);
  });
});
