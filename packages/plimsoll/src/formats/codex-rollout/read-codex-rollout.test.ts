import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCodexRollout } from "./read-codex-rollout.js";
import { responses } from "../responses/responses.js";

function fixture(name: string): string {
  return readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), "utf8");
}

const text = fixture("codex-rollout.jsonl");

function textsOf(file: ReturnType<typeof readCodexRollout>): string[] {
  return file.items.map((item) => responses.view(item).text || (item.type ?? ""));
}

function rollout(...records: object[]): string {
  const header = { timestamp: "2026-01-01T00:00:00Z", type: "session_meta", payload: { id: "thread" } };
  return [header, ...records].map((record) => `${JSON.stringify(record)}\n`).join("");
}

function messageOf(role: string, words: string): object {
  return {
    type: "message",
    role,
    content: [{ type: role === "user" ? "input_text" : "output_text", text: words }],
  };
}

function said(role: string, words: string): object {
  return { type: "response_item", payload: messageOf(role, words) };
}

const counted = (total: number, input: number, cached: number): object => ({
  timestamp: "2026-01-01T00:01:00Z",
  type: "event_msg",
  payload: {
    type: "token_count",
    info: {
      total_token_usage: { total_tokens: total },
      last_token_usage: { input_tokens: input, cached_input_tokens: cached },
      model_context_window: 272_000,
    },
  },
});

