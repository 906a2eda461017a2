import { CompactError } from "../errors/compact-error.js";
import { defaultRedactor } from "../redaction/default-redactor.js";

/** One thing that is wrong with a configuration. */
export interface SettingProblem {
  /** The key as the user writes it: `policy.trigger_pct`. */
  readonly path: string;
  /** The value and what is allowed. */
  readonly message: string;
}

const MAX_SHOWN = 80;
const MAX_LINES = 50;

/** A value for an error message: short, and without a key somebody pasted into the wrong place. */
export function redactedValue(path: string, value: unknown): string {
  const key = path.slice(path.lastIndexOf(".") + 1);
  const safe = defaultRedactor().value({ [key]: value })[key];
  const json = JSON.stringify(safe) ?? String(safe);
  return json.length > MAX_SHOWN ? `${json.slice(0, MAX_SHOWN)}…` : json;
}

/** All problems as one `INVALID_CONFIG` error. */
export function configurationError(problems: readonly SettingProblem[], source?: string): CompactError {
  const lines = problems.slice(0, MAX_LINES).map((problem) => `  ${problem.path}: ${problem.message}`);
  if (problems.length > MAX_LINES) lines.push(`  and ${problems.length - MAX_LINES} more`);
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  const where = source === undefined ? "The configuration" : source;
  return new CompactError("INVALID_CONFIG", [`${where} has ${count}:`, ...lines].join("\n"), {
    details: { problems, ...(source === undefined ? {} : { source }) },
  });
}
