import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { EMPTY_VIEW } from "../../conversation/item-view.js";
import { script } from "./ledger-test-support.js";
import type { LedgerItem } from "./observation.js";
import { restoreLedger } from "./restore-ledger.js";
import { createLedger, observeItems, type SessionLedger } from "./session-ledger.js";
import { sessionStep } from "./session-step-test-support.js";
import { unverifiedRules, toCheckpoint } from "../checkpoint/to-checkpoint.js";

const session = fc.array(sessionStep, { maxLength: 40 }).map((steps) => {
  const built = script();
  for (const apply of steps) apply(built);
  return built.items;
});

const stored = (ledger: SessionLedger): unknown => JSON.parse(JSON.stringify(ledger));

describe("the session ledger", () => {
  it("is the same whether items are fed one by one, with a restart after each, or all at once", () => {
    fc.assert(
      fc.property(session, (items) => {
        let ledger = createLedger();
        for (const item of items) ledger = restoreLedger(stored(observeItems(ledger, [item])));
        expect(stored(ledger)).toEqual(stored(observeItems(createLedger(), items)));
      }),
      { numRuns: scaled(60) },
    );
  });

  it("keeps every constraint, and superseded entries lead to current ones", () => {
    fc.assert(
      fc.property(session, (items) => {
        const checkpoint = toCheckpoint(observeItems(createLedger(), items), { sessionId: "s", version: 1 });
        const fed = items
          .map(({ view }) => (view.role === "user" ? view.text : ""))
          .filter((text) => /Never|Always|must|most|不要/.test(text));
        const kept = new Set(checkpoint.constraints.map(({ text }) => text));
        for (const text of fed) expect(kept).toContain(text);
        for (const entries of [checkpoint.constraints, checkpoint.commands]) {
          const byId = new Map<string, (typeof entries)[number]>(entries.map((entry) => [entry.id, entry]));
          for (const entry of entries) {
            let last: (typeof entries)[number] | undefined = entry;
            while (last?.supersededBy !== undefined) last = byId.get(last.supersededBy);
            expect(last?.status).toBe("current");
          }
        }
      }),
      { numRuns: scaled(60) },
    );
  });

  it("refuses stored state that is not its own, and says where", () => {
    const state = stored(observeItems(createLedger(), script().user("Never push.").items)) as {
      rows: { constraints: { fields: { kind: unknown } }[] };
    };
    state.rows.constraints[0]!.fields.kind = "whim";
    expect(() => restoreLedger(state)).toThrow(
      /ledger\.rows\.constraints\[0\]\.fields\.kind is "whim"; it must be one of rule,/,
    );
    expect(() => restoreLedger({ schemaVersion: 2 })).toThrow(/ledger\.schemaVersion/);
  });

  it("takes the first real request for the objective and the newest for the work at hand", () => {
    const { objective, activeWork, requests } = script()
      .user("/mode")
      .user("Port the user selector to the new theme.")
      .user("continue")
      .assistant("Done.")
      .user("Now the footer.")
      .user("continue")
      .checkpoint();
    expect(objective?.text).toBe("Port the user selector to the new theme.");
    expect(activeWork?.text).toBe("Now the footer.");
    expect(requests.map(({ text }) => text)).toEqual([
      "/mode",
      "Port the user selector to the new theme.",
      "Now the footer.",
      "continue",
    ]);
  });

  it("reads of a summary what it hands over, and nothing of the provider's own state", () => {
    const items: LedgerItem[] = [
      {
        id: "a",
        view: { ...EMPTY_VIEW, role: "user", text: "<COMPACT-SUMMARY v1>\nNever push.\n</COMPACT-SUMMARY>" },
        summary: { rules: ["Never push."], isVerified: true },
      },
      { id: "b", view: { ...EMPTY_VIEW, role: "user", text: "Never push.", providerState: true } },
    ];
    const checkpoint = toCheckpoint(observeItems(createLedger(), items), { sessionId: "s", version: 1 });
    expect(checkpoint.constraints.map(({ text }) => text)).toEqual(["Never push."]);
    expect(checkpoint.requests).toEqual([]);
  });

  it("notes what a summary hands over that nobody vouches for, as nobody's, until the user takes it back or says it", () => {
    const summary = { rules: ["Never push to main.", "Never touch docs/."], isVerified: false };
    const ledger = observeItems(createLedger(), [{ id: "a", view: EMPTY_VIEW, summary }]);
    const constraints = (): unknown[] =>
      toCheckpoint(ledger, { sessionId: "s", version: 1 }).constraints.map(({ text, status }) => [
        text,
        status,
      ]);
    const held = (): string[] => unverifiedRules(ledger).flatMap(({ text, holds }) => (holds ? [text] : []));
    expect(constraints()).toEqual([]);
    expect(held()).toEqual(summary.rules);
    const say = (id: string, text: string): unknown =>
      observeItems(ledger, [{ id, view: { ...EMPTY_VIEW, role: "user", text } }]);
    say("b", "Forget what I said: you may push to main now.");
    expect(held()).toEqual(["Never touch docs/."]);
    say("c", "Never touch docs/.");
    expect(held()).toEqual([]);
    expect(constraints()).toContainEqual(["Never touch docs/.", "current"]);
  });
});

describe("the session ledger on hostile input", () => {
  it("keeps 10,000 constraints in order", () => {
    const built = script();
    const rules = Array.from({ length: 10_000 }, (_, index) => `Never open door d${index} at night.`);
    for (let start = 0; start < rules.length; start += 100)
      built.user(rules.slice(start, start + 100).join("\n"));
    expect(built.checkpoint().constraints.map(({ text }) => text)).toEqual(rules);
  });

  it("bounds what it keeps of lines of megabytes, deep arguments and endless lists", () => {
    const huge = "must not a1b2c3 /x/y.ts error: ".repeat(160_000);
    const deep = `${"[".repeat(100_000)}1${"]".repeat(100_000)}`;
    const many = JSON.stringify(Array.from({ length: 50_000 }, (_, index) => ({ id: `K${index + 1000}` })));
    const ledger = observeItems(
      createLedger(),
      script()
        .tool("bash", { command: huge }, huge)
        .tool("write", { path: "a.ts", content: huge }, huge)
        .tool("lookup", deep, deep)
        .tool("lookup", `{"a":${deep}}`, many)
        .assistant(huge)
        .user("\u0000\ud800 <a><b><c> ``` ~~~ *** Update File: \n--- a\n+++ b").items,
    );
    expect(JSON.stringify(ledger).length).toBeLessThan(1_000_000);
  });

  it("passes over a blob that a user pasted and keeps the rule beside it", () => {
    const blob = "QUJD".repeat(1_000_000);
    const { constraints, requests } = script().user(`${blob}\nNever delete it.`).checkpoint();
    expect(constraints.map(({ text }) => text)).toEqual(["Never delete it."]);
    expect(requests[0]!.text.length).toBeLessThan(21_000);
  });
});
