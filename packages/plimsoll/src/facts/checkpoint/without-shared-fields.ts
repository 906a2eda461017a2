import { FIELD_SEPARATOR } from "../ledgers/record-facts.js";
import type { Placed } from "./state-piece.js";

/** A field that names another record: `user_id u_17`. */
const REFERENCE = /^(\S{1,40}(?:_id|Id|ID|_key|_ref)) (\S{1,60})$/;

/**
 * The facts with a reference that all records share ("user_id u_17") only in the first: it tells none of them apart. A
 * record that is nothing but the reference keeps it.
 */
export function withoutSharedFields(facts: readonly Placed<"facts">[]): Placed<"facts">[] {
  const fields = facts.map(({ value }) => value.split(FIELD_SEPARATOR));
  const values = new Map<string, Set<string>>();
  for (const field of fields.flat()) {
    const [, name, value = ""] = REFERENCE.exec(field) ?? [];
    if (name !== undefined) values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  const said = new Set<string>();
  const isNew = (field: string): boolean => {
    const name = REFERENCE.exec(field)?.[1];
    if (name === undefined || values.get(name)?.size !== 1) return true;
    return !said.has(name) && said.add(name).has(name);
  };
  return facts.map((fact, index) => {
    const kept = (fields[index] ?? []).filter(isNew);
    return kept.length === 0 ? fact : { ...fact, value: kept.join(FIELD_SEPARATOR) };
  });
}
