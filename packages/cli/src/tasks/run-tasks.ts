import type { Summarizer } from "plimsoll";
import { bookingChanges } from "./booking-changes.js";
import { bugHunt } from "./bug-hunt.js";
import { changingIncident } from "./changing-incident.js";
import { paraphrasingSummarizer } from "./paraphrasing-summarizer.js";
import { type LostFact, playTask } from "./play-task.js";
import { scriptedDeltaModel } from "./scripted-delta-model.js";
import type { Task } from "./task.js";

export const TASKS: readonly Task[] = [bookingChanges, bugHunt, changingIncident];

/** How tasks are played: by which summarizer, with recall or without. */
export interface TaskRun {
  readonly name: string;
  /** False shows the agent everything. */
  readonly compacts: boolean;
  /** @default the embedded one */
  readonly summarizer?: Summarizer;
  readonly recall: boolean;
}

export const TASK_RUNS: readonly TaskRun[] = [
  { name: "unlimited window", compacts: false, recall: false },
  { name: "embedded", compacts: true, recall: false },
  { name: "embedded, recall", compacts: true, recall: true },
  { name: "model", compacts: true, summarizer: paraphrasingSummarizer(), recall: false },
  { name: "model, recall", compacts: true, summarizer: paraphrasingSummarizer(), recall: true },
  { name: "model, deltas", compacts: true, summarizer: scriptedDeltaModel(), recall: false },
  { name: "model, deltas, recall", compacts: true, summarizer: scriptedDeltaModel(), recall: true },
];

export interface RunTasksOptions {
  /** How often each task is played, each time with another seed. */
  readonly seeds: number;
  /** Tokens of the window of runs that compact. @default 4000 */
  readonly window?: number;
  /** @default all of them */
  readonly tasks?: readonly Task[];
  /** @default unlimited, embedded, a mediocre model's prose and its deltas, all but the first with recall and without */
  readonly runs?: readonly TaskRun[];
  /** @default both */
  readonly depths?: readonly TaskDepth[];
  /** Told before every run of a task, which waits for it. */
  readonly onProgress?: (done: number, all: number) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/** One task in one run at one length, over all seeds. */
export interface TaskRow {
  readonly run: string;
  readonly task: string;
  /** `one`: about one compaction before the last decision; `several`: many. */
  readonly depth: TaskDepth;
  readonly played: number;
  readonly succeeded: number;
  /** Values that decisions needed, those that were right, and those that were looked up. */
  readonly needs: number;
  readonly met: number;
  readonly recalled: number;
  /** Compactions of one playing, on average. */
  readonly compactions: number;
  readonly lost: readonly LostFact[];
}

/** Steps of other work between learning and deciding: enough to fill a window of 4,000 tokens once, and several times. */
const NOISE = { one: 4, several: 14 } as const;
export type TaskDepth = keyof typeof NOISE;
export const TASK_DEPTHS: readonly TaskDepth[] = ["one", "several"];
const WINDOW = 4000;

/** Plays seeded tasks and reports how often the agent could do all of its work. The same options give the same rows. */
export async function runTasks(options: RunTasksOptions): Promise<TaskRow[]> {
  const { tasks = TASKS, runs = TASK_RUNS, depths = TASK_DEPTHS, onProgress, signal } = options;
  const rows: TaskRow[] = [];
  const all = runs.length * depths.length * tasks.length;
  for (const run of runs) {
    for (const depth of depths) {
      for (const task of tasks) {
        await onProgress?.(rows.length, all);
        signal?.throwIfAborted();
        rows.push(await runTask(task, { ...options, run, depth }));
      }
    }
  }
  return rows;
}

async function runTask(
  task: Task,
  {
    run,
    depth,
    seeds,
    window = WINDOW,
  }: RunTasksOptions & { readonly run: TaskRun; readonly depth: TaskDepth },
): Promise<TaskRow> {
  const sum = { succeeded: 0, needs: 0, recalled: 0, compactions: 0 };
  const lost: LostFact[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const played = await playTask(task, {
      seed,
      noise: NOISE[depth],
      recall: run.recall,
      ...(run.compacts ? { window } : {}),
      ...(run.summarizer ? { summarizer: run.summarizer } : {}),
    });
    sum.succeeded += Number(played.succeeded);
    sum.needs += played.needs;
    sum.recalled += played.recalled;
    sum.compactions += played.compactions;
    lost.push(...played.lost);
  }
  const compactions = seeds === 0 ? 0 : sum.compactions / seeds;
  return {
    run: run.name,
    task: task.name,
    depth,
    played: seeds,
    ...sum,
    compactions,
    met: sum.needs - lost.length,
    lost,
  };
}
