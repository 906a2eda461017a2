import { readFileSync } from "node:fs";
import {
  AIMessage,
  coerceMessageLikeToMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { type FormatSample, type FormatSubject, formatContract } from "../../testing/format-contract.js";
import { detectFormat } from "../detect-format.js";
import { langchain } from "./langchain.js";

type Samples = Readonly<Record<string, FormatSample & { readonly distinctive?: boolean }>>;

function samplesOf(name: string): Samples {
  return JSON.parse(
    readFileSync(new URL(`../${name}/__fixtures__/${name}.json`, import.meta.url), "utf8"),
  ) as Samples;
}

const samples = samplesOf("langchain");
const item = (name: string): object => samples[name]!.item;

const subject: FormatSubject = {
  format: langchain,
  samples,
  pairs: ["tool", "tool with blocks", "serialized tool"].map((name) => ({
    call: item("ai with calls"),
    result: item(name),
  })),
  unknown: { kind: "telemetry" },
  foreign: Object.fromEntries(
    ["responses", "chat", "anthropic", "gemini", "plain", "ai-sdk"].flatMap((other) =>
      Object.entries(samplesOf(other))
        .filter(([, sample]) => sample.distinctive)
        .map(([name, sample]) => [`${other}: ${name}`, sample.item]),
    ),
  ),
};

const calling = new AIMessage({
  content: "I will look it up.",
  tool_calls: [{ id: "call_1", name: "find_berth", args: { day: 14 } }],
});
const answering = new ToolMessage({ content: "berth 7", tool_call_id: "call_1", name: "find_berth" });

describe("langchain", () => {
  for (const contractCase of formatContract) it(contractCase.name, () => contractCase.run(subject));

  it("reads the objects of LangChain's own classes, and what their JSON is", () => {
    const messages = [new SystemMessage("Be brief."), new HumanMessage("Which berth?"), calling, answering];
    expect(detectFormat(messages).name).toBe("langchain");
    const views = messages.map((message) => langchain.view(message));
    expect(views.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      "system: Be brief.",
      "user: Which berth?",
      "assistant: I will look it up.",
      "tool: ",
    ]);
    expect(views[2]?.calls).toEqual([{ callId: "call_1", name: "find_berth", arguments: '{"day":14}' }]);
    expect(views[3]?.results).toMatchObject([{ callId: "call_1", text: "berth 7", isError: false }]);
    const stored = messages.map((message) => JSON.parse(JSON.stringify(message)) as object);
    expect(detectFormat(stored).name).toBe("langchain");
    expect(stored.map((message) => langchain.view(message))).toEqual(views);
  });

  it("changes the content of a tool message into one of the same class, and leaves the message alone", () => {
    const changed = langchain.withResult(answering, "call_1", "evidence");
    expect(ToolMessage.isInstance(changed)).toBe(true);
    expect(changed).toMatchObject({ content: "evidence", tool_call_id: "call_1" });
    expect(JSON.parse(JSON.stringify(changed))).toMatchObject({ kwargs: { content: "evidence" } });
    expect(answering.content).toBe("berth 7");
    expect(langchain.withResult(answering, "call_2", "evidence")).toBe(answering);
  });

  it("makes messages that LangChain makes objects of", () => {
    const made = (role: "user" | "assistant" | "system" | "developer"): string =>
      coerceMessageLikeToMessage(langchain.message(role, "text") as never).getType();
    expect([made("user"), made("assistant"), made("system"), made("developer")]).toEqual([
      "human",
      "ai",
      "system",
      "system",
    ]);
    const call = langchain.view(calling).calls[0]!;
    expect(coerceMessageLikeToMessage(langchain.result(call, "text") as never)).toMatchObject({
      type: "tool",
      content: "text",
      tool_call_id: "call_1",
    });
  });

  it("tells a developer message from a system message as LangChain does", () => {
    const message = coerceMessageLikeToMessage({ role: "developer", content: "Be brief." });
    expect(langchain.view(message).role).toBe("developer");
    expect(langchain.view(langchain.message("developer", "Be brief.")).role).toBe("developer");
  });
});
