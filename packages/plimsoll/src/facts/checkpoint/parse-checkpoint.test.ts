import { describe, expect, it } from "vitest";
import { CompactError } from "../../errors/compact-error.js";
import { mutationsOf } from "../../testing/hostile-values.js";
import { script } from "../ledgers/ledger-test-support.js";
import { parseCheckpoint } from "./parse-checkpoint.js";

const checkpoint = script()
  .user("Never push to main. It is done when all tests pass. See https://example.org/a.")
  .tool("plan", { steps: [{ step: "ship", status: "pending" }] }, "ok")
  .tool(
    "bash",
    { command: "mv a.ts b.ts && npm test" },
    "FAILED t.py::one\nError: broken W55001x\nexit code: 1",
  )
  .tool("bash", { command: "mv a.ts b.ts && npm test" }, "exit code: 0")
  .assistant("I decided to stop because it works. The cache is not tested. Shall I proceed?")
  .checkpoint();

describe("parseCheckpoint", () => {
  it("reads back what JSON.stringify exported, as text or parsed", () => {
    for (const section of [
      checkpoint.commands,
      checkpoint.files,
      checkpoint.errors,
      checkpoint.plan,
      checkpoint.handles,
    ])
      expect(section).not.toEqual([]);
    const text = JSON.stringify(checkpoint);
    expect(parseCheckpoint(text)).toEqual(checkpoint);
    expect(parseCheckpoint(JSON.parse(text))).toEqual(checkpoint);
  });

  it("reads a checkpoint of a release without statements, facts and counts", () => {
    const later = new Set(["statements", "facts", "changes", "resolution"]);
    const earlier = JSON.stringify(checkpoint, (key, value) => (later.has(key) ? undefined : value));
    const read = parseCheckpoint(earlier);
    expect(read.statements).toEqual([]);
    expect(read.facts).toEqual([]);
    expect(read.files.map(({ changes }) => changes)).toEqual(read.files.map(() => 1));
    expect(read.errors.map(({ resolution }) => resolution)).toEqual(read.errors.map(() => ""));
  });

  it.each([
    ["{", /not JSON/],
    ["[".repeat(100), /nested at most/],
    [null, /checkpoint is null; it must be an object/],
    [{ ...checkpoint, schemaVersion: 2 }, /checkpoint\.schemaVersion is 2; it must be 1/],
    [
      { ...checkpoint, files: {} },
      /checkpoint\.files is an object; it must be a list of at most \d+ entries/,
    ],
    [
      { ...checkpoint, plan: [{ ...checkpoint.plan[0], state: "maybe" }] },
      /checkpoint\.plan\[0\]\.state is "maybe"; it must be one of pending/,
    ],
    [{ ...checkpoint, version: -1 }, /checkpoint\.version is -1; it must be a whole number from 0/],
    [
      { ...checkpoint, sources: [{ ...checkpoint.sources[0], url: "x".repeat(200_000) }] },
      /sources\[0\]\.url is "x+"…, 200000 characters; it must be a text of at most/,
    ],
    [
      { ...checkpoint, risks: Array.from({ length: 100_001 }) },
      /checkpoint\.risks is a list; it must be a list of at most/,
    ],
  ])("says where and why it refuses %#", (input, message) => {
    expect(() => parseCheckpoint(input)).toThrow(message);
  });

  it("throws nothing but its own error, whatever stands wherever", () => {
    for (const { value } of mutationsOf(JSON.parse(JSON.stringify(checkpoint)))) {
      try {
        parseCheckpoint(value);
      } catch (error) {
        expect(error).toBeInstanceOf(CompactError);
      }
    }
  });
});
