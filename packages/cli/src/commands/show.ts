import { CompactError, type StorageAdapter, type StoredEntry } from "plimsoll";
import type { CompactionRecord } from "plimsoll/engine";
import { newestCheckpoint } from "../archive/newest-checkpoint.js";
import { findSession } from "../archive/find-session.js";
import { archiveSettings } from "../archive/archive-settings.js";
import { openExistingArchive } from "../archive/open-existing-archive.js";
import type { CommandContext } from "../command-context.js";
import { undoneEntries } from "../archive/undone-entries.js";
import { EXIT_CODES } from "../exit-codes.js";
import { effectiveSettings } from "../input/effective-settings.js";
import type { ShowOptions } from "../command-options.js";
import { formatCount, formatNumber, formatReduction } from "../output/format-number.js";
import type { Output } from "../output/output.js";
import { printCheckpoint } from "../output/print-checkpoint.js";
import { printable, printableLine, printableName } from "../output/printable.js";
import { table } from "../output/table.js";

/**
 * Shows what the archive holds for a session, its state at the last compaction, or one archived item in full.
 */
export async function show(given: string, options: ShowOptions, context: CommandContext): Promise<number> {
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const archive = await openExistingArchive(settings, context);
  try {
    const sessionId = await findSession(archive, given, context);
    if (options.item !== undefined) {
      await showItem(archive, { sessionId, itemId: options.item }, context.output);
    } else if (options.checkpoint === true) {
      const checkpoint = await newestCheckpoint(archive, sessionId);
      if (context.output.json) await context.output.data(checkpoint);
      else await printCheckpoint(checkpoint, context.output);
    } else {
      await showSession(sessionId, await archive.read(sessionId), { ...options, output: context.output });
    }
  } finally {
    await archive.close();
  }
  return EXIT_CODES.done;
}

async function showItem(
  archive: StorageAdapter,
  wanted: { readonly sessionId: string; readonly itemId: string },
  output: Output,
): Promise<void> {
  const [entry] = await archive.find(wanted.sessionId, [wanted.itemId]);
  if (entry?.kind !== "item") {
    throw new CompactError(
      "UNKNOWN_ITEM",
      `Session "${wanted.sessionId}" has no archived item "${wanted.itemId}".`,
      { details: wanted },
    );
  }
  await output.data(
    output.json ? { session: wanted.sessionId, id: entry.id, ts: entry.ts, item: entry.data } : entry.data,
  );
}

interface ShownCompaction {
  readonly id: string;
  readonly ts: string;
  readonly version: number;
  readonly trigger: string;
  readonly rung: string;
  readonly template: string;
  readonly summarizer: string;
  readonly tokens_before: number;
  readonly tokens_after: number;
  readonly removed: readonly string[];
  readonly undone: boolean;
  /** How long the compaction before it lasted. */
  readonly rebound?: { readonly tokens: number; readonly turns: number };
}

function compactionsOf(entries: readonly StoredEntry[]): ShownCompaction[] {
  const undone = undoneEntries(entries);
  return entries.flatMap((entry): ShownCompaction[] => {
    if (entry.kind !== "compaction") return [];
    const record = entry.data as CompactionRecord;
    const { id, ts, version, trigger, rung, template, summarizer, removed, rebound } = record;
    const shown = { id, ts, version, trigger, rung, template, summarizer };
    const tokens = { tokens_before: record.tokensBefore, tokens_after: record.tokensAfter };
    const lasted = rebound ? { rebound } : {};
    return [{ ...shown, ...tokens, ...lasted, removed, undone: undone.has(entry) }];
  });
}

async function showSession(
  sessionId: string,
  entries: readonly StoredEntry[],
  { output, all = false }: { readonly output: Output; readonly all?: boolean },
): Promise<void> {
  const kinds: Record<string, number> = {};
  for (const { kind } of entries) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const compactions = compactionsOf(entries);
  const first = entries[0]?.ts;
  const last = entries.at(-1)?.ts;
  if (output.json) {
    await output.data({ session: sessionId, first, last, entries: kinds, compactions });
    return;
  }
  const { bold } = output.colors;
  await output.line(`${bold(printableName(sessionId))}  ${printableName(`${first} to ${last}`)}`);
  await output.line();
  const rows = Object.entries(kinds).map(([kind, count]) => [printableLine(kind, 40), formatNumber(count)]);
  await output.line(table([{ title: "entries" }, { title: "", align: "right" }], rows));
  for (const compaction of compactions) await output.line(`\n${describe(compaction, all)}`);
}

/** How many ids of removed items are shown unless all are asked for. */
const SHOWN_IDS = 3;

function removedLines(removed: readonly string[], all: boolean): string[] {
  const shown = all ? removed : removed.slice(0, SHOWN_IDS);
  const more = removed.length - shown.length;
  const rest = more > 0 ? [`    and ${formatNumber(more)} more (--all shows them)`] : [];
  return [`  removed ${formatNumber(removed.length)}:`, ...shown.map((id) => `    ${id}`), ...rest];
}

function describe(compaction: ShownCompaction, all: boolean): string {
  const { tokens_before: before, tokens_after: after, removed, rebound } = compaction;
  const tokens = `${formatNumber(before)} → ${formatNumber(after)} tokens (${formatReduction(before, after)})`;
  return printable(
    [
      `v${compaction.version}  ${compaction.id}  ${compaction.ts}${compaction.undone ? "  (undone)" : ""}`,
      `  ${tokens}, ${compaction.trigger}, rung ${compaction.rung}, ${compaction.template} by ${compaction.summarizer}`,
      ...(rebound
        ? [
            `  after ${formatCount(rebound.turns, "turn")} and ${formatCount(rebound.tokens, "token")} since the previous one`,
          ]
        : []),
      ...removedLines(removed, all),
    ].join("\n"),
  );
}
