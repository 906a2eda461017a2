import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { CompactError, heuristicEstimator, loadExactEstimator, type TokenEstimator } from "plimsoll";
import { type EvaluationReport, evaluateSessions } from "plimsoll/evaluation";
import type { CommandContext } from "../command-context.js";
import { detailedData, evaluationData } from "../evaluation/evaluation-data.js";
import { printEvaluation } from "../evaluation/print-evaluation.js";
import { printTasks, taskData } from "../evaluation/print-tasks.js";
import { type ReadSessions, readSessions } from "../evaluation/read-sessions.js";
import { EXIT_CODES } from "../exit-codes.js";
import type { EvalOptions } from "../command-options.js";
import { formatCount } from "../output/format-number.js";
import type { Output } from "../output/output.js";
import { printableJson } from "../output/printable.js";
import { assertWritable, writeWhole } from "../output/write-whole.js";
import type { TaskRow } from "../tasks/run-tasks.js";

/** Measures what compactions keep: of recorded sessions, and of tasks that a scripted agent plays. */
export async function evaluate(
  paths: readonly string[],
  options: EvalOptions,
  context: CommandContext,
): Promise<number> {
  if (paths.length === 0 && options.tasks !== true) {
    throw new CompactError(
      "INVALID_INPUT",
      "Name session files or a folder of them, or play the tasks with --tasks.",
    );
  }
  const target = options.out === undefined ? undefined : resolve(context.cwd, options.out);
  if (target !== undefined) await assertWritable(target);
  const read = paths.length > 0 ? await readSessions(paths, options, context) : undefined;
  const report = read && (await measure(read, options, context));
  if (report && !context.output.json) await printEvaluation(report, context.output);
  const tasks = options.tasks === true ? await play(options, context) : undefined;
  const skipped = read?.skipped ?? [];
  await tell({ report, tasks, skipped, target }, context.output);
  if (target !== undefined) context.output.note(`The whole report is in ${options.out}.`);
  return skipped.length === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
}

interface Findings {
  readonly report: EvaluationReport | undefined;
  readonly tasks: readonly TaskRow[] | undefined;
  readonly skipped: ReadSessions["skipped"];
  /** Where the whole report goes. */
  readonly target: string | undefined;
}

/** Prints what is not printed yet, and writes the whole report on request. */
async function tell({ report, tasks, skipped, target }: Findings, output: Output): Promise<void> {
  if (tasks && !output.json) {
    if (report) await output.line();
    await printTasks(tasks, output);
  }
  const played = tasks ? { tasks: taskData(tasks) } : {};
  if (target !== undefined) {
    const whole = { ...(report ? detailedData(report, skipped) : {}), ...played };
    await writeWhole(target, `${printableJson(whole)}\n`);
  }
  if (output.json) await output.data({ ...(report ? evaluationData(report, skipped) : {}), ...played });
}

async function play({ seeds }: EvalOptions, { output, signal }: CommandContext): Promise<TaskRow[]> {
  const { runTasks } = await import("../tasks/run-tasks.js");
  const rows = await runTasks({
    seeds,
    onProgress: (done, all) => shown(output, `Playing tasks: ${done} of ${all} runs …`),
    signal,
  });
  output.progress("");
  return rows;
}

async function measure(
  { sessions }: ReadSessions,
  options: EvalOptions,
  { output, signal }: CommandContext,
): Promise<EvaluationReport> {
  const estimator: TokenEstimator =
    options.estimator === "heuristic" ? heuristicEstimator : await loadExactEstimator("o200k_base");
  const report = await evaluateSessions(sessions, {
    estimator,
    ...(options.budgets === undefined ? {} : { budgets: options.budgets }),
    ...(options.rounds === undefined ? {} : { rounds: options.rounds }),
    onProgress: (done, all) => shown(output, `Measuring session ${done + 1} of ${all} …`),
    signal,
  });
  output.progress("");
  if (report.rows.length > 0) return report;
  throw new CompactError(
    "INVALID_INPUT",
    `${formatCount(sessions.length, "session")} cannot be measured: none has tool calls whose arguments need at ` +
      "least three names, paths or ids of the first half. Pass longer sessions of an agent that uses tools.",
    { details: { sessions: sessions.length } },
  );
}

/** Shows how far the work is, and lets the process notice Ctrl-C. */
async function shown(output: Output, text: string): Promise<void> {
  output.progress(text);
  await setImmediate();
}
