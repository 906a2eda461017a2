import { adoptClaims } from "./adopt-claims.js";
import type { FactFields } from "../checkpoint/checkpoint.js";
import { commandFacts } from "./command-facts.js";
import { claimedKey, type FactSighting, MAX_BEFORE } from "./fact-sighting.js";
import { type LedgerRow, LedgerTable, type Sighting } from "./ledger-table.js";
import { doneMatters, MATTER_SUBJECT, matterFacts, matterKey } from "./matter-facts.js";
import type { Observation, ObservedResult } from "./observation.js";
import { recordFacts } from "./record-facts.js";
import { saidFacts } from "./said-facts.js";
import { settingFacts } from "./setting-facts.js";

const CAPACITY = 300;

/** What was last said or shown of each subject. A later value takes the place of an earlier one. */
export class FactLedger {
  readonly table: LedgerTable<FactFields>;

  constructor(rows: readonly LedgerRow<FactFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ state }) => state === "open" }, rows);
  }

  observe(observation: Observation): void {
    const { item, position } = observation;
    if (observation.kind === "result") {
      for (const sighting of this.#shown(observation)) this.#see(sighting, { item, position, by: "tool" });
    } else if (observation.kind === "user" || observation.kind === "assistant") {
      const by = observation.kind;
      for (const sighting of saidFacts(observation, this.table)) this.#see(sighting, { item, position, by });
      for (const sighting of matterFacts(observation, this.table))
        this.#see(sighting, { item, position, by });
    } else if (observation.kind === "summary")
      adoptClaims(this.table, observation, { section: "facts", keyOf: claimKey });
  }

  #shown(result: ObservedResult): FactSighting[] {
    return [
      ...recordFacts(result),
      ...settingFacts(result, this.table),
      ...commandFacts(result, this.table),
      ...doneMatters(result, this.table),
    ];
  }

  #see({ key, next, replaces = [] }: FactSighting, sighting: Sighting): void {
    const claimed = this.#claimed(next(undefined), key);
    const known = this.table.get(key)?.fields ?? claimed?.fields;
    if (claimed !== undefined) this.table.remove(new Set([claimed.key]));
    const replaced = replaces.filter((other) => other !== key && this.table.get(other)?.status === "current");
    const inherited = replaced.flatMap((other) => this.table.get(other)?.fields.before ?? []);
    const fields = next(known);
    const before =
      known === undefined
        ? [...new Set([...fields.before, ...inherited])].slice(0, MAX_BEFORE)
        : fields.before;
    this.table.put(key, { ...fields, before }, sighting);
    for (const other of replaced) this.table.supersede(other, key);
  }

  /** What an adopted summary says of the same subject, until something else says it. */
  #claimed(fields: FactFields, key: string): LedgerRow<FactFields> | undefined {
    const row = this.table.get(claimKey(fields));
    return row === undefined || row.key === key ? undefined : row;
  }
}

/** Summaries name a fact by its subject; what is still to do has the same key wherever it was said. */
const claimKey = ({ subject, value }: FactFields): string =>
  subject === MATTER_SUBJECT ? matterKey(value) : claimedKey(subject);
