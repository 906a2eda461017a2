import { CompactError } from "plimsoll";
import { parseCheckpoint } from "plimsoll/facts";
import { type OpenedCompaction, openedCompactions } from "plimsoll-gateway";
import type { CommandContext } from "../command-context.js";
import type { UnsealOptions } from "../command-options.js";
import { EXIT_CODES } from "../exit-codes.js";
import { readInput } from "../input/read-input.js";
import { formatNumber, formatReduction } from "../output/format-number.js";
import type { Output } from "../output/output.js";
import { printCheckpoint } from "../output/print-checkpoint.js";
import { printable, printableName } from "../output/printable.js";

/** Shows what is in the compaction items of a gateway whose keys are here. */
export async function unseal(
  given: string,
  options: UnsealOptions,
  context: CommandContext,
): Promise<number> {
  const { output, cwd, environment } = context;
  const { config, tenant, sealingKeys, all } = options;
  const text = given.startsWith("plm1.") ? given : await readInput(given, context, "a sealed item");
  const found = await openedCompactions(text, {
    cwd,
    environment,
    ...(config === undefined ? {} : { config }),
    ...(tenant === undefined ? {} : { tenant }),
    ...(sealingKeys === undefined ? {} : { sealingKeys }),
  });
  if (found.length === 0)
    throw new CompactError(
      "INVALID_INPUT",
      "There is no sealed item of a gateway in it: none begins with plm1.",
    );
  const shown = all === true ? found : found.slice(-1);
  if (output.json) await output.data({ items: shown.map(listed) });
  else for (const one of shown) await printOpened(one, output);
  return shown.every(({ compaction, reference }) => compaction ?? reference)
    ? EXIT_CODES.done
    : EXIT_CODES.failed;
}

const keyOf = (sealed: string): string => sealed.split(".")[1] ?? "";

const listed = ({ sealed, tenant, compaction, reference }: OpenedCompaction): object => ({
  key: keyOf(sealed),
  characters: sealed.length,
  tenant: tenant ?? null,
  compaction: compaction ?? null,
  ...(reference ? { reference } : {}),
});

interface Shown {
  readonly id: string;
  readonly created_at: number;
  readonly origin: string;
  readonly model: string;
  readonly upstream: string;
  readonly session: string;
  readonly tokens: { readonly before: number; readonly after: number };
  readonly items: { readonly before: number; readonly after: number; readonly removed: number };
  readonly summarizer: { readonly name: string; readonly model: string | null };
  readonly cost: { readonly requests: number; readonly dollars: number | null };
  readonly degraded: readonly { readonly kind: string; readonly reason: string }[];
  readonly summary: string | null;
  readonly checkpoint: unknown;
}

async function printOpened(
  { sealed, tenant, compaction, reference }: OpenedCompaction,
  output: Output,
): Promise<void> {
  if (reference) {
    const made = new Date(reference.created_at * 1000).toISOString();
    return output.line(
      printableName(
        `${reference.id} of ${made}, tenant ${tenant ?? ""}, session ${reference.session}: a reference, the window itself is in the gateway's store. Look into it with GET /v1/compactions/${reference.id} and a key of this tenant.`,
      ),
    );
  }
  if (!compaction) {
    output.warn(
      `An item of ${formatNumber(sealed.length)} characters does not open: it is damaged, of another tenant, or of the key ${keyOf(sealed)}, which is not here.`,
    );
    return;
  }
  const shown = compaction as unknown as Shown;
  const { bold } = output.colors;
  const { tokens, items, summarizer, cost } = shown;
  const made = new Date(shown.created_at * 1000).toISOString();
  const by = summarizer.model === null ? summarizer.name : `${summarizer.name} (${summarizer.model})`;
  const price = cost.dollars === null ? "of unknown price" : `$${cost.dollars.toFixed(4)}`;
  await output.line(bold(printableName(`${shown.id}  ${made}  ${tenant ?? ""}`)));
  await output.line(
    printableName(`${shown.origin} on ${shown.model} at ${shown.upstream}, session ${shown.session}`),
  );
  await output.line(
    `${formatNumber(tokens.before)} → ${formatNumber(tokens.after)} tokens (${formatReduction(tokens.before, tokens.after)}), ${formatNumber(items.removed)} of ${formatNumber(items.before)} items left the window`,
  );
  await output.line(printableName(`summary by ${by}, ${formatNumber(cost.requests)} requests, ${price}`));
  for (const { kind, reason } of shown.degraded) output.warn(`degraded, ${kind}: ${reason}`);
  if (shown.summary !== null) await output.line(`\n${bold("Summary")}\n${printable(shown.summary)}`);
  if (shown.checkpoint !== null) {
    await output.line();
    await printCheckpoint(parseCheckpoint(shown.checkpoint), output);
  }
}
