import { describe, expect, it } from "vitest";
import type { Summarizer } from "plimsoll";
import { seededRandom } from "plimsoll/testing";
import { scaled } from "plimsoll-testkit/scaled";
import { runTasks, TASK_DEPTHS, TASK_RUNS, type TaskRow, TASKS } from "./run-tasks.js";

/** Every playing is a session of several windows: many where a rate is promised, few elsewhere. */
const SEEDS = scaled(34, 3);
const FEW_SEEDS = scaled(10, 2);

const runsNamed = (...names: string[]) => TASK_RUNS.filter(({ name }) => names.includes(name));
/** Few playings of each run, which several tests look at. */
const played = new Map<string, ReturnType<typeof runTasks>>();
function fewOf(name: string): ReturnType<typeof runTasks> {
  const rows = played.get(name) ?? runTasks({ seeds: FEW_SEEDS, runs: runsNamed(name) });
  played.set(name, rows);
  return rows;
}

const successOf = (rows: readonly TaskRow[]): number =>
  rows.reduce((sum, row) => sum + row.succeeded, 0) / rows.reduce((sum, row) => sum + row.played, 0);

describe("the scripted tasks", () => {
  it("are the same for the same seed and others for another", () => {
    for (const task of TASKS) {
      const script = (seed: number) => JSON.stringify(task.script(seededRandom(seed), 3));
      expect(script(1)).toBe(script(1));
      expect(script(1)).not.toBe(script(2));
    }
  });

  it("all succeed when the agent sees everything", async () => {
    const rows = await runTasks({ seeds: FEW_SEEDS, runs: runsNamed("unlimited window") });
    expect(rows).toHaveLength(2 * TASKS.length);
    for (const row of rows) expect(row).toMatchObject({ succeeded: FEW_SEEDS, lost: [], compactions: 0 });
  });

  it.each(["embedded, recall", "model, recall", "model, deltas, recall"])(
    "lose less than 3 % to one compaction, and to several: %s",
    async (name) => {
      const rows = await runTasks({ seeds: SEEDS, runs: runsNamed(name) });
      for (const depth of TASK_DEPTHS) {
        const own = rows.filter((row) => row.depth === depth);
        for (const row of own) expect(row.compactions).toBeGreaterThan(depth === "one" ? 0.4 : 3);
        expect(successOf(own)).toBeGreaterThan(0.97);
      }
    },
  );

  it("keep identifiers and corrections where a model writes deltas, also if nothing can be looked up", async () => {
    const rows = await fewOf("model, deltas");
    const lost = rows.flatMap((row) => row.lost);
    expect(lost.filter(({ kind }) => kind === "correction")).toEqual([]);
    expect(lost.filter(({ taken }) => taken !== undefined)).toEqual([]);
    expect(lost.filter(({ argument }) => argument === "booking" || argument === "payment")).toEqual([]);
  });

  it("keep what the user said through the embedded summarizer without recall", async () => {
    const rows = await fewOf("embedded");
    const corrections = rows.flatMap((row) => row.lost).filter(({ kind }) => kind === "correction");
    expect(corrections.length).toBeLessThan(3);
  });

  it.each(["embedded", "model, deltas"])("succeed nine times of ten without recall: %s", async (name) => {
    const rows = await fewOf(name);
    for (const depth of TASK_DEPTHS) {
      expect(successOf(rows.filter((row) => row.depth === depth))).toBeGreaterThanOrEqual(0.9);
    }
  });

  it("succeed mostly where a summarizer says nothing: code prints the state and chooses extracts", async () => {
    const nonsense: Summarizer = {
      name: "nonsense",
      summarize: async () => ({ text: "Various things were discussed and some progress was made." }),
    };
    const runs = [{ name: "nonsense", compacts: true, summarizer: nonsense, recall: false }];
    const rows = await runTasks({ seeds: FEW_SEEDS, runs, depths: ["several"] });
    expect(successOf(rows)).toBeGreaterThan(0.8);
  });
});
