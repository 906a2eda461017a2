import { adoptClaims } from "./adopt-claims.js";
import type { RiskFields } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation } from "./observation.js";
import { saysSettled, settledRow } from "./settled-row.js";

const CAPACITY = 60;
const LEAST_CHARACTERS = 12;

/** Sentences of the assistant or the user about what blocks the work or may go wrong, until a later one settles it. */
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
      if (text.length < LEAST_CHARACTERS || /[?？]$/.test(text)) continue;
      if (saysSettled(text)) this.#settle(text);
      const kind = (["blocker", "risk"] as const).find((name) => CUES.has(name, text));
      if (kind !== undefined) this.table.put(text, { text, kind }, { item, position, by });
    }
  }
  #settle(sentence: string): void {
    const open = [...this.table.rows()].filter(({ status }) => status === "current");
    const settled = settledRow(sentence, open, ({ fields }) => fields.text);
    if (settled !== undefined) this.table.supersede(settled.key);
  }
}
