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

/** The key of what an adopted summary says of a subject. */
export const claimedKey = (subject: string): string => `claimed\n${subject.toLowerCase()}`;

/** So many replaced values are known as such; a printed fact names the newest of them. */
export const MAX_BEFORE = 12;

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
