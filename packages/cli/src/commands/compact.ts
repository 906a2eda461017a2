import { resolve } from "node:path";
import {
  CompactError,
  type CompactManager,
  type CompactResult,
  type Exporter,
  memoryStorage,
} from "plimsoll";
import { managerFromSettings, storageFromSettings } from "plimsoll/node";
import { closing } from "../archive/closing.js";
import { warnings } from "../archive/warnings.js";
import { withTelemetry } from "../archive/with-telemetry.js";
import { compactLines } from "../batch/compact-lines.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { readSummaryFile, type SummaryFile } from "../input/summary-file.js";
import { tokensOf } from "../input/tokens-of.js";
import { type OpenConversation, openConversation } from "../input/open-conversation.js";
import type { CompactOptions } from "../command-options.js";
import { formatCount, formatNumber, formatReduction } from "../output/format-number.js";
import { shellWord } from "../output/shell-word.js";
import { preview } from "./preview.js";
import { assertWritable, backUp, isSameFile, writeWhole } from "../output/write-whole.js";

/** Writes the new window of a conversation in the conversation's own format. */
export async function compact(
  path: string | undefined,
  options: CompactOptions,
  context: CommandContext,
): Promise<number> {
  checkOptions(options);
  if (options.jsonl !== undefined) {
    if (path !== undefined || options.inPlace) {
      throw new CompactError("INVALID_INPUT", "--jsonl already names the input; remove FILE and --in-place.");
    }
    return compactLines(options.jsonl, options, context);
  }
  if (path === undefined) {
    throw new CompactError(
      "INVALID_INPUT",
      "Name a file, `-` for standard input, or --jsonl with a file of lines.",
    );
  }
  const target = await targetOf(path, options, context);
  const conversation = await openConversation(path, options, context);
  if (options.preview) return preview(conversation, options, context);
  const summary = options.summary === undefined ? undefined : await readSummaryFile(options.summary, context);
  const outcome = await withTelemetry(conversation.settings, context, (exporters) =>
    run(conversation, { summary, exporters }, context),
  );
  const window = (): string => conversation.file.write(outcome.result.items);
  if (target !== undefined) {
    if (options.inPlace) await backUp(target);
    await writeWhole(target, window());
  } else if (!context.output.json) {
    await context.output.write(window());
  }
  if (context.output.json) await context.output.data(report(conversation, outcome, target));
  else context.output.note(describe(conversation, outcome, target));
  return EXIT_CODES.done;
}

function checkOptions({ jsonl, preview: previews, summaryOut, summary, out, inPlace }: CompactOptions): void {
  const wrong = (message: string): CompactError => new CompactError("INVALID_INPUT", message);
  if (jsonl !== undefined && (previews || summary !== undefined))
    throw wrong("--preview and --summary work on one conversation; remove --jsonl.");
  if (previews && (out !== undefined || inPlace || summary !== undefined))
    throw wrong("--preview writes no window; remove --out, --in-place and --summary.");
  if (summaryOut !== undefined && !previews) throw wrong("--summary-out needs --preview.");
}

/** The file to write; undefined for standard output. */
async function targetOf(
  path: string,
  options: CompactOptions,
  context: CommandContext,
): Promise<string | undefined> {
  const input = path === "-" ? undefined : resolve(context.cwd, path);
  if (options.inPlace) {
    if (options.out === undefined && input !== undefined) return input;
    throw new CompactError("INVALID_INPUT", "--in-place needs a FILE and no --out.");
  }
  if (options.out === undefined || options.out === "-") return undefined;
  const target = resolve(context.cwd, options.out);
  await assertWritable(target);
  if (input !== undefined && (await isSameFile(input, target))) {
    throw new CompactError(
      "INVALID_INPUT",
      `${options.out} is the input file; use --in-place to replace it.`,
    );
  }
  return target;
}

