import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type FormatSample, type FormatSubject, formatContract } from "../../testing/format-contract.js";
import { chat } from "./chat.js";

type Samples = Readonly<Record<string, FormatSample & { readonly distinctive?: boolean }>>;

function samplesOf(name: string): Samples {
  return JSON.parse(
    readFileSync(new URL(`../${name}/__fixtures__/${name}.json`, import.meta.url), "utf8"),
  ) as Samples;
}

const samples = samplesOf("chat");
const item = (name: string): object => samples[name]!.item;

const subject: FormatSubject = {
  format: chat,
  samples,
  pairs: [
    { call: item("assistant with tool calls"), result: item("tool") },
    { call: item("assistant with tool calls"), result: item("tool with parts") },
    { call: item("legacy function call"), result: item("legacy function result") },
  ],
  unknown: { kind: "telemetry" },
  foreign: Object.fromEntries(
    ["responses", "anthropic", "gemini", "plain"].flatMap((other) =>
      Object.entries(samplesOf(other))
        .filter(([, sample]) => sample.distinctive)
        .map(([name, sample]) => [`${other}: ${name}`, sample.item]),
    ),
  ),
};

describe("chat", () => {
  for (const contractCase of formatContract) it(contractCase.name, () => contractCase.run(subject));

  it("reads a refusal as the text of the message", () => {
    expect(chat.view(item("assistant refusal") as never)).toMatchObject({
      role: "assistant",
      text: "I cannot share the passenger list of another ship.",
    });
  });

  it("gives a legacy function call no id, so that its name pairs", () => {
    expect(chat.view(item("legacy function call") as never).calls).toEqual([
      { callId: "", name: "tide_at", arguments: '{"place":"Dover","hour":6}' },
    ]);
    expect(chat.view(item("legacy function result") as never).results).toMatchObject([
      { callId: "", name: "tide_at" },
    ]);
  });

  it("keeps the raw input of a custom tool", () => {
    expect(chat.view(item("assistant with tool calls") as never).calls[1]?.arguments).toBe(
      "SELECT berth FROM bookings WHERE day = 14",
    );
  });

  it("counts a call without an id as unknown content", () => {
    const message = { role: "assistant", content: null, tool_calls: [{ type: "function" }, "text"] };
    expect(chat.view(message).attachments.map(({ kind }) => kind)).toEqual(["unknown", "unknown"]);
  });

  it("does not touch a message that answers another call", () => {
    const message = item("tool") as never;
    expect(chat.withResult(message, "call_other", "short")).toBe(message);
  });

  it("leaves a plain message with metadata to the plain format", () => {
    expect(chat.matches({ role: "user", content: "text", meta: {} })).toBe(false);
    expect(chat.matches({ role: "tool", tool_call_id: "c", content: "text", meta: {} })).toBe(true);
  });
});
