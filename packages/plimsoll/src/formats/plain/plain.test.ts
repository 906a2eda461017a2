import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type FormatSample, type FormatSubject, formatContract } from "../../testing/format-contract.js";
import { plain } from "./plain.js";

type Samples = Readonly<Record<string, FormatSample & { readonly distinctive?: boolean }>>;

function samplesOf(name: string): Samples {
  return JSON.parse(
    readFileSync(new URL(`../${name}/__fixtures__/${name}.json`, import.meta.url), "utf8"),
  ) as Samples;
}

const samples = samplesOf("plain");
const item = (name: string): object => samples[name]!.item;

const subject: FormatSubject = {
  format: plain,
  samples,
  pairs: [{ call: item("with tool calls"), result: item("tool") }],
  unknown: { kind: "telemetry" },
  foreign: Object.fromEntries(
    ["responses", "chat", "anthropic", "gemini"].flatMap((other) =>
      Object.entries(samplesOf(other))
        .filter(([, sample]) => sample.distinctive)
        .map(([name, sample]) => [`${other}: ${name}`, sample.item]),
    ),
  ),
};

describe("plain", () => {
  for (const contractCase of formatContract) it(contractCase.name, () => contractCase.run(subject));

  it("shows the metadata, where the protected flag is", () => {
    expect(plain.view(item("with meta") as never)).toMatchObject({
      role: "system",
      meta: { protected: true },
    });
  });

  it("reads a call id under each of its names", () => {
    for (const message of [
      { role: "tool", content: "text", meta: { call_id: "c1" } },
      { role: "tool", content: "text", meta: { tool_call_id: "c1" } },
      { role: "tool", content: "text", tool_call_id: "c1" },
    ]) {
      expect(plain.view(message).results[0]?.callId).toBe("c1");
    }
  });

  it("reads calls in the shape of Chat Completions too", () => {
    const call = { id: "c1", type: "function", function: { name: "schedule", arguments: "{}" } };
    expect(plain.view({ role: "assistant", content: "", meta: { tool_calls: [call, 7] } })).toMatchObject({
      calls: [{ callId: "c1", name: "schedule", arguments: "{}" }],
      attachments: [{ kind: "unknown" }],
    });
  });

  it("takes a role it does not know for the user", () => {
    expect(plain.view(item("other role") as never).role).toBe("user");
  });
});