describe("readCodexRollout", () => {
  it("tells each request once as Codex counted it, the window, and where Codex compacted", () => {
    const compacted = { type: "compacted", payload: { message: "Short.", replacement_history: [] } };
    const { requests, maxContextTokens } = readCodexRollout(
      rollout(
        said("user", "Go."),
        counted(900, 800, 500),
        counted(900, 800, 500),
        { type: "event_msg", payload: { type: "token_count", info: null } },
        compacted,
        counted(1200, 300, 9999),
      ),
    );
    const ts = "2026-01-01T00:01:00Z";
    expect(requests).toEqual([
      { ts, tokens: 800, cached: 500 },
      { ts, tokens: 300, cached: 300, afterCompaction: true },
    ]);
    expect(maxContextTokens).toBe(272_000);
    expect(readCodexRollout(rollout(said("user", "Go."))).requests).toBeUndefined();
  });

  it("reads the last replacement history and what came after it", () => {
    expect(textsOf(readCodexRollout(text))).toEqual([
      "List the gauges.",
      "compaction",
      "Now add Whitby.",
      "custom_tool_call",
      "custom_tool_call_output",
      "Added whitby.ts.",
    ]);
  });

  it("reads the session, the newest model and the instructions", () => {
    expect(readCodexRollout(text)).toMatchObject({
      format: responses,
      sessionId: "019a4b1e-7f02-7c31-9d55-0a6f2b8c4e10",
      model: "gpt-6-sol",
      instructions: "You are a coding agent. Be brief.",
      problems: [],
    });
  });

  it("tells what compactions of Codex took out, as it was said and in order", () => {
    const file = readCodexRollout(
      rollout(
        said("user", "Stays."),
        said("assistant", "Taken out first."),
        {
          type: "compacted",
          payload: { replacement_history: [messageOf("user", "Stays."), messageOf("user", "Summary.")] },
        },
        said("assistant", "Taken out later."),
        said("user", "Taken back."),
        { type: "event_msg", payload: { type: "thread_rolled_back", num_turns: 1 } },
        {
          type: "compacted",
          payload: { replacement_history: [messageOf("user", "Stays."), messageOf("user", "Newer.")] },
        },
        said("user", "Now."),
      ),
    );
    expect(file.earlier?.map((item) => responses.view(item).text)).toEqual([
      "Taken out first.",
      "Taken out later.",
    ]);
    expect(textsOf(file)).toEqual(["Stays.", "Newer.", "Now."]);
    expect(readCodexRollout(rollout(said("user", "Now."))).earlier).toBeUndefined();
  });

  it("tells it of a recorded rollout too", () => {
    const recorded = readCodexRollout(fixture("codex-rollout-recorded.jsonl"));
    expect(recorded.earlier?.map(({ type }) => type)).toContain("function_call_output");
    expect(recorded.items.map(({ type }) => type)).not.toContain("function_call_output");
  });

  it("appends one compacted record to the original bytes", () => {
    const file = readCodexRollout(text);
    const window = [responses.message("user", "A summary."), ...file.items.slice(-1)];
    const written = file.write(window);
    expect(written.startsWith(text)).toBe(true);
    expect(JSON.parse(written.slice(text.length))).toEqual({
      timestamp: "2026-11-02T08:15:16.000Z",
      ordinal: 16,
      type: "compacted",
      payload: { message: "", replacement_history: window },
    });
    expect(readCodexRollout(written).items).toEqual(window);
    expect(file.write(window)).toBe(written);
  });

  it("writes an unchanged window as the original text", () => {
    const file = readCodexRollout(text);
    expect(file.write([...file.items])).toBe(text);
  });

  it("ends an unfinished last line before it appends", () => {
    const file = readCodexRollout(text.trimEnd());
    expect(readCodexRollout(file.write([])).items).toEqual([]);
  });

  it("reads the older shape with bare items", () => {
    const file = readCodexRollout(fixture("codex-rollout-bare.jsonl"));
    expect(textsOf(file).slice(1)).toEqual([
      "Which tests fail?",
      "reasoning",
      "function_call",
      "function_call_output",
      "Two tests fail, both in hull.test.ts.",
    ]);
    expect(file).toMatchObject({
      sessionId: "5973b6c0-94b8-487b-a530-2aeb6098ae0e",
      instructions: "Prefer small commits.",
      problems: [],
    });
  });

  it("rebuilds a compaction that recorded only its summary", () => {
    const compacted = { type: "compacted", payload: { message: "The summary." } };
    const file = readCodexRollout(rollout(said("user", "One"), said("assistant", "Two"), compacted));
    expect(textsOf(file)).toEqual(["One", "The summary."]);
  });

  it("leaves out the turns that were rolled back", () => {
    const back = { type: "event_msg", payload: { type: "thread_rolled_back", num_turns: 1 } };
    const context = said("user", "<environment_context>later</environment_context>");
    const file = readCodexRollout(
      rollout(said("user", "One"), said("assistant", "Two"), said("user", "Three"), context, back),
    );
    expect(textsOf(file)).toEqual(["One", "Two"]);
  });

  it("leaves out what Codex never sends", () => {
    const snapshot = { type: "response_item", payload: { type: "ghost_snapshot", ghost_commit: {} } };
    expect(textsOf(readCodexRollout(rollout(said("user", "One"), snapshot)))).toEqual(["One"]);
  });

  it("names the session by the first header of a forked rollout", () => {
    const parent = { type: "session_meta", payload: { id: "parent" } };
    expect(readCodexRollout(rollout(parent)).sessionId).toBe("thread");
  });

  it("reports a broken line by its number, reads the others and keeps its bytes", () => {
    const broken = text.replace("\n", '\n{"timestamp":"2026-11-0\n[1]\n');
    const file = readCodexRollout(broken);
    expect(file.problems).toEqual([
      { line: 2, message: "not valid JSON" },
      { line: 3, message: "not a JSON object" },
    ]);
    expect(textsOf(file)).toEqual(textsOf(readCodexRollout(text)));
    expect(file.write([]).startsWith(broken)).toBe(true);
  });

  it("refuses a file in which nothing is a rollout", () => {
    expect(() => readCodexRollout("nonsense\n")).toThrow(
      expect.objectContaining({ code: "UNKNOWN_FORMAT" }) as Error,
    );
  });

  it("reads a recorded session, compaction included, as the client itself went on from it", () => {
    const recorded = fixture("codex-rollout-recorded.jsonl");
    const file = readCodexRollout(recorded);
    expect(file).toMatchObject({ model: "fake-model", problems: [] });
    const views = file.items.map((item) => responses.view(item));
    // What Codex 0.166.0 sent next, after its instructions; then what it was answered.
    expect(views.map(({ role, text: words }) => [role, words])).toEqual([
      ["developer", "<permissions instructions>Everything is permitted.</permissions instructions>"],
      ["user", "<environment_context><cwd>/srv/project</cwd></environment_context>"],
      ["user", "Which files are here?"],
      ["user", "A summary of the work so far:\nThe user asked for the files; README.md and src were listed."],
      ["user", "And which of them is a folder?"],
      ["assistant", "As said, README.md and src."],
    ]);
    const written = file.write([responses.message("assistant", "in short"), ...file.items.slice(-1)]);
    expect(written.startsWith(recorded)).toBe(true);
    expect(readCodexRollout(written).items).toHaveLength(2);
  });
});
