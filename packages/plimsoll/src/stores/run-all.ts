import { CompactError } from "../errors/compact-error.js";

/** One error of several that closing a store ended with: their numbers and sessions together; undefined for none. */
function joinedErrors(errors: readonly unknown[]): unknown {
  if (errors.length < 2) return errors[0];
  const known = errors.filter((error) => CompactError.isInstance(error));
  const sum = (key: string): number =>
    known.reduce((total, { details }) => total + Number(details[key] ?? 0), 0);
  const sessions = new Set(known.flatMap(({ details }) => details["sessions"] ?? []));
  const messages = errors.map((error) => (error instanceof Error ? error.message : String(error)));
  return new CompactError("STORE_UNAVAILABLE", messages.join(" "), {
    details: { entries: sum("entries"), artifacts: sum("artifacts"), sessions: [...sessions] },
    cause: errors[0],
  });
}

/** Runs every step, even if earlier ones fail, then throws their errors. */
export async function runAll(steps: readonly (() => Promise<unknown> | undefined)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw joinedErrors(errors);
}
