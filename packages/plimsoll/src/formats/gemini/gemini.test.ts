import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type FormatSample, type FormatSubject, formatContract } from "../../testing/format-contract.js";
import { gemini } from "./gemini.js";

type Samples = Readonly<Record<string, FormatSample & { readonly distinctive?: boolean }>>;

function samplesOf(name: string): Samples {
  return JSON.parse(
    readFileSync(new URL(`../${name}/__fixtures__/${name}.json`, import.meta.url), "utf8"),
  ) as Samples;
}

const samples = samplesOf("gemini");
const item = (name: string): object => samples[name]!.item;

const subject: FormatSubject = {
  format: gemini,
  samples,
  pairs: [
    { call: item("model with thought and calls"), result: item("function responses") },
    { call: item("call without id"), result: item("function response without id") },
  ],
  unknown: { kind: "telemetry" },
  foreign: Object.fromEntries(
    ["responses", "chat", "anthropic", "plain"].flatMap((other) =>
      Object.entries(samplesOf(other))
        .filter(([, sample]) => sample.distinctive)
        .map(([name, sample]) => [`${other}: ${name}`, sample.item]),
    ),
  ),
};

describe("gemini", () => {
  for (const contractCase of formatContract) it(contractCase.name, () => contractCase.run(subject));

  const view = (name: string) => gemini.view(item(name));

  it("calls a content of nothing but responses a tool item", () => {
    expect(view("function responses").role).toBe("tool");
    expect(view("function response without id").role).toBe("tool");
    const mixed = [{ functionResponse: { name: "tide", response: { output: "5.2" } } }, { text: "And now?" }];
    expect(gemini.view({ role: "user", parts: mixed })).toMatchObject({ role: "user", text: "And now?" });
  });

  it("tells thought from text", () => {
    expect(view("model with thought and calls")).toMatchObject({
      reasoning: "I need the positions before I can plot anything.",
      text: "Fetching both sectors.",
    });
  });

  it("keeps an error an error when its text is replaced", () => {
    const before = item("function responses") as { parts: readonly object[] };
    const after = gemini.withResult(before, "fn_2", "short");
    expect(after.parts?.[0]).toBe(before.parts[0]);
    expect(after.parts?.[1]).toEqual({
      functionResponse: { id: "fn_2", name: "buoys", response: { error: "short" } },
    });
    expect(gemini.view(after).results.map(({ isError }) => isError)).toEqual([false, true]);
  });

  it("answers a call that has no id without one", () => {
    const [call] = view("call without id").calls;
    expect(gemini.result(call!, "short").parts).toEqual([
      { functionResponse: { name: "tide", response: { output: "short" } } },
    ]);
  });

  it("leaves several responses without ids alone, as it cannot tell them apart", () => {
    const part = { functionResponse: { name: "tide", response: { output: "5.2" } } };
    const content = { role: "user", parts: [part, part] };
    expect(gemini.withResult(content, "", "short")).toBe(content);
  });

  it("reads media inside a response and drops it with the replaced text", () => {
    const media = [{ inlineData: { mimeType: "image/png", data: "AAAA" } }];
    const parts = [{ functionResponse: { id: "f", name: "plot", response: { output: "ok" }, parts: media } }];
    const content = { role: "user", parts };
    expect(gemini.view(content).attachments).toEqual([{ kind: "image", characters: 4, detail: "" }]);
    expect(gemini.view(gemini.withResult(content, "f", "short")).attachments).toEqual([]);
  });
});
