import { describe, expect, it } from "vitest";
import { EMPTY_VIEW } from "../conversation/item-view.js";
import { CompactError } from "../errors/compact-error.js";
import { extractiveSummarizer } from "./extractive/extractive-summarizer.js";
import { summarizeWithRetry } from "./summarize-with-retry.js";
import type { Summarizer, SummaryRequest } from "./summarizer.js";

const request: SummaryRequest = {
  sessionId: "s",
  remainder: [{ id: "a", view: { ...EMPTY_VIEW, role: "user", text: "Fix the importer. ".repeat(40) } }],
  kept: [],
  template: "decision_log",
  maxTokens: 50,
  count: (text) => Math.ceil(text.length / 4),
};

/** Answers one text per call; throws where the text is an error. */
function answering(
  ...answers: readonly (string | Error)[]
): Summarizer & { readonly asked: SummaryRequest[] } {
  const asked: SummaryRequest[] = [];
  return {
    name: "answering",
    asked,
    async summarize(received) {
      const answer = answers[asked.length];
      asked.push(received);
      if (answer instanceof Error) throw answer;
      return { text: answer ?? "" };
    },
  };
}

async function run(summarizer: Summarizer, changes: Partial<SummaryRequest> = {}) {
  const failures: string[] = [];
  const onFailure = (reason: string, template: string): void => void failures.push(`${template}: ${reason}`);
  const result = await summarizeWithRetry(summarizer, { ...request, ...changes }, { onFailure });
  return { result, failures };
}

describe("summarizeWithRetry", () => {
  it("answers the first summary that is accepted", async () => {
    const { result, failures } = await run(answering("Importer is being fixed."));
    expect(result).toEqual({
      summary: { text: "Importer is being fixed." },
      template: "decision_log",
      attempts: 1,
    });
    expect(failures).toEqual([]);
  });

  it.each([
    ["a failure", new CompactError("SUMMARIZER_FAILED", "down"), "down"],
    ["a refusal", "I'm sorry, I can't help with that.", "refusal"],
    ["an empty answer", "", "empty"],
    ["a summary over its limit", "x".repeat(400), "100 tokens"],
  ])("tries once more with brief after %s", async (_, first, reason) => {
    const summarizer = answering(first, "Importer is being fixed.");
    const { result, failures } = await run(summarizer);
    expect(result).toMatchObject({
      template: "brief",
      attempts: 2,
      summary: { text: "Importer is being fixed." },
    });
    expect(summarizer.asked.map(({ template }) => template)).toEqual(["decision_log", "brief"]);
    expect(failures).toEqual([expect.stringContaining(reason)]);
  });

  it("answers without a summary after two failures", async () => {
    const { result, failures } = await run(answering(new Error("down"), "Error: still down"));
    expect(result).toEqual({ template: "brief", attempts: 2 });
    expect(failures.length).toBe(2);
  });

  it("refuses a summary that is no smaller than what it replaces", async () => {
    const remainder = [{ id: "a", view: { ...EMPTY_VIEW, text: "tiny" } }];
    const { result } = await run(answering("x".repeat(80), "y".repeat(80)), { remainder });
    expect(result.summary).toBeUndefined();
  });

  it("rethrows an abort and does not try again", async () => {
    const summarizer = answering(new CompactError("ABORTED", "stopped"), "never");
    await expect(run(summarizer)).rejects.toMatchObject({ code: "ABORTED" });
    expect(summarizer.asked.length).toBe(1);
    const controller = new AbortController();
    controller.abort(new Error("enough"));
    await expect(run(extractiveSummarizer(), { signal: controller.signal })).rejects.toMatchObject({
      code: "ABORTED",
    });
  });

  it("accepts an extractive summary that quotes an error", async () => {
    const text = `Error: disk full on volume data-7\n${"noise ".repeat(100)}`;
    const remainder = [
      {
        id: "a",
        view: {
          ...EMPTY_VIEW,
          role: "tool" as const,
          results: [{ callId: "c", name: "", text, isError: true }],
        },
      },
    ];
    const { result } = await run(extractiveSummarizer(), { remainder, maxTokens: 20 });
    expect(result.summary?.text).toContain("Error: disk full on volume data-7");
  });
});
