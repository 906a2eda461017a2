import { describe, expect, it } from "vitest";
import { readCallHints } from "./call-hints.js";

const call = (name: string, args: unknown) => ({
  callId: "c",
  name,
  arguments: typeof args === "string" ? args : JSON.stringify(args),
});

describe("readCallHints", () => {
  it("reads the pattern of a search tool and of a shell command", () => {
    expect(readCallHints(call("Grep", { pattern: "needle", path: "src" }))).toMatchObject({
      literals: ["needle"],
      isSearch: true,
      path: "src",
    });
    const shell = readCallHints(call("shell", { command: ["bash", "-lc", "grep -n 'x y' f"] }));
    expect(shell).toMatchObject({ command: "grep -n 'x y' f", literals: ["x y"], isSearch: true });
  });

  it("reads where a part of a file starts", () => {
    expect(readCallHints(call("read_file", { path: "a.ts", offset: 40 })).firstLine).toBe(40);
    expect(readCallHints(call("view", { path: "a.ts", view_range: [7, 9] })).firstLine).toBe(7);
    expect(readCallHints(call("shell", { cmd: "sed -n '12,80p' a.ts" })).firstLine).toBe(12);
  });

  it("takes arguments that are no JSON as the input of the tool", () => {
    expect(readCallHints(call("shell", "grep foo bar")).literals).toEqual(["foo"]);
  });

  it("knows nothing without a call and survives hostile arguments", () => {
    expect(readCallHints(undefined).command).toBe("");
    expect(readCallHints(call("x", "[".repeat(50_000))).literals).toEqual([]);
    expect(readCallHints(call("x", "null")).path).toBe("");
  });
});
