import type { SectionFields, SectionName } from "../checkpoint/checkpoint.js";
import type { CallFacts } from "./call-facts.js";
import { CommandLedger } from "./command-ledger.js";
import { ConstraintLedger } from "./constraint-ledger.js";
import { DecisionLedger } from "./decision-ledger.js";
import { ErrorLedger } from "./error-ledger.js";
import { FileLedger } from "./file-ledger.js";
import { IdentifierLedger } from "./identifier-ledger.js";
import type { LedgerRow, LedgerTable } from "./ledger-table.js";
import { HandleLedger } from "./handle-ledger.js";
import { type LedgerItem, type Observation, ObservationReader } from "./observation.js";
import { PlanLedger } from "./plan-ledger.js";
import { RequestLedger } from "./request-ledger.js";
import type { SpeechState } from "./labelled-speech.js";
import { RiskLedger } from "./risk-ledger.js";
import { SourceLedger } from "./source-ledger.js";
import { FactLedger } from "./fact-ledger.js";
import { StatementLedger } from "./statement-ledger.js";

export type LedgerRows = { readonly [S in SectionName]: readonly LedgerRow<SectionFields[S]>[] };

/** A ledger as it is stored: plain JSON, read back by `restoreLedger`. */
export interface LedgerState {
  readonly schemaVersion: 1;
  /** How many items were observed. */
  readonly position: number;
  readonly openCalls: readonly CallFacts[];
  /** The newest successful results since the plan was last touched. */
  readonly evidence: readonly string[];
  readonly rows: LedgerRows;
  /** The speakers, as far as labels say; absent in states of earlier releases. */
  readonly speech?: SpeechState;
}

/** How many observations are held until the ledgers get them. */
const BATCH = 200;

interface Ledger<S extends SectionName> {
  readonly table: LedgerTable<SectionFields[S]>;
  observe(observation: Observation): void;
}

type Ledgers = { readonly [S in Exclude<SectionName, "plan" | "constraints">]: Ledger<S> } & {
  readonly plan: PlanLedger;
  readonly constraints: ConstraintLedger;
};

function createLedgers(state: LedgerState | undefined): Ledgers {
  const rows: Partial<LedgerRows> = state?.rows ?? {};
  return {
    constraints: new ConstraintLedger(rows.constraints, state?.speech),
    requests: new RequestLedger(rows.requests),
    plan: new PlanLedger(rows.plan, state?.evidence),
    decisions: new DecisionLedger(rows.decisions),
    files: new FileLedger(rows.files),
    commands: new CommandLedger(rows.commands),
    identifiers: new IdentifierLedger(rows.identifiers),
    errors: new ErrorLedger(rows.errors),
    risks: new RiskLedger(rows.risks),
    handles: new HandleLedger(rows.handles),
    sources: new SourceLedger(rows.sources),
    statements: new StatementLedger(rows.statements),
    facts: new FactLedger(rows.facts),
  };
}

/**
 * Everything that code keeps of a session. It observes items as they arrive: the cost is that of the new ones, and the
 * result is the same whether they come one by one or all at once. `JSON.stringify` stores it, `restoreLedger` reads it back.
 */
export class SessionLedger {
  readonly #reader: ObservationReader;
  readonly #ledgers: Ledgers;
  readonly #observers: readonly { observe(observation: Observation): void }[];
  #position: number;

  constructor(state?: LedgerState) {
    this.#reader = new ObservationReader(state?.openCalls);
    this.#ledgers = createLedgers(state);
    this.#observers = Object.values(this.#ledgers);
    this.#position = state?.position ?? 0;
  }

  /** How many items were observed. */
  get position(): number {
    return this.#position;
  }

  observe(item: LedgerItem): void {
    this.observeAll([item]);
  }

  /** Observes items in their order. Each ledger gets many at a time: none looks at another, and so each runs faster. */
  observeAll(items: Iterable<LedgerItem>): void {
    let observations: Observation[] = [];
    for (const item of items) {
      for (const observation of this.#reader.read(item, this.#position)) observations.push(observation);
      this.#position++;
      if (observations.length < BATCH) continue;
      this.#observe(observations);
      observations = [];
    }
    this.#observe(observations);
  }

  #observe(observations: readonly Observation[]): void {
    for (const ledger of this.#observers) for (const observation of observations) ledger.observe(observation);
  }

  table<S extends SectionName>(section: S): LedgerTable<SectionFields[S]> {
    const ledger: Ledger<S> = this.#ledgers[section] as unknown as Ledger<S>;
    return ledger.table;
  }

  toJSON(): LedgerState {
    const rows: Partial<Record<SectionName, readonly LedgerRow<SectionFields[SectionName]>[]>> = {};
    for (const section of Object.keys(this.#ledgers) as SectionName[])
      rows[section] = this.table(section).copies();
    return {
      schemaVersion: 1,
      position: this.#position,
      openCalls: [...this.#reader.openCalls],
      evidence: this.#ledgers.plan.evidence,
      rows: rows as LedgerRows,
      speech: this.#ledgers.constraints.speech,
    };
  }
}

export const createLedger = (): SessionLedger => new SessionLedger();

/** Lets a ledger observe items in their order, and returns it. */
export function observeItems(ledger: SessionLedger, items: Iterable<LedgerItem>): SessionLedger {
  ledger.observeAll(items);
  return ledger;
}
