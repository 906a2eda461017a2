import { readFileSync } from "node:fs";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { describe, expect, it } from "vitest";
import { buildBlocks } from "../../conversation/build-blocks.js";
import { pairItems } from "../../conversation/pairing.js";
import { type FormatSample, type FormatSubject, formatContract } from "../../testing/format-contract.js";
import { agents } from "./agents.js";
import { detectFormat } from "../detect-format.js";

type Samples = Readonly<Record<string, FormatSample & { readonly distinctive?: boolean }>>;

function samplesOf(name: string): Samples {
  return JSON.parse(
    readFileSync(new URL(`../${name}/__fixtures__/${name}.json`, import.meta.url), "utf8"),
  ) as Samples;
}

const samples = samplesOf("agents");
const item = (name: string): object => samples[name]!.item;
const viewsOf = (names: string[]) => names.map((name) => agents.view(item(name)));

/** The Responses API shares messages, reasoning and compaction items with the SDK. */
const SHARED = /message|reasoning|compaction/;

const subject: FormatSubject = {
  format: agents,
  samples,
  pairs: [
    { call: item("function_call"), result: item("function_call_result") },
    { call: item("shell_call"), result: item("shell_call_output") },
    { call: item("apply_patch_call"), result: item("apply_patch_call_output") },
    { call: item("program"), result: item("program_output") },
  ],
  unknown: { type: "hologram_call", id: "hc_1" },
  foreign: Object.fromEntries(
    ["responses", "chat", "anthropic", "gemini", "plain", "ai-sdk", "langchain"].flatMap((other) =>
      Object.entries(samplesOf(other))
        .filter(([name, sample]) => sample.distinctive && !(other === "responses" && SHARED.test(name)))
        .map(([name, sample]) => [`${other}: ${name}`, sample.item]),
    ),
  ),
};

describe("agents", () => {
  for (const contractCase of formatContract) it(contractCase.name, () => contractCase.run(subject));

  it("is told from the Responses API by the ids of its calls", () => {
    expect(detectFormat([item("user text"), item("function_call")]).name).toBe("agents");
    expect(detectFormat([item("user text"), item("assistant")]).name).toBe("responses");
    expect(detectFormat([item("user text"), item("assistant")], "agents").name).toBe("agents");
    for (const [name, { item }] of Object.entries(samplesOf("responses")))
      expect(detectFormat([item]).name, name).not.toBe("agents");
  });

  it("reads the items that the SDK itself makes", () => {
    const call = functionCall("read_file", { path: "a.ts" }, { callId: "c1" });
    expect(agents.view(call).calls).toEqual([
      { callId: "c1", name: "read_file", arguments: '{"path":"a.ts"}' },
    ]);
    expect(agents.view(assistantMessage("Done."))).toMatchObject({ role: "assistant", text: "Done." });
    expect(agents.matches(call) && agents.matches(assistantMessage("Done."))).toBe(true);
  });

  it("binds reasoning to the item after it, and marks a compaction item as provider state", () => {
    const names = Object.keys(samples);
    expect(names.filter((name) => agents.view(item(name)).bindsNext)).toEqual([
      "reasoning",
      "reasoning without text",
    ]);
    expect(names.filter((name) => agents.view(item(name)).providerState)).toEqual(["compaction"]);
  });

  it("keeps a program, the calls that it makes and its output in one block", () => {
    const result = { type: "function_call_result", callId: "call_5", output: "B7 is free." };
    const views = [
      ...viewsOf(["program", "function_call of a program"]),
      agents.view(result),
      ...viewsOf(["program_output", "user text"]),
    ];
    const pairing = pairItems(views);
    expect(pairing).toMatchObject({ orphanResults: [], duplicateCalls: [], missingResults: [], pending: [] });
    expect(buildBlocks(views, pairing).map((block) => block.indexes)).toEqual([[0, 1, 2, 3], [4]]);
  });

  it("tells failed commands and patches", () => {
    const failed = Object.keys(samples).filter((name) =>
      agents.view(item(name)).results.some((result) => result.isError),
    );
    expect(failed).toEqual(["shell_call_output"]);
  });
});
