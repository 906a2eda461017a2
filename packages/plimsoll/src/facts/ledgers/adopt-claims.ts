import type { SectionFields } from "../checkpoint/checkpoint.js";
import type { StateClaims } from "../checkpoint/state-claims.js";
import type { LedgerTable } from "./ledger-table.js";
import { type ObservedSummary, speakerOf } from "./observation.js";

/** Takes what a summary says about a section into its table; newer items confirm, change or settle it. */
export function adoptClaims<S extends keyof StateClaims>(
  table: LedgerTable<SectionFields[S]>,
  summary: ObservedSummary,
  { section, keyOf }: { readonly section: S; keyOf(fields: SectionFields[S]): string },
): void {
  const { item, position, claims } = summary;
  const fields = (claims?.[section] ?? []) as readonly SectionFields[S][];
  for (const claim of fields) table.put(keyOf(claim), claim, { item, position, by: speakerOf(summary) });
}
