import type { StatementFields } from "../checkpoint/checkpoint.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation } from "./observation.js";

const CAPACITY = 2;

/** The assistant's newest statements. */
export class StatementLedger {
  readonly table: LedgerTable<StatementFields>;

  constructor(rows: readonly LedgerRow<StatementFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: () => false }, rows);
  }

  observe(_observation: Observation): void {}
}
