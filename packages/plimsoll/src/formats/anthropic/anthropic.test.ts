import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type FormatSample, type FormatSubject, formatContract } from "../../testing/format-contract.js";
import { anthropic } from "./anthropic.js";

type Samples = Readonly<Record<string, FormatSample & { readonly distinctive?: boolean }>>;

function samplesOf(name: string): Samples {
  return JSON.parse(
    readFileSync(new URL(`../${name}/__fixtures__/${name}.json`, import.meta.url), "utf8"),
  ) as Samples;
}

const samples = samplesOf("anthropic");
const item = (name: string): object => samples[name]!.item;

const subject: FormatSubject = {
  format: anthropic,
  samples,
  pairs: [{ call: item("assistant with thinking and tool use"), result: item("tool results") }],
  unknown: { kind: "telemetry" },
  foreign: Object.fromEntries(
    ["responses", "chat", "gemini", "plain"].flatMap((other) =>
      Object.entries(samplesOf(other))
        .filter(([, sample]) => sample.distinctive)
        .map(([name, sample]) => [`${other}: ${name}`, sample.item]),
    ),
  ),
};

describe("anthropic", () => {
  for (const contractCase of formatContract) it(contractCase.name, () => contractCase.run(subject));

  const view = (name: string) => anthropic.view(item(name) as never);

  it("calls an item of nothing but results a tool item", () => {
    expect(view("tool results").role).toBe("tool");
    expect(view("tool results and text")).toMatchObject({
      role: "user",
      text: "And please stop after the first difference.",
      results: [{ callId: "toolu_01C", text: "" }],
    });
  });

  it("keeps the user role where an image stands beside the results", () => {
    const content = [
      { type: "tool_result", tool_use_id: "toolu_1", content: "done" },
      { type: "image", source: { type: "url", url: "https://files.example/a.png" } },
    ];
    expect(anthropic.view({ role: "user", content }).role).toBe("user");
  });

  it("reads which result is an error", () => {
    expect(view("tool results").results.map(({ isError }) => isError)).toEqual([false, true]);
  });

  it("replaces one of two results and shares the other", () => {
    const before = item("tool results") as { content: readonly object[] };
    const after = anthropic.withResult(before as never, "toolu_01B", "short");
    expect(after.content[0]).toBe(before.content[0]);
    expect(after.content[1]).toEqual({
      type: "tool_result",
      tool_use_id: "toolu_01B",
      is_error: true,
      content: [{ type: "text", text: "short" }],
    });
  });

  it("reads the text of documents and search results one level down", () => {
    const blocks = [{ type: "text", text: "a passage" }, { type: "image" }];
    const content = [
      { type: "document", source: { type: "content", content: blocks } },
      { type: "search_result", source: "https://ports.example", title: "Tariff", content: blocks },
      { type: "document", source: { type: "content", content: "a string" } },
    ];
    const read = anthropic.view({ role: "user", content });
    expect(read.text).toBe("a passage\nhttps://ports.example\nTariff\na passage\na string");
    expect(read.attachments.map(({ kind }) => kind)).toEqual(["unknown", "unknown"]);
  });

  it("keeps provider state out of the readable text", () => {
    expect(view("compaction")).toMatchObject({ providerState: true, text: "Continuing with June." });
  });

  it("recognises a whole response object by its blocks", () => {
    const response = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "Hi" }],
    };
    expect(anthropic.matches(response)).toBe(true);
  });
});
