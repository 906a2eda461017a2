import { adoptClaims } from "./adopt-claims.js";
import type { RiskFields } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation } from "./observation.js";

const CAPACITY = 60;
/** Sentences of the assistant or the user about what blocks the work or may go wrong. */
export class RiskLedger {
  readonly table: LedgerTable<RiskFields>;

  constructor(rows: readonly LedgerRow<RiskFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ kind }) => kind === "blocker" }, rows);
  }

  observe(observation: Observation): void {
    if (observation.kind === "summary")
      adoptClaims(this.table, observation, { section: "risks", keyOf: ({ text }) => text });
    if (observation.kind !== "assistant" && observation.kind !== "user") return;
    const { item, position, kind: by } = observation;
    for (const { text } of observation.sentences) {
      if (text.length < 12 || /[?？]$/.test(text)) continue;
      const kind = (["blocker", "risk"] as const).find((name) => CUES.has(name, text));
      if (kind !== undefined) this.table.put(text, { text, kind }, { item, position, by });
    }
  }
}
