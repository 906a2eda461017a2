import type { FactFields } from "../checkpoint/checkpoint.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation } from "./observation.js";

const CAPACITY = 300;

/** What was last said or shown of each subject. */
export class FactLedger {
  readonly table: LedgerTable<FactFields>;

  constructor(rows: readonly LedgerRow<FactFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ state }) => state === "open" }, rows);
  }

  observe(_observation: Observation): void {}
}
