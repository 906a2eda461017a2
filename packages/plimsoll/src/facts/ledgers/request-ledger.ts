import { adoptClaims } from "./adopt-claims.js";
import { outsidePair } from "../../text/outside-pair.js";
import type { RequestFields } from "../checkpoint/checkpoint.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation } from "./observation.js";

const CAPACITY = 500;
const MAX_TEXT_CHARACTERS = 20_000;

/** Every text of the user, word for word. The first one, the long-running order of the session, is never dropped. */
export class RequestLedger {
  readonly table: LedgerTable<RequestFields>;
  #first: LedgerRow<RequestFields> | undefined;

  constructor(rows: readonly LedgerRow<RequestFields>[] = []) {
    this.table = new LedgerTable(
      { capacity: CAPACITY, isOpen: ({ text }) => text === this.#first?.fields.text },
      rows,
    );
    for (const row of rows) if (this.#first === undefined || row.first < this.#first.first) this.#first = row;
  }

  observe(observation: Observation): void {
    if (observation.kind === "summary") {
      adoptClaims(this.table, observation, { section: "requests", keyOf: ({ text }) => text });
      this.#first ??= this.table.rows().next().value;
    }
    if (observation.kind !== "user") return;
    const { item, position } = observation;
    const text = bounded(observation.text.trim());
    if (text === "") return;
    this.table.put(text, { text }, { item, position, by: "user" });
    this.#first ??= this.table.get(text);
  }
}

function bounded(text: string): string {
  if (text.length <= MAX_TEXT_CHARACTERS) return text;
  const half = MAX_TEXT_CHARACTERS / 2;
  const head = text.slice(0, outsidePair(text, half));
  const tail = text.slice(outsidePair(text, text.length - half));
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}
