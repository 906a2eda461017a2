import { describe, expect, it } from "vitest";
import { supportsDecision } from "./supports-decision.js";

const SAID =
  "I'll go with SQLite in WAL mode for the queue instead of Postgres, because it needs no service.";

describe("supportsDecision", () => {
  it.each([
    "Use SQLite in WAL mode for the queue",
    "SQLite for the queue instead of Postgres",
    "Decided to go with SQLite",
  ])("is true for what is said in other words: %s", (decision) => {
    expect(supportsDecision(decision, SAID.replace(", because it needs no service", ""))).toBe(true);
  });

  it.each([
    "Use Postgres for the queue",
    "Postgres for the queue instead of SQLite",
    "Use SQLite for the payments",
    "Do not use SQLite for the queue",
    "Use SQLite 3.45 for the queue",
    "Decided to go on",
  ])("is false for what is not: %s", (decision) => {
    expect(supportsDecision(decision, SAID.replace(", because it needs no service", ""))).toBe(false);
  });

  it("is false where it is only weighed", () => {
    expect(supportsDecision("Use SQLite", "Should we use SQLite?")).toBe(false);
    expect(supportsDecision("Use SQLite", "We could use SQLite here.")).toBe(false);
  });
});
