import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pairItems } from "../conversation/pairing.js";
import { detectFormat } from "./detect-format.js";
import { formatByName } from "./registry.js";
import type { Format } from "./format.js";
import { readConversation } from "./read-conversation.js";

/**
 * What real clients put on the wire or on disk, recorded on loopback: the AI SDK 6 (Chat Completions), Claude Code 2.1
 * (Anthropic Messages and its session file), Gemini CLI 0.61. Long prompts of theirs are cut; paths are changed.
 */
const recorded = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), "utf8");

function viewsOf(format: Format, items: readonly object[]) {
  for (const item of items) expect(format.matches(item)).toBe(true);
  const views = items.map((item) => format.view(item));
  expect(pairItems(views)).toMatchObject({
    orphanResults: [],
    duplicateCalls: [],
    missingResults: [],
    pending: [],
  });
  expect(views.flatMap((view) => view.attachments.filter(({ kind }) => kind === "unknown"))).toEqual([]);
  return views;
}

describe.each([
  ["chat", ["system", "user", "assistant", "tool"]],
  ["anthropic", ["user", "system", "assistant", "tool"]],
  ["gemini", ["user", "assistant", "tool"]],
])("a recorded request in the %s format", (name, roles) => {
  const items = JSON.parse(recorded(`${name}/__fixtures__/${name}-recorded.json`)) as object[];

  it("is detected, and read without anything unknown", () => {
    expect(detectFormat(items).name).toBe(name);
    const views = viewsOf(formatByName(name), items);
    expect(views.map((view) => view.role)).toEqual(roles);
    expect(views.map((view) => view.text).join("\n")).toContain("Which files are here?");
    expect(views.flatMap((view) => view.results.map((result) => result.text)).join()).toContain("README.md");
  });
});

describe("a recorded session of Claude Code", () => {
  it("is read as the client went on from it", () => {
    const file = readConversation(recorded("claude-code/__fixtures__/claude-code-recorded.jsonl"));
    expect(file).toMatchObject({ sessionId: "07f9d799-73ee-4445-a8cd-641300894b8a", problems: [] });
    const views = file.items.map((item) => file.format.view(item));
    const told = views.filter((view) => view.attachments.length === 0);
    expect(told.map((view) => view.role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(told.at(-1)?.text).toBe("README.md and src.");
    expect(pairItems(views)).toMatchObject({ orphanResults: [], missingResults: [], pending: [] });
    expect(readConversation(file.write(file.items)).items).toHaveLength(file.items.length);
  });
});
