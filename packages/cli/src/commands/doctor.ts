import { examineUpstreams } from "plimsoll-gateway";
import type { CommandContext } from "../command-context.js";
import type { ConfigOption } from "../command-options.js";
import { EXIT_CODES } from "../exit-codes.js";
import { formatNumber } from "../output/format-number.js";
import { table } from "../output/table.js";

const COLUMNS = ["model", "upstream", "protocol", "reachable", "key", "window", "tool call"];

/** Asks every configured upstream for one tool call, and says what is wrong with it. */
export async function doctor({ config }: ConfigOption, context: CommandContext): Promise<number> {
  const { cwd, environment, output, signal } = context;
  const source = { cwd, environment, ...(config === undefined ? {} : { config }) };
  const checks = await examineUpstreams(source, signal);
  const code = checks.some(({ problems }) => problems.length > 0) ? EXIT_CODES.failed : EXIT_CODES.done;
  if (output.json) {
    await output.data({ checks });
    return code;
  }
  if (checks.length === 0) {
    output.note("No upstream is configured; see the section gateway of the configuration.");
    return code;
  }
  const rows = checks.map(({ model, upstream, protocol, reachable, key, window, callsTools }) => [
    model,
    upstream,
    protocol,
    said(reachable),
    key ?? "?",
    formatNumber(window),
    said(callsTools),
  ]);
  await output.line(
    table(
      COLUMNS.map((title) => ({ title })),
      rows,
    ),
  );
  for (const { model, upstream, problems } of checks)
    for (const problem of problems) output.warn(`${model} at ${upstream}: ${problem}`);
  return code;
}

function said(value: boolean | undefined): string {
  if (value === undefined) return "?";
  return value ? "yes" : "no";
}
