import { readFileSync } from "node:fs";
import { modelMessageSchema } from "ai";
import { describe, expect, it } from "vitest";
import { pairItems } from "../../conversation/pairing.js";
import { type FormatSample, type FormatSubject, formatContract } from "../../testing/format-contract.js";
import { type AiSdkMessage, aiSdk } from "./ai-sdk.js";
import { detectFormat } from "../detect-format.js";

type Samples = Readonly<Record<string, FormatSample & { readonly distinctive?: boolean }>>;

function samplesOf(name: string): Samples {
  return JSON.parse(
    readFileSync(new URL(`../${name}/__fixtures__/${name}.json`, import.meta.url), "utf8"),
  ) as Samples;
}

const samples = samplesOf("ai-sdk");
const item = (name: string): AiSdkMessage => samples[name]!.item as AiSdkMessage;

const subject: FormatSubject = {
  format: aiSdk,
  samples,
  pairs: ["tool results", "error results", "content result", "denied result"].map((name) => ({
    call: item("assistant with calls"),
    result: item(name),
  })),
  unknown: { kind: "telemetry" },
  foreign: Object.fromEntries(
    ["responses", "chat", "anthropic", "gemini", "plain"].flatMap((other) =>
      Object.entries(samplesOf(other))
        .filter(([, sample]) => sample.distinctive)
        .map(([name, sample]) => [`${other}: ${name}`, sample.item]),
    ),
  ),
};

describe("ai-sdk", () => {
  for (const contractCase of formatContract) it(contractCase.name, () => contractCase.run(subject));

  it("is detected where a part of its own stands in the list, and left to chat where none does", () => {
    const list = [item("system"), item("user text"), item("assistant with calls"), item("tool results")];
    expect(detectFormat(list).name).toBe("ai-sdk");
    expect(detectFormat([item("user with files")]).name).toBe("ai-sdk");
    expect(detectFormat([item("system"), item("user text")]).name).toBe("chat");
    expect(detectFormat([item("user text")], "ai-sdk").name).toBe("ai-sdk");
  });

  it("makes messages that the SDK accepts", () => {
    const call = aiSdk.view(item("assistant with calls")).calls[0]!;
    for (const made of [
      aiSdk.message("assistant", "a summary"),
      aiSdk.message("user", "a notice"),
      aiSdk.message("system", "a rule"),
      aiSdk.result(call, "no result was recorded"),
      aiSdk.withResult(item("tool results"), "call_2", "evidence"),
      aiSdk.withResult(item("content result"), "call_1", "evidence"),
      aiSdk.withResult(item("denied result"), "call_1", "evidence"),
    ]) {
      expect(modelMessageSchema.safeParse(made).success).toBe(true);
    }
  });

  it("pairs a call with its result, and what the provider carried out itself with nothing", () => {
    const views = ["assistant with calls", "tool results", "provider executed"].map((name) =>
      aiSdk.view(item(name)),
    );
    expect(pairItems(views)).toMatchObject({
      links: [
        [0, 1],
        [0, 1],
      ],
      orphanResults: [],
      missingResults: [],
      pending: [],
    });
  });

  it("reads the protected flag from the options that no provider reads", () => {
    expect(aiSdk.view(item("user parts")).meta).toEqual({ protected: true });
  });

  it("counts bytes as the base64 that they become", () => {
    const file = { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array(3000) } };
    expect(aiSdk.view({ role: "user", content: [file] }).attachments).toEqual([
      { kind: "image", characters: 4000, detail: "" },
    ]);
  });

  it("does not touch a message that answers another call", () => {
    const before = item("tool results");
    const after = aiSdk.withResult(before, "call_other", "short");
    expect(after).toEqual(before);
  });
});
