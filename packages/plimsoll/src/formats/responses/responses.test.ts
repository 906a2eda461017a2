import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pairItems } from "../../conversation/pairing.js";
import { type FormatSample, type FormatSubject, formatContract } from "../../testing/format-contract.js";
import { type ResponsesItem, responses } from "./responses.js";

type Samples = Readonly<Record<string, FormatSample & { readonly distinctive?: boolean }>>;

function samplesOf(name: string): Samples {
  return JSON.parse(
    readFileSync(new URL(`../${name}/__fixtures__/${name}.json`, import.meta.url), "utf8"),
  ) as Samples;
}

const samples = samplesOf("responses");
const item = (name: string): object => samples[name]!.item;

const subject: FormatSubject = {
  format: responses,
  samples,
  pairs: [
    { call: item("function_call"), result: item("function_call_output") },
    { call: item("custom_tool_call"), result: item("custom_tool_call_output") },
    { call: item("local_shell_call"), result: item("local_shell_call_output") },
    { call: item("shell_call"), result: item("shell_call_output") },
    { call: item("apply_patch_call"), result: item("apply_patch_call_output") },
  ],
  unknown: { type: "hologram_call", id: "hc_1" },
  foreign: Object.fromEntries(
    ["chat", "anthropic", "gemini", "plain"].flatMap((other) =>
      Object.entries(samplesOf(other))
        .filter(([, sample]) => sample.distinctive)
        .map(([name, sample]) => [`${other}: ${name}`, sample.item]),
    ),
  ),
};

describe("responses", () => {
  for (const contractCase of formatContract) it(contractCase.name, () => contractCase.run(subject));

  it("reads every item that a real client recorded", () => {
    const url = new URL("../codex-rollout/__fixtures__/codex-rollout-recorded.jsonl", import.meta.url);
    const lines = readFileSync(url, "utf8").trimEnd().split("\n");
    const recorded = lines
      .map((line) => JSON.parse(line) as { type: string; payload: ResponsesItem })
      .filter((line) => line.type === "response_item")
      .map((line) => line.payload);
    expect(recorded.map((wire) => wire.type).toSorted()).toEqual([
      "function_call",
      "function_call_output",
      ...Array.from({ length: 7 }, () => "message"),
      "reasoning",
    ]);
    for (const wire of recorded) {
      expect(responses.matches(wire)).toBe(true);
      expect(responses.view(wire).attachments.every(({ kind }) => kind === "encrypted")).toBe(true);
    }
    const pairing = pairItems(recorded.map((wire) => responses.view(wire)));
    expect(pairing).toMatchObject({ links: [[4, 5]], orphanResults: [], missingResults: [] });
  });

  const view = (name: string) => responses.view(item(name));

  it("binds reasoning to the item after it and to nothing else", () => {
    const binding = Object.keys(samples).filter((name) => view(name).bindsNext);
    expect(binding).toEqual(["reasoning", "reasoning without text"]);
  });

  it("marks the compaction items as provider state", () => {
    const state = Object.keys(samples).filter((name) => view(name).providerState);
    expect(state).toEqual(["compaction", "compaction_summary"]);
    expect(responses.view({ type: "context_compaction" })).toMatchObject({
      providerState: true,
      attachments: [{ kind: "unknown" }],
    });
  });

  it("counts ciphertext by its length", () => {
    const { encrypted_content: ciphertext } = item("compaction") as { encrypted_content: string };
    expect(view("compaction").attachments).toEqual([
      { kind: "encrypted", characters: ciphertext.length, detail: "" },
    ]);
  });

  it("keeps the detail of an image", () => {
    expect(view("message with image, file and audio").attachments[0]?.detail).toBe("high");
  });

  it("joins text parts by a line feed", () => {
    expect(view("message input").text).toBe(
      "Move the tide gauge parser to its own module.\nKeep the public names as they are today.",
    );
  });

  it("gives the tools of the conversation the developer role", () => {
    expect(view("additional_tools").role).toBe("developer");
  });

  it("reads a failed command and a failed patch as errors", () => {
    expect(view("shell_call_output").results[0]?.isError).toBe(true);
    expect(view("apply_patch_call_output").results[0]?.isError).toBe(true);
    expect(view("function_call_output").results[0]?.isError).toBe(false);
  });

  it("pairs an older local shell output by its id", () => {
    expect(view("local_shell_call_output").results[0]?.callId).toBe("call_04");
    expect(view("local_shell_call").calls[0]?.callId).toBe("call_04");
  });

  it("leaves a hosted tool search, which has no call id, unpaired", () => {
    const hosted = responses.view({ ...item("tool_search_call"), call_id: null } as object);
    expect(hosted.calls).toEqual([]);
    expect(hosted.attachments).toHaveLength(1);
  });

  it("takes a call without an id for opaque content", () => {
    const broken = responses.view({ ...item("function_call"), call_id: 7 } as object);
    expect(broken).toMatchObject({ calls: [], attachments: [{ kind: "unknown" }] });
    const named = { type: "function_call", id: "fc_1", name: "read", arguments: "{}" };
    expect(responses.view(named).calls).toMatchObject([{ callId: "fc_1" }]);
  });

  it("answers each kind of call with its own type", () => {
    const types = Object.keys(samples).flatMap((name) =>
      view(name).calls.map((call) => responses.result(call, "aborted").type),
    );
    expect(types).toEqual([
      "function_call_output",
      "custom_tool_call_output",
      "local_shell_call_output",
      "shell_call_output",
      "apply_patch_call_output",
      "tool_search_output",
      "computer_call_output",
    ]);
  });

  it("answers a call of unknown kind as a function call", () => {
    const call = { callId: "call_9", name: "lost", arguments: "{}" };
    expect(responses.result(call, "aborted")).toEqual({
      type: "function_call_output",
      call_id: "call_9",
      output: "aborted",
    });
  });

  it("replaces an output of parts by one text part", () => {
    expect(responses.withResult(item("function_call_output of parts"), "call_02", "short")).toEqual({
      type: "function_call_output",
      call_id: "call_02",
      output: [{ type: "input_text", text: "short" }],
    });
  });

  it("keeps the outcome of every command when their output is replaced", () => {
    const changed = responses.withResult(item("shell_call_output"), "call_05", "short");
    expect(changed).toMatchObject({
      output: [
        { stdout: "short", outcome: { type: "exit", exit_code: 0 } },
        { stdout: "", stderr: "", outcome: { type: "exit", exit_code: 128 } },
      ],
    });
  });

  it("returns an output that has no place for a text as it is", () => {
    for (const [name, callId] of [
      ["tool_search_output", "call_07"],
      ["computer_call_output", "call_08"],
    ] as const) {
      expect(view(name).results).toMatchObject([{ callId, text: "" }]);
      expect(responses.withResult(item(name), callId, "short")).toBe(item(name));
    }
  });

  it("leaves a typeless message of audio, which Chat Completions has too, to chat", () => {
    const audio = { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } };
    expect(responses.matches({ role: "user", content: [audio] })).toBe(false);
    expect(responses.matches({ role: "user", content: [{ type: "input_text", text: "a" }, audio] })).toBe(
      true,
    );
  });

  it("reads an item's own metadata", () => {
    const meta = { protected: true };
    expect(responses.view({ ...item("message input"), metadata: meta } as object).meta).toBe(meta);
    expect(responses.view({ ...item("message input"), meta: "text" } as object).meta).toEqual({});
  });
});
