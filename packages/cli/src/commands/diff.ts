import {
  createRedactor,
  describeItem,
  type Fidelity,
  type ItemView,
  itemId,
  memoryStorage,
  readSummary,
} from "plimsoll";
import { managerFromSettings } from "plimsoll/node";
import { copySession } from "../archive/open-archive.js";
import { warnings } from "../archive/warnings.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { tokensOf } from "../input/tokens-of.js";
import { openConversation } from "../input/open-conversation.js";
import type { ConversationOptions } from "../options.js";
import { formatCount, formatNumber, formatReduction } from "../output/format-number.js";
import type { Output } from "../output/output.js";
import { printable, printableLine } from "../output/printable.js";
import { type DiffEntry, windowDiff } from "../output/window-diff.js";

interface ShownEntry {
  readonly change: DiffEntry["change"];
  /** What was put in: the summary, evidence for an output, or a note that repairs a broken pair. */
  readonly kind?: "summary" | "evidence" | "note";
  readonly id: string;
  readonly role: string;
  readonly text: string;
}

interface Comparison {
  readonly entries: readonly ShownEntry[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly reason: string;
  readonly fidelity?: Fidelity;
}

/** Compacts in memory and shows what stayed, what left and what was put in. */
export async function diff(
  path: string,
  options: ConversationOptions,
  context: CommandContext,
): Promise<number> {
  const comparison = await compare(path, options, context);
  const { output } = context;
  if (output.json) {
    const { entries, tokensBefore, tokensAfter, reason, fidelity } = comparison;
    const tokens = { tokens_before: tokensBefore, tokens_after: tokensAfter };
    await output.data({ ...tokens, reason, entries, ...(fidelity ? { fidelity } : {}) });
  } else {
    await print(comparison, output);
  }
  return EXIT_CODES.done;
}

async function compare(
  path: string,
  options: ConversationOptions,
  context: CommandContext,
): Promise<Comparison> {
  const { file, settings, sessionId, archived, request } = await openConversation(path, options, context);
  const redactor = createRedactor(settings.redaction);
  const manager = managerFromSettings(settings, {
    format: file.format,
    storage: archived ? await copySession(sessionId, settings, context) : memoryStorage(),
    exporters: [warnings(context.output).exporter],
  });
  try {
    context.output.progress(`Compacting ${formatCount(file.items.length, "item")} …`);
    const result = await manager.manualCompact(sessionId, file.items, request);
    const { before: tokensBefore, after: tokensAfter } = await tokensOf(result, file, settings);
    const entries = windowDiff(file.items, result.items).map(({ change, item }): ShownEntry => {
      const view = file.format.view(item);
      return {
        change,
        ...(change === "added" ? { kind: kindOf(view) } : {}),
        id: itemId(item),
        role: view.role,
        text: redactor.text(describeItem(view)),
      };
    });
    const fidelity = result.compaction?.fidelity;
    const { reason } = result.decision;
    return { entries, tokensBefore, tokensAfter, reason, ...(fidelity ? { fidelity } : {}) };
  } finally {
    await manager.close();
  }
}

function kindOf(view: ItemView): "summary" | "evidence" | "note" {
  if (readSummary(view)) return "summary";
  return view.results.length > 0 ? "evidence" : "note";
}

async function print(comparison: Comparison, output: Output): Promise<void> {
  const { bold, dim, green, red } = output.colors;
  const width = Math.max(20, output.columns - 14);
  const count = { kept: 0, removed: 0, added: 0 };
  for (const entry of comparison.entries) {
    count[entry.change] += 1;
    const line = `${entry.role.padEnd(9)} ${printableLine(entry.text, width)}`;
    if (entry.change === "kept") await output.line(dim(`  ${line}`));
    else if (entry.change === "removed") await output.line(red(`- ${entry.id}  ${line}`));
    else await output.line(green(added(entry)));
  }
  const { tokensBefore, tokensAfter } = comparison;
  const tokens = `${formatNumber(tokensBefore)} → ${formatNumber(tokensAfter)} tokens`;
  await output.line();
  await output.line(`${bold(tokens)} (${formatReduction(tokensBefore, tokensAfter)})`);
  await output.line(`${count.kept} unchanged, ${count.removed} removed, ${count.added} put in`);
  if (count.removed + count.added === 0) await output.line(printable(comparison.reason));
  if (comparison.fidelity) await printFidelity(comparison.fidelity, output);
}

const MAX_LOST = 10;

/** What the summary kept of the facts, and what must be read back to be seen again. */
async function printFidelity(fidelity: Fidelity, output: Output): Promise<void> {
  const { facts, counts, restored, corrected, removed, lost } = fidelity;
  const kept = `${counts.retained} of ${formatCount(facts, "fact")} in sight`;
  const rest = `${counts.recoverable} to be recalled, ${counts.missing} missing, ${counts.mutated} altered, ${counts.stale} out of date`;
  await output.line(`${kept}; ${rest}`);
  if (restored + corrected + removed > 0) {
    await output.line(`by code: ${restored} put back, ${corrected} put right, ${removed} invented taken out`);
  }
  for (const { class: outcome, kind, text } of lost.slice(0, MAX_LOST)) {
    const width = Math.max(20, output.columns - 30);
    await output.line(
      output.colors.dim(`  ${outcome.padEnd(11)} ${kind.padEnd(10)} ${printableLine(text, width)}`),
    );
  }
  if (lost.length > MAX_LOST)
    await output.line(output.colors.dim(`  … and ${lost.length - MAX_LOST} more (--json)`));
}

/** What was put in is shown in full. */
function added(entry: ShownEntry): string {
  const lines = printable(entry.text).split("\n");
  return [`+ ${entry.kind} (${entry.role})`, ...lines.map((line) => `+   ${line}`.trimEnd())].join("\n");
}