interface Outcome {
  readonly result: CompactResult<object>;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

async function run(
  conversation: OpenConversation,
  {
    summary,
    exporters,
  }: { readonly summary: SummaryFile | undefined; readonly exporters: readonly Exporter[] },
  context: CommandContext,
): Promise<Outcome> {
  const { file, settings, sessionId, archived, request } = conversation;
  const said = warnings(context.output, request.targetTokens === undefined ? [] : ["compact.unknown_model"]);
  const manager = managerFromSettings(settings, {
    environment: context.environment,
    format: file.format,
    storage: archived ? storageFromSettings(settings.storage, context.environment) : memoryStorage(),
    exporters: [said.exporter, ...exporters],
  });
  return closing(manager, async () => {
    context.output.progress(`Compacting ${formatCount(file.items.length, "item")} …`);
    if (archived && file.earlier) await manager.archive(sessionId, file.earlier);
    const result = summary
      ? await compactWith(manager, conversation, summary)
      : await manager.manualCompact(sessionId, file.items, request);
    const { before, after } = await tokensOf(result, file, settings);
    said.assertArchived();
    return { result, tokensBefore: before, tokensAfter: after };
  }).finally(() => context.output.progress(""));
}

/** Compacts with a summary from a file; items after the prepared list stay. */
async function compactWith(
  manager: CompactManager,
  { file, sessionId, request }: OpenConversation,
  { text, prepared: expected }: SummaryFile,
): Promise<CompactResult<object>> {
  const source = expected ? file.items.slice(0, expected.count) : file.items;
  const prepared = await manager.prepare(sessionId, source, { ...request, summary: text });
  if (expected && prepared.id !== expected.id) {
    throw new CompactError(
      "STALE_PREPARED",
      "The summary was prepared for another list, with other options or before another compaction; preview it again.",
      { details: { id: expected.id, sessionId } },
    );
  }
  const { instructions, tools, signal } = request;
  return manager.commitPrepared(prepared, {
    items: file.items,
    ...(instructions === undefined ? {} : { instructions }),
    ...(tools === undefined ? {} : { tools }),
    ...(signal ? { signal } : {}),
  });
}

function report(conversation: OpenConversation, outcome: Outcome, target: string | undefined): object {
  const { result, tokensBefore, tokensAfter } = outcome;
  const { compaction } = result;
  return {
    ...(target === undefined ? { items: result.items } : { out: target }),
    tokens_before: tokensBefore,
    tokens_after: tokensAfter,
    compacted: compaction !== undefined,
    version: compaction?.version ?? result.reapplied ?? 0,
    removed: compaction?.removed ?? [],
    rung: compaction?.rung ?? "",
    summary_tokens: compaction?.summaryTokens ?? 0,
    reason: result.decision.reason,
    ...(conversation.archived ? { session: conversation.sessionId } : {}),
  };
}

function describe(conversation: OpenConversation, outcome: Outcome, target: string | undefined): string {
  const { result, tokensBefore, tokensAfter } = outcome;
  const { compaction, reapplied, decision } = result;
  const given = new Set(conversation.file.items);
  const kept = result.items.filter((item) => given.has(item)).length;
  const tokens = `${formatNumber(tokensBefore)} → ${formatNumber(tokensAfter)} tokens (${formatReduction(tokensBefore, tokensAfter)})`;
  const where = target === undefined ? "" : `; written to ${target}`;
  if (!compaction) {
    const what =
      reapplied === undefined ? "unchanged" : `applied compaction v${reapplied} of this session again`;
    return `${what}: ${tokens}; ${decision.reason}${where}`;
  }
  const parts = [
    `compacted: ${tokens}`,
    `kept ${formatNumber(kept)} of ${formatCount(given.size, "item")}`,
    `removed ${formatNumber(compaction.removed.length)}`,
    compaction.summaryTokens > 0
      ? `summary v${compaction.version} ${formatCount(compaction.summaryTokens, "token")}`
      : "no new summary",
    `rung ${compaction.rung}`,
  ];
  const undo = conversation.archived
    ? `; archived as session "${conversation.sessionId}", undo with: compactctl undo ${shellWord(conversation.sessionId)}`
    : "; not archived";
  return `${parts.join(", ")}${undo}${where}`;
}
