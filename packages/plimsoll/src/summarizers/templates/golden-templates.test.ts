import { describe, expect, it } from "vitest";
import { parseCheckpoint } from "../../facts/checkpoint/parse-checkpoint.js";
import { script } from "../../facts/ledgers/ledger-test-support.js";
import { mergeDelta } from "../../facts/checkpoint/merge-delta.js";
import { renderCheckpoint } from "../../facts/checkpoint/render-checkpoint.js";
import { heuristicEstimator } from "../../tokens/heuristic-estimator.js";
import { TEMPLATE_NAMES } from "../template-name.js";
import { SUMMARY_TEMPLATES } from "./summary-templates.js";
import { templateLayout } from "./template-layout.js";

const count = (text: string): number => heuristicEstimator.count(text);

const session = script()
  .user(
    "Move the billing code to the new API. Never charge a card twice. The answer must come within 200 ms. " +
      "It is done when all tests pass.",
  )
  .tool(
    "update_plan",
    {
      plan: [
        { step: "Read the client", status: "completed" },
        { step: "Port the calls", status: "in_progress" },
        { step: "Delete the old client", status: "pending" },
      ],
    },
    "ok",
  )
  .tool("read_file", { path: "src/client.ts" }, "export const client = 1;")
  .tool("edit", { path: "src/billing.ts", old: "a", new: "b" }, "edited")
  .tool("bash", { command: "npm test" }, "FAILED t.py::charges_once - x\n1 failed\nexit code: 1")
  .tool("get_order", { order_id: "W55001" }, '{"order_id":"W55001","customer":"Ada Byron","status":"open"}')
  .assistant("I decided to keep v1 because clients pin it.")
  .user("I prefer small commits.")
  .assistant("Shall I delete the old client now?");

/** What a model adds: a finding that an item says, a claim that none does, a step of its own. */
const checkpoint = mergeDelta(
  session.checkpoint(),
  {
    objective: "",
    activeWork: "",
    added: [
      { section: "decisions", text: "The old client retries by itself.", detail: "", items: [] },
      { section: "risks", text: "The new API may be slow.", detail: "risk", items: ["i2"] },
      { section: "sources", text: "https://example.com/api", detail: "The new API", items: [] },
    ],
    superseded: [],
  },
  { view: (id) => session.items.find((item) => item.id === id)?.view },
);

const rendered = (name: (typeof TEMPLATE_NAMES)[number], maxTokens: number) =>
  renderCheckpoint(checkpoint, { maxTokens, count, layout: templateLayout(SUMMARY_TEMPLATES[name]) });

describe.each(TEMPLATE_NAMES)("a checkpoint rendered by the template %s", (name) => {
  it.each([
    ["whole", 2_000],
    ["short", 120],
  ])("reads as it is recorded (%s)", async (size, maxTokens) => {
    const { text, tokens } = rendered(name, maxTokens);
    expect(tokens).toBeLessThanOrEqual(maxTokens);
    await expect(`${text}\n`).toMatchFileSnapshot(`__fixtures__/${name}-${size}.txt`);
  });

  it("shows every demand of the user and what is open, and says for each line what it rests on", () => {
    const { text, lines, omitted } = rendered(name, 2_000);
    for (const constraint of checkpoint.constraints) expect(text).toContain(constraint.text);
    expect(text).toContain("Shall I delete the old client now?");
    expect(text).toContain("Move the billing code to the new API.");
    const known = new Set(session.items.map(({ id }) => id));
    for (const line of lines) {
      expect(line.entries.length).toBeGreaterThan(0);
      for (const item of line.items) expect(known).toContain(item);
      if (!line.isHeading && line.items.length === 0) expect(line.text).toMatch(/\[unconfirmed\]$/);
    }
    expect(omitted).not.toContain(checkpoint.constraints[0]?.id);
  });
});

describe("the checkpoint of the recorded summaries", () => {
  it("is exported as it is recorded, and read back", async () => {
    const text = `${JSON.stringify(checkpoint, undefined, 2)}\n`;
    expect(parseCheckpoint(text)).toEqual(checkpoint);
    await expect(text).toMatchFileSnapshot("__fixtures__/checkpoint.txt");
  });
});
