import {
  type Decision,
  memoryStorage,
  type Measurement,
  type PlanReport,
  type StorageAdapter,
} from "plimsoll";
import type { CompactionRecord, CostReport } from "plimsoll/engine";
import { managerFromSettings } from "plimsoll/node";
import { copySession } from "../archive/copy-session.js";
import { undoneEntries } from "../archive/undone-entries.js";
import { warnings } from "../archive/warnings.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { openConversation } from "../input/open-conversation.js";
import type { ConversationOptions } from "../command-options.js";
import { formatCount, formatNumber, formatReduction } from "../output/format-number.js";
import type { Colors, Output } from "../output/output.js";
import { printable, printableLine } from "../output/printable.js";
import { table } from "../output/table.js";

/** Shows what a compaction would do; writes and archives nothing. */
export async function dryRun(
  path: string,
  options: ConversationOptions,
  context: CommandContext,
): Promise<number> {
  const { file, settings, sessionId, archived, request } = await openConversation(path, options, context);
  const storage = archived ? await copySession(sessionId, settings, context) : memoryStorage();
  const applied = await newestCompaction(storage, sessionId);
  const manager = managerFromSettings(settings, {
    environment: context.environment,
    format: file.format,
    storage,
    exporters: [warnings(context.output).exporter],
  });
  try {
    context.output.progress(`Planning ${formatCount(file.items.length, "item")} …`);
    const { note: _, targetTokens: __, ...given } = request;
    const { decision: automatic } = await manager.decide(sessionId, file.items, given);
    const plan = await manager.plan(sessionId, file.items, request);
    const run = { plan, automatic, ...(applied ? { applied } : {}) };
    if (context.output.json) await context.output.data(asData(run));
    else await print(run, context.output);
  } finally {
    await manager.close();
  }
  return EXIT_CODES.done;
}

interface DryRun {
  readonly plan: PlanReport;
  /** What a call would decide by itself. */
  readonly automatic: Decision;
  /** The archived compaction that the plan begins with. */
  readonly applied?: Pick<CompactionRecord, "id" | "version" | "ts">;
}

/** The newest archived compaction that is not undone. */
async function newestCompaction(
  storage: StorageAdapter,
  sessionId: string,
): Promise<CompactionRecord | undefined> {
  const entries = await storage.read(sessionId, ["compaction", "undo", "redo"]);
  const undone = undoneEntries(entries);
  const found = entries.findLast((entry) => entry.kind === "compaction" && !undone.has(entry));
  return found?.data as CompactionRecord | undefined;
}

const SECTION_NAMES = [
  ["system", "system"],
  ["tools", "tool schemas"],
  ["memory", "memory"],
  ["history", "history"],
  ["newInput", "new input"],
] as const;

function asData({ plan, automatic, applied }: DryRun): object {
  const { decision, measurement } = plan;
  const { newInput, ...sections } = measurement.sections;
  return {
    decision: {
      action: decision.action,
      trigger: decision.trigger,
      reason: decision.reason,
      target: decision.target,
      hard_limit: decision.hardLimit,
    },
    trigger: {
      fires: automatic.action === "compact",
      trigger: automatic.trigger,
      reason: automatic.reason,
      limit: automatic.limit,
    },
    ...(applied ? { archived: { id: applied.id, version: applied.version, ts: applied.ts } } : {}),
    ...(decision.cost ? { cost: costData(decision.cost) } : {}),
    tokens: measurement.tokens,
    max: measurement.max,
    sections: { ...sections, new_input: newInput },
    rung: plan.rung,
    tokens_before: plan.tokensBefore,
    tokens_after_at_most: plan.tokensAfter,
    summary_tokens_at_most: plan.summaryTokens,
    items: plan.items,
  };
}

function costData({ reason, turns, estimate }: CostReport): object {
  if (!estimate) return { reason, turns };
  const { saves, summary, prefix, net } = estimate;
  return { reason, turns, saves, summary, prefix, net };
}

async function print({ plan, automatic, applied }: DryRun, output: Output): Promise<void> {
  const { decision } = plan;
  const { bold } = output.colors;
  await output.line(bold("Tokens by section"));
  await output.line(sectionTable(plan.measurement));
  await output.line();
  const fires = automatic.action === "compact" ? `fires (${automatic.trigger})` : "does not fire";
  await output.line(`${bold("Trigger")}   ${fires}: ${printable(automatic.reason)}`);
  if (applied)
    await output.line(
      `${bold("Archived")}  v${applied.version} (${printable(applied.id)}, ${printable(applied.ts)}) is applied first`,
    );
  await output.line(`${bold("Decision")}  ${decision.action}: ${printable(decision.reason)}`);
  if (decision.cost) await output.line(`${bold("Cost")}      ${printable(decision.cost.reason)}`);
  if (plan.items.length === 0) {
    await output.line("Nothing would change.");
    return;
  }
  await output.line(`${bold("Rung")}      ${plan.rung}`);
  await output.line();
  await output.line(itemTable(plan, output));
  await output.line();
  await output.line(totals(plan, output.colors));
}

function sectionTable(measurement: Measurement): string {
  const rows = SECTION_NAMES.map(([key, name]) => [name, measurement.sections[key]] as const);
  return table(
    [{ title: "section" }, { title: "tokens", align: "right" }, { title: "of window", align: "right" }],
    [...rows, ["all", measurement.tokens] as const, ["window", measurement.max] as const].map(
      ([name, tokens]) => [name, formatNumber(tokens), `${((tokens / measurement.max) * 100).toFixed(1)} %`],
    ),
  );
}

/** Only the text gets narrower with the terminal. */
function itemTable(plan: PlanReport, output: Output): string {
  const width = Math.max(20, output.columns - 42);
  return table(
    [
      { title: "#", align: "right" },
      { title: "fate" },
      { title: "role" },
      { title: "tokens", align: "right" },
      { title: "text" },
    ],
    plan.items.map((item) => [
      String(item.index),
      item.fate,
      item.role,
      formatNumber(item.tokens),
      printableLine(item.text, width),
    ]),
  );
}

function totals(plan: PlanReport, colors: Colors): string {
  const counts = new Map<string, number>();
  for (const { fate } of plan.items) counts.set(fate, (counts.get(fate) ?? 0) + 1);
  const fates = [...counts].map(([fate, count]) => `${formatNumber(count)} ${fate}`).join(", ");
  const tokens = `${formatNumber(plan.tokensBefore)} → at most ${formatNumber(plan.tokensAfter)} tokens`;
  const reduction = formatReduction(plan.tokensBefore, plan.tokensAfter);
  return `${colors.bold(tokens)} (${reduction}), including at most ${formatNumber(plan.summaryTokens)} for the summary\n${fates}`;
}
