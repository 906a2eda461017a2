import type { Fact } from "./fact.js";
import { type Verification, verifySummary } from "./verify-summary.js";

export const fact = (fields: Partial<Fact> & Pick<Fact, "kind" | "value">): Fact => ({
  id: `${fields.kind} ${fields.value}`,
  text: fields.value,
  meaning: [],
  itemIds: ["i1"],
  must: fields.kind === "constraint" || fields.kind === "handle",
  superseded: [],
  section:
    fields.kind === "constraint" ? "constraints" : fields.kind === "handle" ? "handles" : "identifiers",
  ...fields,
});

export const constraint = (value: string, superseded: readonly string[] = []): Fact =>
  fact({ kind: "constraint", value, superseded });

/** Checks a summary whose source is what the facts say, and more where it is given. */
export function verify(
  facts: readonly Fact[],
  summary: string,
  more: {
    readonly source?: readonly string[];
    readonly window?: readonly string[];
    readonly archived?: readonly string[];
  } = {},
): Verification {
  const { source = [], window = [], archived = ["i1"] } = more;
  return verifySummary({
    facts,
    summary,
    window,
    source: [...facts.map(({ text }) => text), ...source],
    archived: new Set(archived),
  });
}
