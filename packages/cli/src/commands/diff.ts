import { type CompactEvent, type Fidelity, type ItemView, memoryStorage } from "plimsoll";
import { describeItem } from "plimsoll/engine";
import { readSummary } from "plimsoll/facts";
import { itemId } from "plimsoll/formats";
import { createRedactor } from "plimsoll/redaction";
import { managerFromSettings } from "plimsoll/node";
import { archivedCheck } from "../archive/archived-check.js";
import { archiveOver } from "../archive/archive-over.js";
import { copySession } from "../archive/copy-session.js";
import { warnings } from "../archive/warnings.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { tokensOf } from "../input/tokens-of.js";
import { openConversation } from "../input/open-conversation.js";
import type { ConversationOptions } from "../command-options.js";
import { formatCount, formatNumber, formatReduction } from "../output/format-number.js";
import type { Output } from "../output/output.js";
import { printable, printableLine } from "../output/printable.js";
import { type DiffEntry, windowDiff } from "../output/window-diff.js";

interface ShownEntry {
  readonly change: DiffEntry["change"];
  /** The added item: the summary, evidence for an output, or a note that repairs a broken pair. */
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
  /** If an archived compaction is applied again: the counts of its summary's verification. */
  readonly verified?: CompactEvent;
}

/** Compacts in memory and shows what stayed, what left and what was added. */
export async function diff(
  path: string,
  options: ConversationOptions,
  context: CommandContext,
): Promise<number> {
  const comparison = await compare(path, options, context);
  const { output } = context;
  if (output.json) {
    const { tokensBefore, tokensAfter, ...rest } = comparison;
    await output.data({ tokens_before: tokensBefore, tokens_after: tokensAfter, ...rest });
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
  const storage = archived ? await copySession(sessionId, settings, context) : memoryStorage();
  const verified = await archivedCheck(archiveOver(storage, settings), sessionId);
  const manager = managerFromSettings(settings, {
    environment: context.environment,
    format: file.format,
    storage,
    exporters: [warnings(context.output).exporter],
  });
  try {
    context.output.progress(`Compacting ${formatCount(file.items.length, "item")} …`);
    const result = await manager.manualCompact(sessionId, file.items, request);
    const { before: tokensBefore, after: tokensAfter } = await tokensOf(result, file, settings);
    const written = await manager.remember(sessionId);
    const entries = windowDiff(file.items, result.items).map(({ change, item }): ShownEntry => {
      const view = file.format.view(item);
      return {
        change,
        ...(change === "added" ? { kind: kindOf(view, written) } : {}),
        id: itemId(item),
        role: view.role,
        text: redactor.text(describeItem(view)),
      };
    });
    const fidelity = result.compaction?.fidelity;
    const check = fidelity ? { fidelity } : verified && !result.compaction ? { verified } : {};
    return { entries, tokensBefore, tokensAfter, reason: result.decision.reason, ...check };
  } finally {
    await manager.close();
  }
}

/**
 * The kind of an added item. A summary is recognised by the compaction's own text, because anybody can imitate
 * its form.
 */
function kindOf(
  view: ItemView,
  written: { readonly version: number; readonly summary: string },
): "summary" | "evidence" | "note" {
  const found = readSummary(view);
  if (found !== undefined && found.version === written.version && found.body === written.summary)
    return "summary";
  return view.results.length > 0 ? "evidence" : "note";
}

async function print(comparison: Comparison, output: Output): Promise<void> {
  const { bold, dim, green, red } = output.colors;
  const width = Math.max(20, output.columns - 14);
  const count = { kept: 0, removed: 0, added: 0 };
  for (const entry of comparison.entries) {
    count[entry.change] += 1;
    const line = `${printableLine(entry.role, 20).padEnd(9)} ${printableLine(entry.text, width)}`;
    if (entry.change === "kept") await output.line(dim(`  ${line}`));
    else if (entry.change === "removed") await output.line(red(`- ${entry.id}  ${line}`));
    else await output.line(green(added(entry)));
  }
  const { tokensBefore, tokensAfter } = comparison;
  const tokens = `${formatNumber(tokensBefore)} → ${formatNumber(tokensAfter)} tokens`;
  await output.line();
  await output.line(`${bold(tokens)} (${formatReduction(tokensBefore, tokensAfter)})`);
  await output.line(`${count.kept} unchanged, ${count.removed} removed, ${count.added} added`);
  if (count.removed + count.added === 0) await output.line(printable(comparison.reason));
  if (comparison.fidelity) await printFidelity(comparison.fidelity, output);
  if (comparison.verified) {
    const { facts, restored, corrected, removed, ...counts } = comparison.verified;
    await output.line(
      "This applies an archived compaction again; use --no-archive to compact and check from scratch.",
    );
    await printCounts({ facts, restored, corrected, removed, counts }, output);
  }
}

const MAX_LISTED = 10;

/**
 * What happened to the facts in the summary, what was corrected, and what must be recalled to be visible again.
 */
async function printFidelity(fidelity: Fidelity, output: Output): Promise<void> {
  const { repaired, invented, removed, lost } = fidelity;
  await printCounts(fidelity, output);
  const width = Math.max(20, output.columns - 30);
  const line = (label: string, kind: string, text: string): string =>
    `  ${label.padEnd(11)} ${kind.padEnd(10)} ${printableLine(text, width)}`;
  const lines = [
    ...repaired.map(({ class: outcome, kind, text, instead }) =>
      line(`was ${outcome}`, kind, instead === undefined ? text : `${text} Instead: ${instead}`),
    ),
    ...invented.map((text) => line(removed > 0 ? "removed" : "new", "invented", text)),
    ...lost.map(({ class: outcome, kind, text }) => line(outcome, kind, text)),
  ];
  for (const text of lines.slice(0, MAX_LISTED)) await output.line(output.colors.dim(text));
  if (lines.length > MAX_LISTED)
    await output.line(output.colors.dim(`  … and ${lines.length - MAX_LISTED} more (--json)`));
}

type Counted = Pick<CompactEvent, "facts" | "restored" | "corrected" | "removed"> & {
  readonly counts: Readonly<Record<string, unknown>>;
};

async function printCounts(
  { facts, counts, restored, corrected, removed }: Counted,
  output: Output,
): Promise<void> {
  const kept = `${counts["retained"]} of ${formatCount(Number(facts), "fact")} visible`;
  const rest = `${counts["recoverable"]} recoverable, ${counts["missing"]} missing, ${counts["mutated"]} altered, ${counts["stale"]} out of date`;
  await output.line(`${kept}; ${rest}`);
  if (Number(restored) + Number(corrected) + Number(removed) > 0)
    await output.line(`by code: ${restored} restored, ${corrected} corrected, ${removed} invented removed`);
}

/** Shows an added item in full. */
function added(entry: ShownEntry): string {
  const lines = printable(entry.text).split("\n");
  return [`+ ${entry.kind} (${entry.role})`, ...lines.map((line) => `+   ${line}`.trimEnd())].join("\n");
}
