import { describe, expect, it } from "vitest";
import { type CheckpointDelta, CHECKPOINT_DELTA_SCHEMA, parseDelta } from "./checkpoint-delta.js";
import { script } from "./ledger-test-support.js";
import { mergeDelta } from "./merge-delta.js";
import { createLedger, feedLedger } from "./session-ledger.js";
import { toCheckpoint } from "./to-checkpoint.js";

const session = script()
  .user("Never push to main. The customer of order W55001 wants a refund to the card.")
  .assistant("The refund needs a second approval.");
const checkpoint = session.checkpoint();
const NOTHING: CheckpointDelta = { objective: "", activeWork: "", added: [], superseded: [] };
const view = (id: string) => session.items.find((item) => item.id === id)?.view;
const merge = (delta: Partial<CheckpointDelta>) => mergeDelta(checkpoint, { ...NOTHING, ...delta }, { view });

describe("mergeDelta", () => {
  it("marks what only the model claims, and believes what a cited item says word for word", () => {
    const { risks, identifiers, version } = merge({
      added: [
        {
          section: "risks",
          text: "The refund needs a second approval.",
          detail: "blocker",
          items: ["i1", "nowhere"],
        },
        { section: "risks", text: "The card may be expired.", detail: "risk", items: ["i1"] },
        { section: "identifiers", text: "W55001", detail: "the order to refund", items: ["i0"] },
      ],
    });
    expect(risks).toMatchObject([
      {
        text: "The refund needs a second approval.",
        kind: "blocker",
        provenance: { items: ["i1"], by: "assistant" },
      },
      { text: "The card may be expired.", provenance: { items: ["i1"], by: "model" } },
    ]);
    expect(identifiers).toMatchObject([{ value: "W55001", provenance: { items: ["i0"], by: "user" } }]);
    expect(version).toBe(2);
  });

  it("never drops a constraint of the user, nor lets the model supersede it", () => {
    const [rule] = checkpoint.constraints;
    const byModel = merge({
      added: [{ section: "constraints", text: "Pushing to main is fine.", detail: "", items: ["i0"] }],
      superseded: [{ id: rule!.id, by: "Pushing to main is fine." }],
    });
    expect(byModel.constraints).toMatchObject([
      { id: rule!.id, status: "current" },
      { provenance: { by: "model" } },
    ]);
    const byNobody = merge({ superseded: [{ id: rule!.id, by: "" }] });
    expect(byNobody.constraints).toEqual(checkpoint.constraints);
    const unrelated = merge({
      added: [
        {
          section: "constraints",
          text: "The customer of order W55001 wants a refund to the card.",
          detail: "",
          items: ["i0"],
        },
      ],
      superseded: [{ id: rule!.id, by: "The customer of order W55001 wants a refund to the card." }],
    });
    expect(unrelated.constraints[0]).toMatchObject({ status: "current" });
  });

  it("lets what the user said later supersede what the user said before, and points to it", () => {
    const later = script().user("Never push to main.").user("You may push to main today.");
    const before = later.checkpoint();
    const after = mergeDelta(
      before,
      {
        ...NOTHING,
        added: [{ section: "constraints", text: "You may push to main today.", detail: "", items: ["i1"] }],
        superseded: [{ id: before.constraints[0]!.id, by: "You may push to main today." }],
      },
      { view: (id) => later.items.find((item) => item.id === id)?.view },
    );
    expect(after.constraints[0]).toMatchObject({
      status: "superseded",
      supersededBy: after.constraints[1]!.id,
    });
  });

  it("moves the plan, the objective and the work at hand on", () => {
    const merged = merge({
      objective: "Refund the order",
      activeWork: "Ask for approval",
      added: [{ section: "plan", text: "Ask for approval", detail: "active", items: [] }],
    });
    expect(merged.objective).toMatchObject({ text: "Refund the order", provenance: { by: "model" } });
    expect(merged.activeWork).toMatchObject({ text: "Ask for approval", provenance: { by: "model" } });
    expect(merged.plan).toMatchObject([{ text: "Ask for approval", state: "active" }]);
  });

  it("is carried over to the next checkpoint of the ledger", () => {
    const merged = merge({ added: [{ section: "risks", text: "Stock is low.", detail: "risk", items: [] }] });
    const ledger = feedLedger(createLedger(), session.items);
    const next = toCheckpoint(ledger, { sessionId: "s", version: 3, previous: merged });
    expect(next.risks).toMatchObject([{ text: "Stock is low.", provenance: { by: "model" } }]);
    expect(next.constraints).toEqual(checkpoint.constraints);
  });
});

describe("parseDelta", () => {
  it("reads what the schema describes and refuses what it does not", () => {
    const added = [{ section: "files", text: "a.ts", detail: "changed", items: ["i1"] }];
    expect(parseDelta({ ...NOTHING, added })).toEqual({ ...NOTHING, added });
    expect(() => parseDelta({ ...NOTHING, added: [{ ...added[0], section: "requests" }] })).toThrow(
      /delta\.added\[0\]\.section/,
    );
    expect(() => parseDelta({ ...NOTHING, objective: "x".repeat(2_001) })).toThrow(
      /delta\.objective must be a text of at most 2000/,
    );
    expect(CHECKPOINT_DELTA_SCHEMA["required"]).toEqual(Object.keys(NOTHING));
  });
});
