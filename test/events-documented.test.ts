import { EVENT_NAMES } from "plimsoll";
import { describe, expect, it } from "vitest";
import { EVENT_SCHEMAS } from "../packages/plimsoll/src/events/event-schema.js";
import { EVENT_SEVERITIES } from "../packages/plimsoll/src/events/event-names.js";
import { readRepositoryFile } from "./source-files.js";

const COMMON = ["ts", "session_id", "event", "severity", "model"];

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
      expect(severity).toBe(EVENT_SEVERITIES[name as keyof typeof EVENT_SEVERITIES]);
  });

  it("names every field of each event", () => {
    for (const [name, { fields }] of documented()) {
      const schema = EVENT_SCHEMAS[name as keyof typeof EVENT_SCHEMAS] as unknown as {
        shape: Record<string, unknown>;
      };
      for (const field of Object.keys(schema.shape)) {
        if (!COMMON.includes(field)) expect(fields, `${name}.${field}`).toContain(`\`${field}\``);
      }
    }
  });
});
