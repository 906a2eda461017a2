import { describe, expect, it } from "vitest";
import { chat, type ChatMessage } from "../formats/chat/chat.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import { CompactError } from "../errors/compact-error.js";
import { exchange } from "./evaluation-test-support.js";
import { evaluateSessions } from "./evaluate-sessions.js";
import type { EvaluationMethod } from "./evaluation-method.js";
import type { EvaluationSession } from "./evaluation-session.js";

const filler = (count: number): ChatMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: `Step ${index} of the plain work goes on without anything worth a word. `.repeat(6),
  }));

/** A session whose last calls need three files of its first half. */
function session(name: string): EvaluationSession {
  const files = ["harbour/ledger.ts", "harbour/invoice.ts", "harbour/cargo.ts"].map(
    (file) => `src/${name}/${file}`,
  );
  const items: ChatMessage[] = [
    { role: "system", content: `You work in workspaces/${name}/root on everything.` },
    { role: "user", content: `Please repair the ledger in ${files[0]} before noon.` },
    ...exchange(
      "1",
      { path: files[1], old_text: "return invoice.total - invoice.discount;" },
      "edited the invoice",
    ),
    ...exchange("2", { path: files[2] }, "cargo manifest written"),
    ...filler(12),
    ...exchange("3", { path: files[0] }, "done"),
    ...exchange("4", { path: files[1], note: `in workspaces/${name}/root` }, "done"),
    ...exchange("5", { path: files[2] }, "done"),
    ...filler(6),
  ];
  return { name, format: chat, items };
}

const method = (name: string, compact: EvaluationMethod["compact"]): EvaluationMethod => ({ name, compact });
const everything = method("everything", async ({ items }) => items);
const options = { estimator: heuristicEstimator, cuts: [0.5] };

describe("an evaluation of sessions", () => {
  it("finds everything in a window that holds everything", async () => {
    const report = await evaluateSessions([session("a")], {
      ...options,
      methods: [everything],
      budgets: [1],
    });
    expect(report.sessions[0]?.cuts).toMatchObject([{ needed: 3 }]);
    expect(report.summaries).toMatchObject([
      {
        recall: 1,
        boundRecall: 1,
        userSentences: 1,
        editedFiles: 1,
        invented: 0,
        overBudget: 0,
        orphans: 0,
        refused: 0,
      },
    ]);
    expect(report.rows[0]?.kinds).toEqual({ path: { kept: 3, all: 3 } });
  });

  it("gives nothing for a window over its budget, and says so", async () => {
    const report = await evaluateSessions([session("a")], {
      ...options,
      methods: [everything],
      budgets: [0.5],
    });
    expect(report.summaries).toMatchObject([{ recall: 0, boundRecall: 0, userSentences: 0, overBudget: 1 }]);
    expect(report.rows[0]?.lost).toHaveLength(3);
  });

  it("tells a list of names from a memory, and an invention from a quotation", async () => {
    const list = method("list", async ({ format, items }) => [
      ...items.slice(0, 1),
      format.message("user", "src/a/harbour/ledger.ts src/a/harbour/invoice.ts /made/up/by-hand.ts"),
    ]);
    const lists = { ...options, methods: [list], budgets: [0.5] };
    const [summary] = (await evaluateSessions([session("a")], lists)).summaries;
    expect(summary?.recall).toBeCloseTo(2 / 3);
    expect(summary?.boundRecall).toBe(0);
    expect(summary?.invented).toBeGreaterThan(0);
  });

  it("counts orphans and refusals", async () => {
    const torn = method("torn", async ({ items }) =>
      items.filter((item) => chat.view(item as ChatMessage).role !== "tool"),
    );
    const refusing = method("refusing", async () => {
      throw new CompactError("INSUFFICIENT_BUDGET", "It cannot fit.");
    });
    const { summaries } = await evaluateSessions([session("a")], {
      ...options,
      methods: [torn, refusing],
      budgets: [1],
    });
    expect(summaries).toMatchObject([
      { method: "torn", orphans: 2 },
      { method: "refusing", refused: 1, recall: 0 },
    ]);
  });

  it("leaves out what the other sessions hold as well, where there are enough of them", async () => {
    const same = Array.from({ length: 6 }, () => session("a"));
    expect(
      (await evaluateSessions(same.slice(0, 5), { ...options, methods: [everything] })).rows,
    ).not.toEqual([]);
    expect((await evaluateSessions(same, { ...options, methods: [everything] })).rows).toEqual([]);
  });

  it("compares the engine with the baselines, all within budget, the same way each time", async () => {
    const run = () => evaluateSessions([session("a"), session("b")], { ...options, budgets: [0.1, 0.25] });
    const report = await run();
    expect(report.summaries.map(({ method, budget }) => `${method} ${budget}`)).toEqual(
      ["plimsoll", "keep-last", "first-last", "clip-outputs"].flatMap((name) => [
        `${name} 0.1`,
        `${name} 0.25`,
      ]),
    );
    for (const summary of report.summaries)
      expect(summary).toMatchObject({ overBudget: 0, orphans: 0, refused: 0 });
    const recallOf = (name: string) => report.summaries.find(({ method }) => method === name)?.recall ?? 0;
    expect(recallOf("plimsoll")).toBeGreaterThan(recallOf("keep-last"));
    expect(await run()).toEqual(report);
  });

  it("says how old the things are that a summary says", async () => {
    const first = method("first", async ({ format, items }) => [
      ...items.slice(0, 1),
      format.message("user", "Please repair the ledger in src/a/harbour/ledger.ts before noon."),
    ]);
    const report = await evaluateSessions([session("a")], {
      ...options,
      methods: [first, everything],
      budgets: [1],
    });
    expect(report.summaries).toMatchObject([
      { method: "first", ages: { quarters: [1, 0, 0, 0], unattributed: 0 } },
      { method: "everything", ages: null },
    ]);
    expect(report.repeated).toBeUndefined();
  });

  it("compacts a session many times in a row, as it grows", async () => {
    const seen: number[] = [];
    const newest = method("newest", async ({ format, items }) => {
      seen.push(items.length);
      const last = chat.view(items.at(-1) as ChatMessage).text;
      return [...items.slice(0, 1), format.message("user", last)];
    });
    const { repeated } = await evaluateSessions([session("a")], {
      ...options,
      methods: [newest],
      budgets: [0.1],
      rounds: 5,
    });
    // The cut of the one compaction comes first.
    expect(seen).toHaveLength(1 + 5);
    expect(Math.max(...seen.slice(1))).toBeLessThan(session("a").items.length);
    expect(repeated).toMatchObject({
      rounds: 5,
      summaries: [{ method: "newest", budget: 0.1, refused: 0, ages: { quarters: [0, 0, 0, 1] } }],
    });
  });

  it("keeps the window of a round that is refused", async () => {
    const refusing = method("refusing", async () => {
      throw new CompactError("INSUFFICIENT_BUDGET", "It cannot fit.");
    });
    const { repeated } = await evaluateSessions([session("a")], {
      ...options,
      methods: [refusing],
      budgets: [0.1],
      rounds: 3,
    });
    expect(repeated?.summaries).toMatchObject([{ refused: 3, overBudget: 1, ages: null }]);
  });

  it("refuses shares that are none, and a round that is the only one", async () => {
    await expect(evaluateSessions([], { ...options, rounds: 1 })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    await expect(evaluateSessions([], { ...options, budgets: [2] })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });
});
