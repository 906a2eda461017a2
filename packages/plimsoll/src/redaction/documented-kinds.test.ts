import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFAULT_KINDS } from "./default-rules.js";

const page = readFileSync(new URL("../../../../docs/redaction.md", import.meta.url), "utf8");
const table = page.slice(page.indexOf("## Kinds"), page.indexOf("## What is not a secret"));

describe("docs/redaction.md", () => {
  it("names every kind that the rules know, and no other", () => {
    const rows = table.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| found"));
    const named = rows.flatMap((row) => Array.from(row.matchAll(/`([^`]+)`/g), (match) => match[1] ?? ""));
    expect(named.toSorted()).toEqual([...DEFAULT_KINDS].toSorted());
  });
});
