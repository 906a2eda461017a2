import { describe, expect, it } from "vitest";
import { checkSummary } from "./check-summary.js";
import { buildPrompt } from "./templates/build-prompt.js";
import { SUMMARY_TEMPLATES } from "./templates/summary-templates.js";

const limits = { maxTokens: 1000, replacedTokens: 5000, count: (text: string) => Math.ceil(text.length / 4) };
const prompt = buildPrompt({ template: SUMMARY_TEMPLATES.brief, history: "user: hi", maxTokens: 9 });

describe("checkSummary", () => {
  it.each([
    "## Goal\n- Fix src/a.ts",
    "The user is sorry about the delay and cannot say when the keys arrive.",
    "Errors in src/a.ts are fixed.",
    "Sorry states are covered.",
    '{"goal":"fix"}',
    "The client answered 404 Not Found for /v1/items.",
  ])("accepts %j", (text) => {
    expect(checkSummary(text, limits)).toEqual({ accepted: true });
  });

  it.each([
    ["", "empty"],
    [" \n\t ", "empty"],
    ["I'm sorry, but I can't help with that.", "refusal"],
    ["I’m sorry, I can’t assist with this request.", "refusal"],
    ["I cannot assist with that.", "refusal"],
    ["As an AI language model, I do not summarize.", "refusal"],
    ["Sorry, I am unable to continue.", "refusal"],
    ["Error: connection reset", "error text"],
    ["Internal Server Error: try later", "error text"],
    ["502 Bad Gateway", "error text"],
    ["Traceback (most recent call last):\n  File x", "error text"],
    ["<!DOCTYPE html><html><body>Bad gateway</body></html>", "HTML"],
    ['{"error":{"message":"overloaded"}}', "JSON error"],
    [prompt.system, "repeats the prompt"],
    [prompt.user, "repeats the prompt"],
    ["x".repeat(4004), "allowed are 1000"],
  ])("refuses %j", (text, reason) => {
    const acceptance = checkSummary(text, limits);
    expect(acceptance).toMatchObject({ accepted: false, reason: expect.stringContaining(reason) });
  });

  it("refuses a summary that is not smaller than what it replaces", () => {
    expect(checkSummary("x".repeat(400), { ...limits, replacedTokens: 100 })).toMatchObject({
      accepted: false,
    });
    expect(checkSummary("x".repeat(396), { ...limits, replacedTokens: 100 })).toEqual({ accepted: true });
  });

  it("accepts an error text that is a quotation", () => {
    const quoted = (line: string): boolean => line === "Error: disk full";
    expect(checkSummary("Error: disk full\nwhile writing", { ...limits, quoted })).toEqual({
      accepted: true,
    });
    expect(checkSummary("Error: other", { ...limits, quoted })).toMatchObject({ accepted: false });
  });
});
