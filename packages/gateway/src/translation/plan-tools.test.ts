import { describe, expect, it } from "vitest";
import { flatName } from "./flat-name.js";
import { planTools } from "./plan-tools.js";
import { translateRequest } from "./translate-request.js";

const context = { model: "m", outputReserve: 1000, webSearch: false, openReasoning: () => undefined };

describe("the plan of tools", () => {
  it("flattens namespaces and finds the way back", () => {
    const { tools, origins } = planTools(
      [
        { type: "function", name: "run", description: "Runs.", parameters: { type: "object" } },
        { type: "namespace", name: "mcp__files", tools: [{ type: "function", name: "read" }] },
        {
          type: "custom",
          name: "apply_patch",
          description: "Edits.",
          format: { type: "grammar", syntax: "lark", definition: "start: x" },
        },
        {
          type: "tool_search",
          execution: "client",
          parameters: { type: "object", properties: { query: {} } },
        },
        { type: "local_shell" },
        { type: "web_search", filters: { allowed_domains: ["example.org"] } },
        { type: "image_generation" },
      ],
      [],
    );
    expect(tools.map(({ name }) => name)).toEqual([
      "run",
      "mcp__files__read",
      "apply_patch",
      "tool_search",
      "local_shell",
    ]);
    expect(origins.get("mcp__files__read")).toEqual({
      kind: "function",
      name: "read",
      namespace: "mcp__files",
    });
    expect(tools[2]?.description).toContain("start: x");
    expect(tools.every(({ parameters }) => parameters["type"] === "object" && parameters["properties"])).toBe(
      true,
    );
  });

  it("adds the tools that come as items and those that a search found", () => {
    const { tools } = planTools(undefined, [
      { type: "additional_tools", tools: [{ type: "custom", name: "exec" }] },
      { type: "tool_search_output", call_id: "c", tools: [{ type: "function", name: "found" }] },
    ]);
    expect(tools.map(({ name }) => name)).toEqual(["exec", "found"]);
  });

  it("names tools so that every upstream accepts them, each by a name of its own", () => {
    const names = ["a.b", "a/b", "a_b", "9lives", "x".repeat(80), `${"x".repeat(80)}y`, "größe"].map((name) =>
      flatName(name),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
  });

  it("keeps only the allowed tools, and forces one only if it is there", () => {
    const body = {
      tools: [
        { type: "function", name: "a" },
        { type: "function", name: "b" },
      ],
    };
    const choose = (tool_choice: unknown) => translateRequest({ ...body, tool_choice }, [], context).request;
    expect(
      choose({ type: "allowed_tools", mode: "required", tools: [{ type: "function", name: "b" }] }),
    ).toMatchObject({
      tools: [{ name: "b" }],
      toolChoice: "required",
    });
    expect(choose({ type: "function", name: "a" }).toolChoice).toEqual({ name: "a" });
    expect(choose({ type: "function", name: "gone" }).toolChoice).toBe("auto");
    expect(choose("none").toolChoice).toBe("none");
    expect(translateRequest({ tool_choice: "required" }, [], context).request.toolChoice).toBe("auto");
  });

  it("says what the upstream is not told", () => {
    const body = { tools: [{ type: "web_search" }, { type: "computer_use_preview" }] };
    expect(translateRequest(body, [], context).dropped).toEqual(["computer_use_preview", "web_search"]);
    expect(translateRequest(body, [], { ...context, webSearch: true }).request.webSearch).toEqual({});
  });
});
