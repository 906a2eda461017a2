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
const LOG = ROWS.map(({ id }) => `berth ${id} was inspected and is in order`).join("\n");
const FOUND = ROWS.slice(0, 40).map(({ id }) => ({
  file_id: `file-${id}`,
  filename: `logbook-${id}.md`,
  score: 0.9,
  text: `Entry ${id}. ${"The tide was high and the wind was fair that day. ".repeat(20)}`,
}));

const call = { type: "function_call", call_id: "call_1", name: "ships", arguments: "{}" };
const failedMcp = (error: unknown): object => ({
  type: "mcp_call",
  id: "mcp_1",
  server_label: "port",
  name: "berths",
  arguments: "{}",
  output: null,
  error,
});
const ITEMS: Readonly<Record<string, readonly object[]>> = {
  "an object of a function": [
    call,
    { type: "function_call_output", call_id: "call_1", output: { rows: ROWS } },
  ],
  "a list of objects of a function": [
    call,
    { type: "function_call_output", call_id: "call_1", output: ROWS },
  ],
  "an MCP call": [
    {
      type: "mcp_call",
      id: "mcp_1",
      server_label: "port",
      name: "berths",
      arguments: "{}",
      output: LOG,
      error: null,
    },
  ],
  "an MCP call that failed": [failedMcp(LOG)],
  "an MCP call that failed with parts": [
    failedMcp({ type: "mcp_tool_execution_error", content: [{ type: "text", text: LOG }] }),
  ],
  "a code interpreter": [
    {
      type: "code_interpreter_call",
      id: "ci_1",
      code: "print(log)",
      container_id: "cntr_1",
      status: "completed",
      outputs: [
        { type: "logs", logs: LOG },
        { type: "image", url: "https://files.example/1.png" },
      ],
    },
  ],
  "a file search": [
    { type: "file_search_call", id: "fs_1", queries: ["tide"], status: "completed", results: FOUND },
  ],
};

function managerWith(): CompactManager {
  return new CompactManager({
    model: "gpt-5",
    maxContextTokens: 200_000,
    estimator: characterEstimator,
    format: FORMATS.responses,
    policy: { toolOutputMaxTokens: 1_000 },
  });
}

const user = { type: "message", role: "user", content: "Look at the ships." };
const done = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] };

describe.each(Object.entries(ITEMS))("the result of %s", (_, items) => {
  const large = items.at(-1) as object;

  it("is bounded on arrival and read back from the archive", async () => {
    const manager = managerWith();
    const window = await manager.preflight("s", [user, ...items, done, user]);
    expect(window.items).toHaveLength(items.length + 3);
    const bounded = window.items[items.length] as object;
    expect(JSON.stringify(bounded).length).toBeLessThan(8_000);
    const [result] = FORMATS.responses.view(bounded).results;
    const reference = /full output: ((?:art|item)_[0-9a-f]{32})\]/.exec(result?.text ?? "")?.[1] ?? "";
    const whole = FORMATS.responses.view(large).results[0]?.text ?? "";
    const recall = await manager.recall("s");
    let read = "";
    while (read.length < whole.length)
      read += (await recall.read(reference, { range: [read.length, whole.length] })).text;
    expect(read).toBe(whole);
    expect(await manager.readArchived("s", itemId(large))).toEqual(large);
  });

  it("keeps every other member of its item", async () => {
    const { items: window } = await managerWith().preflight("s", [user, ...items, done, user]);
    const bounded = window[items.length] as Record<string, unknown>;
    expect(Object.keys(bounded)).toEqual(Object.keys(large));
    for (const [key, value] of Object.entries(large)) {
      const isResult = ["output", "outputs", "results", "error"].includes(key) && value !== null;
      if (!isResult) expect(bounded[key]).toEqual(value);
    }
  });
});

describe("a result of the provider's own tool", () => {
  it("pairs with nothing else, and stays with its reasoning", async () => {
    const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "abc" };
    const { items } = await managerWith().preflight("s", [
      user,
      reasoning,
      ...(ITEMS["an MCP call"] ?? []),
      done,
      user,
    ]);
    expect(items.map((item) => (item as { type: string }).type)).toEqual([
      "message",
      "reasoning",
      "mcp_call",
      "message",
      "message",
    ]);
  });

  it("keeps the files of a search and the images of a program beside the evidence", async () => {
    const search = await managerWith().preflight("s", [user, ...(ITEMS["a file search"] ?? []), user]);
    const { results } = search.items[1] as { results: { filename: string }[] };
    expect(results.map(({ filename }) => filename)).toEqual(FOUND.map(({ filename }) => filename));
    const run = await managerWith().preflight("s", [user, ...(ITEMS["a code interpreter"] ?? []), user]);
    expect((run.items[1] as { outputs: object[] }).outputs[1]).toEqual({
      type: "image",
      url: "https://files.example/1.png",
    });
  });
});

describe("a hosted call of the Agents SDK", () => {
  it("is bounded on arrival", async () => {
    const item = {
      type: "hosted_tool_call",
      id: "mcp_1",
      name: "berths",
      arguments: "{}",
      status: "completed",
      output: LOG,
    };
    const manager = new CompactManager({
      model: "gpt-5",
      maxContextTokens: 200_000,
      estimator: characterEstimator,
      format: FORMATS.agents,
      policy: { toolOutputMaxTokens: 1_000 },
    });
    const { items } = await manager.preflight("s", [
      { role: "user", content: "Look." },
      item,
      { role: "user", content: "And?" },
    ]);
    expect((items[1] as { output: string }).output.length).toBeLessThan(6_000);
    expect(await manager.readArchived("s", itemId(item))).toEqual(item);
  });
});
