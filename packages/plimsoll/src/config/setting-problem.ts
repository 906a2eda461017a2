import { CompactError } from "../errors/compact-error.js";
import { defaultRedactor } from "../redaction/default-redactor.js";

/** One thing that is wrong with a configuration. */
export interface SettingProblem {
  /** The key as the user writes it: `policy.trigger_pct`. */
  readonly path: string;
  /** The value and what is allowed. */
  readonly message: string;
  /** Where the value came from if not from the file: the name of an environment variable. */
  readonly variable?: string;
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

/** Whose problems these are: the file's, the environment's, or both. */
function subject(problems: readonly SettingProblem[], source: string | undefined): string {
  const fromEnvironment = problems.filter(({ variable }) => variable !== undefined).length;
  const file = source ?? "The configuration";
  if (fromEnvironment === 0) return `${file} has`;
  return fromEnvironment === problems.length ? "The environment has" : `${file} and the environment have`;
}

/** All problems as one `INVALID_CONFIG` error. */
export function configurationError(problems: readonly SettingProblem[], source?: string): CompactError {
  const lines = problems.slice(0, MAX_LINES).map((problem) => `  ${problem.path}: ${problem.message}`);
  if (problems.length > MAX_LINES) lines.push(`  and ${problems.length - MAX_LINES} more`);
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return new CompactError("INVALID_CONFIG", [`${subject(problems, source)} ${count}:`, ...lines].join("\n"), {
    details: { problems, ...(source === undefined ? {} : { source }) },
  });
}
