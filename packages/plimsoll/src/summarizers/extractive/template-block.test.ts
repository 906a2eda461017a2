import { describe, expect, it } from "vitest";
import { script } from "../../facts/ledgers/ledger-test-support.js";
import type { SummaryRequest } from "../summarizer.js";
import type { TemplateName } from "../template-name.js";
import { extractiveSummarizer } from "./extractive-summarizer.js";

const session = script()
  .user("Repair the importer. Never push to main.")
  .assistant("I'll go with streaming because the files are larger than memory.")
  .tool("edit_file", { path: "src/importer.ts", old: "readAll(", new: "readLines(" }, "ok")
  .tool(
    "shell",
    { command: "npm test" },
    "FAIL importer > keeps the last row\nError: expected 3, got 2\nexit code 1",
  )
  .user("Let's use SQLite for the index, since it needs no service.")
  .assistant("We decided to keep the old index file instead of deleting it.");

const summary = async (template: TemplateName, maxTokens = 400): Promise<string> => {
  const request: SummaryRequest = {
    sessionId: "s",
    remainder: session.items,
    kept: [],
    mustKeep: [{ text: "Never push to main.", itemId: "i0" }],
    checkpoint: session.checkpoint(),
    template,
    maxTokens,
    count: (text) => Math.ceil(text.length / 4),
  };
  return (await extractiveSummarizer().summarize(request)).text;
};

describe("the template of an extractive summary", () => {
  it("lists decisions in order of time, with their reasons and who decided", async () => {
    const text = await summary("decision_log");
    const lines = text.split("\n");
    const at = lines.indexOf("Decisions, oldest first:");
    expect(lines.slice(at + 1, at + 4)).toEqual([
      "- assistant: I'll go with streaming because the files are larger than memory.",
      "- user: Let's use SQLite for the index, since it needs no service.",
      "- assistant: We decided to keep the old index file instead of deleting it.",
    ]);
    expect(lines.slice(0, 2)).toEqual(["Must keep:", "Never push to main."]);
    expect(text.split("I'll go with streaming")).toHaveLength(2);
  });

  it("lists files with what happened to them, commands and open errors", async () => {
    const lines = (await summary("code_delta")).split("\n");
    expect(lines).toContain("Changed files:");
    expect(lines).toContain("- src/importer.ts: changed");
    expect(lines.find((line) => line.startsWith("- npm test -> failed"))).toBeDefined();
    expect(lines).toContain("Open errors:");
  });

  it("makes every template another text, at any budget within it", async () => {
    const names = ["task_state", "decision_log", "step_ledger", "requirements_ledger", "code_delta"] as const;
    const texts = await Promise.all(names.map((name) => summary(name)));
    expect(new Set(texts).size).toBe(names.length);
    for (const name of names)
      for (const maxTokens of [40, 120, 310, 2000])
        expect((await summary(name, maxTokens)).length / 4).toBeLessThanOrEqual(maxTokens);
  });
});
