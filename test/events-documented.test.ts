import { EVENT_NAMES } from "plimsoll/events";
import { describe, expect, it } from "vitest";
import { EVENT_TABLE } from "../packages/plimsoll/src/events/event-table.js";
import { readRepositoryFile } from "./source-files.js";

/** The rows of the tables in docs/events.md. */
function documented(): Map<string, { severity: string; fields: string }> {
  const rows = readRepositoryFile("docs/events.md").matchAll(
    /^\| `((?:compact|provider_window)\.\w+)` \| (\w+) \| (.*) \|$/gm,
  );
  return new Map(
    [...rows].map(([, name, severity, fields]) => [name as string, { severity, fields } as never]),
  );
}

describe("docs/events.md", () => {
  it("has one row per event, with its severity", () => {
    const rows = documented();
    expect([...rows.keys()].toSorted()).toEqual([...EVENT_NAMES].toSorted());
    for (const [name, { severity }] of rows)
      expect(severity).toBe(EVENT_TABLE[name as keyof typeof EVENT_TABLE].severity);
  });

  it("names every field of each event", () => {
    for (const [name, { fields }] of documented()) {
      for (const key of Object.keys(EVENT_TABLE[name as keyof typeof EVENT_TABLE].fields)) {
        const field = key.replace("?", "");
        expect(fields, `${name}.${field}`).toContain(`\`${field}\``);
      }
    }
  });
});

describe("docs/operations/README.md", () => {
  it("has a row of the runbook for every warning", () => {
    const rows = readRepositoryFile("docs/operations/README.md").matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|/gm);
    const warnings = Object.entries(EVENT_TABLE).filter(([, { severity }]) =>
      ["warning", "high"].includes(severity),
    );
    expect([...rows].map(([, name]) => name).toSorted()).toEqual(warnings.map(([name]) => name).toSorted());
  });
});
