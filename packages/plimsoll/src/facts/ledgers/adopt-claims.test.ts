import { describe, expect, it } from "vitest";
import { EMPTY_VIEW } from "../../conversation/item-view.js";
import type { Checkpoint } from "../checkpoint/checkpoint.js";
import { printState } from "../checkpoint/print-state.js";
import { readState } from "../checkpoint/read-state.js";
import { toCheckpoint } from "../checkpoint/to-checkpoint.js";
import { script, type SessionScript } from "./ledger-test-support.js";
import type { LedgerItem } from "./observation.js";
import { createLedger, observeItems } from "./session-ledger.js";

const printed = (checkpoint: Checkpoint): string =>
  printState(checkpoint, {
    maxTokens: 2_000,
    summaryTokens: 4_000,
    count: (text) => Math.ceil(text.length / 4),
    shown: () => new Set(),
  }).text;

/** The session goes on in a process that has only the text of its summary. */
function goesOn(before: SessionScript, after: SessionScript, isVerified = false): Checkpoint {
  const claims = readState(printed(before.checkpoint()));
  const summary: LedgerItem = { id: "summary", view: EMPTY_VIEW, summary: { rules: [], claims, isVerified } };
  const ledger = observeItems(createLedger(), [summary, ...after.items]);
  return toCheckpoint(ledger, { sessionId: "s", version: 2 });
}

const work = (): SessionScript =>
  script()
    .user("Move the invoices to the new store.")
    .tool("create_ticket", { title: "Slow export" }, '{"ticket":"T-1","status":"open","title":"Slow export"}')
    .tool(
      "bash",
      { command: "pytest tests/test_store.py" },
      "E  StoreTimeout: no answer\n1 failed\n[exit code 1]",
    )
    .tool(
      "edit",
      { file_path: "src/store.py", old_string: "a = 1", new_string: "a = 2" },
      "The file was updated.",
    )
    .tool(
      "update_plan",
      {
        plan: [
          { step: "Write the store", status: "completed" },
          { step: "Move", status: "pending" },
        ],
      },
      "ok",
    );

describe("what an adopted summary claims", () => {
  it("stands on, marked, until an item says more", () => {
    const text = printed(goesOn(work(), script().user("Go on.")));
    expect(text).toContain("[ ] Move [unconfirmed]");
    expect(text).toContain("src/store.py edited [unconfirmed]");
    expect(text).toContain("StoreTimeout: no answer");
    expect(text).toContain("ticket T-1: status open");
  });

  it("is settled by what happens later", () => {
    const later = script()
      .tool("update_ticket", { ticket: "T-1" }, '{"ticket":"T-1","status":"closed"}')
      .tool("bash", { command: "pytest tests/test_store.py" }, "1 passed in 2.2s\n[exit code 0]")
      .tool("update_plan", { plan: [{ step: "Move", status: "completed" }] }, "ok");
    const checkpoint = goesOn(work(), later);
    const text = printed(checkpoint);
    expect(text).toContain("[x] Move\n");
    expect(text).not.toContain("Fails: ");
    expect(text).not.toMatch(/^Open:/m);
    expect(checkpoint.facts.find(({ subject }) => subject === "ticket T-1")).toMatchObject({
      state: "closed",
    });
  });

  it("needs no mark where the summary is verified", () => {
    expect(printed(goesOn(work(), script().user("Go on."), true))).not.toContain("[unconfirmed]");
  });

  it("says the same after many rounds", () => {
    let claims = readState(printed(work().checkpoint()));
    const texts = Array.from({ length: 4 }, () => {
      const summary: LedgerItem = {
        id: "s",
        view: EMPTY_VIEW,
        summary: { rules: [], claims, isVerified: false },
      };
      const ledger = observeItems(createLedger(), [summary]);
      const text = printed(toCheckpoint(ledger, { sessionId: "s", version: 1 }));
      claims = readState(text);
      return text;
    });
    expect(new Set(texts).size).toBe(1);
  });
});
