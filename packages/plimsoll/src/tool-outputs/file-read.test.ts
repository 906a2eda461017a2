import { describe, expect, it } from "vitest";
import { fileRead } from "./file-read.js";

const read = (name: string, args: unknown) =>
  fileRead({ callId: "c", name, arguments: typeof args === "string" ? args : JSON.stringify(args) });
const whole = { kind: "lines", first: 0, last: Number.POSITIVE_INFINITY };

describe("fileRead", () => {
  it.each([
    ["read_file", { path: "./a.ts" }, { path: "a.ts", extent: whole }],
    [
      "Read",
      { file_path: "/r/a.ts", offset: 10, limit: 5 },
      { path: "/r/a.ts", extent: { first: 10, last: 14 } },
    ],
    [
      "readTextFile",
      { filePath: "a.ts", start_line: 3, end_line: 9 },
      { path: "a.ts", extent: { first: 3, last: 9 } },
    ],
    [
      "mcp__fs__view",
      { path: "a.ts", view_range: [3, -1] },
      { path: "a.ts", extent: { first: 3, last: whole.last } },
    ],
    [
      "text_editor",
      { command: "view", path: "a.ts", view_range: [1, 50] },
      { path: "a.ts", extent: { first: 1, last: 50 } },
    ],
    ["get_file_contents", { path: "a.ts", limit: null, encoding: "utf8" }, { path: "a.ts", extent: whole }],
    ["shell", { command: ["bash", "-lc", "cat a.ts"], workdir: "/r" }, { path: "/r/a.ts", extent: whole }],
    [
      "exec",
      { cmd: "sed -n '2,4p' /r/a.ts", timeout_ms: 1000 },
      { path: "/r/a.ts", extent: { first: 2, last: 4 } },
    ],
    ["bash", "cat a.ts", { path: "a.ts", extent: whole }],
  ])("reads what %s with %j shows", (name, args, expected) => {
    expect(read(name, args)).toMatchObject(expected);
  });

  it.each([
    ["write_file", { path: "a.ts", content: "x" }],
    ["edit", { file_path: "a.ts", old_string: "a", new_string: "b" }],
    ["text_editor", { command: "str_replace", path: "a.ts", old_str: "a" }],
    ["text_editor", { command: "create", path: "a.ts" }],
    ["read_file", { path: "a.ts", pattern: "x" }],
    ["read_file", { path: "a.ts", other_path: "b.ts", file: "c.ts" }],
    ["read_file", { path: "a.ts", offset: -5 }],
    ["read_file", { path: "a.ts", start_line: 9, end_line: 3 }],
    ["read_file", { path: "" }],
    ["read_metadata", { path: "a.ts" }],
    ["list_directory", { path: "src" }],
    ["delete_file", { path: "a.ts" }],
    ["get_diagnostics", { path: "a.ts" }],
    ["grep", { pattern: "x", path: "a.ts" }],
    ["view", { url: "https://example.com/a.ts" }],
    ["shell", { command: "npm test" }],
    ["shell", { command: "cat a.ts", args: ["b.ts"] }],
    ["shell", { command: "cat a.ts", stdin: "x" }],
    ["read_file", "[".repeat(3_000)],
    ["read_file", { path: "a.ts", content: "x".repeat(10_000) }],
    ["read_file", "null"],
  ])("does not take %s with %j for a read of one file", (name, args) => {
    expect(read(name, args)).toBeUndefined();
  });

  it("says where a path depends on the folder of a shell, and keeps differing limits apart", () => {
    expect(read("bash", { command: "cat a.ts" })?.relativeToShell).toBe(true);
    expect(read("bash", { command: "cat /a.ts" })?.relativeToShell).toBe(false);
    expect(read("bash", { command: "cat a.ts", cwd: "/r" })?.relativeToShell).toBe(false);
    expect(read("read_file", { path: "a.ts" })?.relativeToShell).toBe(false);
    const dialects = [{}, { max_output_tokens: 100 }, { max_output_tokens: 200 }].map(
      (more) => read("bash", { command: "cat /a.ts", ...more })?.dialect,
    );
    expect(new Set(dialects).size).toBe(3);
  });
});
