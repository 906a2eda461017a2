import { describe, expect, it } from "vitest";
import { makeEvidence } from "./make-evidence.js";
import { wrappedOutput } from "./wrapped-output.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const lines = Array.from(
  { length: 2_000 },
  (_, index) => `step ${index} of the build is done, took ${index * 7} ms`,
);
const LONG = lines.join("\n");
const evidence = (value: unknown, maxTokens: number): string =>
  makeEvidence({ text: JSON.stringify(value) }, { maxTokens, count }).text;

describe("wrappedOutput", () => {
  it("unwraps the string that an output is about, with what stands beside it", () => {
    const inner = "line\n".repeat(100);
    expect(wrappedOutput(JSON.stringify({ output: inner, metadata: { exit_code: 1 } }))).toEqual({
      text: inner,
      siblings: [{ path: "metadata.exit_code", key: "exit_code", value: "1" }],
    });
    expect(wrappedOutput(JSON.stringify([{ type: "text", text: inner }]))).toEqual({
      text: inner,
      siblings: [],
    });
  });

  it("judges by what the JSON says, not by how it is escaped", () => {
    const inner = "\u6f6e\u6c50\n".repeat(200);
    const escaped = JSON.stringify({ output: inner, exit_code: 0 }).replace(
      /[\u4e00-\u9fff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16)}`,
    );
    expect(wrappedOutput(escaped)?.text).toBe(inner);
  });

  it("joins several texts: parts of a message as they are, members with their names", () => {
    const parts = [
      { type: "text", text: "a".repeat(300) },
      { type: "text", text: "b".repeat(300) },
    ];
    expect(wrappedOutput(JSON.stringify({ content: parts, isError: true }))).toEqual({
      text: `${"a".repeat(300)}\n${"b".repeat(300)}`,
      siblings: [{ path: "isError", key: "isError", value: "true" }],
    });
    const both = { stdout: "out\n".repeat(100), stderr: "err\n".repeat(100) };
    expect(wrappedOutput(JSON.stringify(both))?.text).toBe(
      `stdout:\n${both.stdout}\nstderr:\n${both.stderr}`,
    );
  });

  it("leaves data, broken JSON and other text alone", () => {
    expect(wrappedOutput(JSON.stringify([{ a: "xx" }, { a: "yy" }]))).toBeUndefined();
    expect(wrappedOutput('{"output": "abc')).toBeUndefined();
    expect(wrappedOutput("plain")).toBeUndefined();
    expect(wrappedOutput("[".repeat(10_000))).toBeUndefined();
  });
});

describe("evidence of a wrapped text", () => {
  it.each([500, 10_000])("has what stands beside the text at %d tokens", (maxTokens) => {
    const stderr = "cp: error writing 'hold.img': No space left on device";
    const shown = evidence(
      {
        stdout: LONG,
        stderr,
        exit_code: 28,
        oom_killed: true,
        next_cursor: "eyJvZmZzZXQiOjUwfQ",
        duration_ms: 8123,
        signal: null,
      },
      maxTokens,
    );
    for (const told of [
      stderr,
      "exit_code=28",
      "oom_killed=true",
      "next_cursor=eyJvZmZzZXQiOjUwfQ",
      "duration_ms=8123",
    ])
      expect(shown).toContain(told);
    expect(shown).toContain("step 1999");
    expect(count(shown)).toBeLessThanOrEqual(maxTokens);
  });

  it("has beginning and end of a long text beside a longer one", () => {
    const warnings = Array.from({ length: 60 }, (_, index) => `warning ${index}: rope ${index} is worn`).join(
      "\n",
    );
    const shown = evidence({ stdout: LONG, stderr: `first words\n${warnings}\nfatal: last words` }, 1_000);
    expect(shown).toContain("stderr: first words");
    expect(shown).toContain("fatal: last words");
  });

  it("has the caption of an image that is data", () => {
    const data = "iVBORw0KGgoAAAANSUhEUgAA".repeat(2_000);
    const shown = evidence({ image: data, caption: "The quay at low tide", is_error: false }, 500);
    expect(shown).toContain('caption="The quay at low tide"');
    expect(shown).not.toContain(data.slice(0, 200));
  });

  it("has what a tool said in parts beside an image that is longer", () => {
    const trace = Array.from({ length: 150 }, (_, index) => `frame ${index} of the planner`).join("\n");
    const parts = [
      { type: "text", text: `Error executing query: timeout on shard 7\n${trace}\nlast frame of all` },
      { type: "resource_link", uri: "file:///var/log/query-77.log", name: "query log" },
      { type: "image", data: "iVBORw0KGgoAAAANSUhEUgAA".repeat(900), mimeType: "image/png" },
    ];
    const shown = evidence({ content: parts, isError: true }, 500);
    for (const told of [
      "isError=true",
      "timeout on shard 7",
      "file:///var/log/query-77.log",
      "last frame of all",
    ])
      expect(shown).toContain(told);
    expect(shown).not.toContain("iVBOR");
  });
});
