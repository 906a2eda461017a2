import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heuristicEstimator } from "../../tokens/heuristic-estimator.js";
import { script } from "../ledgers/ledger-test-support.js";
import { mergeDelta } from "./merge-delta.js";
import { renderCheckpoint } from "./render-checkpoint.js";

const count = (text: string): number => heuristicEstimator.count(text);

const session = script()
  .user("Move the billing code to the new API. Never charge a card twice.")
  .tool(
    "update_plan",
    {
      plan: [
        { step: "Read the client", status: "completed" },
        { step: "Port it", status: "in_progress" },
      ],
    },
    "ok",
  )
  .tool("edit", { path: "src/billing.ts", old: "a", new: "b" }, "edited")
  .tool("bash", { command: "npm test" }, "FAILED t.py::charges_once - x\n1 failed\nexit code: 1")
  .tool("get_order", { order_id: "W55001" }, '{"order_id":"W55001","status":"open"}')
  .assistant("I decided to keep v1 because clients pin it.")
  .user("Also:\n- write a changelog\n- 不要改动数据库");
const checkpoint = session.checkpoint();

describe("renderCheckpoint", () => {
  it("writes sections in order of importance", () => {
    expect(renderCheckpoint(checkpoint, { maxTokens: 10_000, count }).text).toMatchInlineSnapshot(`
      "Constraints of the user:
      - Never charge a card twice.
      - 不要改动数据库
      Objective:
      Move the billing code to the new API. Never charge a card twice.
      Working on:
      Port it
      Plan:
      - [x] Read the client
      - [~] Port it
      Errors:
      - FAILED t.py::charges_once - x (npm test)
      Decisions:
      - I decided to keep v1 because clients pin it.
      Facts:
      - order W55001: status open
      Files:
      - src/billing.ts: changed
      Identifiers:
      - order_id (open) W55001
      Commands:
      - npm test -> failed, exit code 1; failing: t.py::charges_once
      Requests of the user, word for word:
      - Also:
        - write a changelog
        - 不要改动数据库"
    `);
  });

  it("says for every line which entries and items it rests on, at any budget", () => {
    const ids = new Set(session.items.map(({ id }) => id));
    fc.assert(
      fc.property(fc.nat(500), (maxTokens) => {
        const { text, lines, tokens } = renderCheckpoint(checkpoint, { maxTokens, count });
        expect(text).toBe(lines.map((line) => line.text).join("\n"));
        expect(tokens).toBe(count(text));
        expect(tokens).toBeLessThanOrEqual(maxTokens);
        for (const line of lines) {
          expect(line.entries.length).toBeGreaterThan(0);
          expect(line.items.length).toBeGreaterThan(0);
          for (const item of line.items) expect(ids).toContain(item);
        }
      }),
    );
  });

  it("keeps the constraints where little fits, and names what it left out", () => {
    const { text, omitted } = renderCheckpoint(checkpoint, { maxTokens: 25, count });
    expect(text).toBe("Constraints of the user:\n- Never charge a card twice.\n- 不要改动数据库");
    expect(omitted).toContain(checkpoint.files[0]!.id);
  });

  it("shows neither what is superseded nor what is closed, and marks what only a model claims", () => {
    const built = script()
      .user("Use at most 10 workers.")
      .user("Use at most 20 workers.")
      .assistant("Shall I proceed?")
      .user("Yes.");
    const merged = mergeDelta(
      built.checkpoint(),
      {
        objective: "",
        activeWork: "",
        added: [{ section: "risks", text: "Memory is short.", detail: "risk", items: ["i0"] }],
        superseded: [],
      },
      { view: (id) => built.items.find((item) => item.id === id)?.view },
    );
    const { text } = renderCheckpoint({ ...merged, requests: [] }, { maxTokens: 1_000, count });
    expect(text).not.toContain("proceed");
    expect(text).toContain("- Use at most 20 workers.");
    expect(text).not.toContain("- Use at most 10 workers.");
    expect(text).toContain("- Memory is short. [unconfirmed]");
  });

  it("stays within the budget where counts of parts do not add up", () => {
    const odd = (text: string): number => text.length ** 2;
    for (const maxTokens of [-1, 0, 1, 900, 100_000]) {
      expect(renderCheckpoint(checkpoint, { maxTokens, count: odd }).tokens).toBeLessThanOrEqual(
        Math.max(0, maxTokens),
      );
    }
  });
});
