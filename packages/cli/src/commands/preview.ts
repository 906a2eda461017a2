import { resolve } from "node:path";
import { memoryStorage, type PreparedCompaction } from "plimsoll";
import { managerFromSettings } from "plimsoll/node";
import { copySession } from "../archive/copy-session.js";
import { warnings } from "../archive/warnings.js";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import type { OpenConversation } from "../input/open-conversation.js";
import { summaryFileText } from "../input/summary-file.js";
import type { CompactOptions } from "../command-options.js";
import { formatCount, formatNumber, formatReduction } from "../output/format-number.js";
import { printable } from "../output/printable.js";
import { assertWritable, writeWhole } from "../output/write-whole.js";

/** Shows the summary that a compaction would write, and can save it to be edited; nothing is archived. */
export async function preview(
  conversation: OpenConversation,
  options: CompactOptions,
  context: CommandContext,
): Promise<number> {
  const { output } = context;
  const out = options.summaryOut === undefined ? undefined : resolve(context.cwd, options.summaryOut);
  if (out !== undefined) await assertWritable(out);
  const prepared = await prepare(conversation, context);
  const count = conversation.file.items.length;
  if (out !== undefined) await writeWhole(out, summaryFileText(prepared.summary, { id: prepared.id, count }));
  if (output.json) await output.data(asData(prepared, out));
  else if (out === undefined && prepared.summary !== "") await output.line(printable(prepared.summary));
  output.note(describe(prepared, out));
  return EXIT_CODES.done;
}

/** Uses a copy with the archive's name, because a summary's words about the archive are part of its size. */
async function prepare(
  { file, settings, sessionId, archived, request }: OpenConversation,
  context: CommandContext,
): Promise<PreparedCompaction<object>> {
  const copy = archived ? await copySession(sessionId, settings, context) : memoryStorage();
  const said = warnings(context.output, request.targetTokens === undefined ? [] : ["compact.unknown_model"]);
  const manager = managerFromSettings(settings, {
    environment: context.environment,
    format: file.format,
    storage: archived ? Object.assign(copy, { name: settings.storage.adapter }) : copy,
    exporters: [said.exporter],
  });
  try {
    context.output.progress(`Summarizing ${formatCount(file.items.length, "item")} …`);
    return await manager.prepare(sessionId, file.items, request);
  } finally {
    await manager.close();
    context.output.progress("");
  }
}

function asData(prepared: PreparedCompaction<object>, out: string | undefined): object {
  const { decision } = prepared.plan;
  return {
    prepared: prepared.id,
    summary: prepared.summary,
    summary_tokens: prepared.summaryTokens,
    summary_max_tokens: prepared.summaryMaxTokens,
    tokens_before: prepared.tokensBefore,
    tokens_after: prepared.tokensAfter,
    rung: prepared.plan.rung,
    reason: decision.reason,
    ...(out === undefined ? {} : { summary_out: out }),
  };
}

function describe(prepared: PreparedCompaction<object>, out: string | undefined): string {
  const { tokensBefore, tokensAfter, summaryTokens, summaryMaxTokens, plan } = prepared;
  if (plan.decision.action === "none") return `nothing would change: ${plan.decision.reason}`;
  const tokens = `${formatNumber(tokensBefore)} → ${formatNumber(tokensAfter)} tokens (${formatReduction(tokensBefore, tokensAfter)})`;
  const summary =
    summaryMaxTokens === 0
      ? "no new summary"
      : `summary ${formatNumber(summaryTokens)} of at most ${formatCount(summaryMaxTokens, "token")}`;
  const next = out === undefined ? "" : `; written to ${out}, commit it with: --summary ${out}`;
  return `would compact: ${tokens}, ${summary}, rung ${plan.rung}${next}`;
}
