import type { FactFields, FactState } from "../checkpoint/checkpoint.js";

/** Something that is said or shown of a subject. */
export interface FactSighting {
  /** Tells subjects apart. */
  readonly key: string;
  /** What is known of the subject from now on. */
  next(known: FactFields | undefined): FactFields;
  /** Keys of facts that no longer stand because of it. */
  readonly replaces?: readonly string[];
}

const MAX_BEFORE = 3;

/** The replaced values, newest first, without those that stand again. */
export function replacedValues(values: readonly string[], standing: string): string[] {
  return [...new Set(values)].filter((value) => value !== standing && value !== "").slice(0, MAX_BEFORE);
}

/** A sighting of a value that takes the place of an earlier one of the same subject. */
export function newestValue(
  key: string,
  {
    subject,
    value,
    state = "stands",
  }: Pick<FactFields, "subject" | "value"> & { readonly state?: FactState },
): FactSighting {
  return {
    key,
    next: (known) => ({
      subject,
      value,
      before: known === undefined ? [] : replacedValues([known.value, ...known.before], value),
      state,
    }),
  };
}
