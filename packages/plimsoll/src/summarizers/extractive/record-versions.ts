import type { JsonRecord } from "./json-records.js";

/** A record that was shown, and the unit that quotes it. */
interface Version {
  readonly unit: number;
  record: JsonRecord;
}

/** What is to be done with the unit of an earlier version. */
export interface OutdatedRecord {
  readonly unit: number;
  /** What of it still holds; undefined if nothing does. */
  readonly text: string | undefined;
}

const MAX_RECORDS = 20_000;
/** Parts of one record that are remembered. */
const MAX_VERSIONS = 20;

/** The records of tools by what identifies them: one that is shown anew replaces what was shown of it before. */
export class RecordVersions {
  readonly #known = new Map<string, Version[]>();
  readonly #shared = new Set<string>();

  /** Units that hold what the records of one result say otherwise. Call it before the units of the result are noted. */
  outdatedBy(records: readonly JsonRecord[]): OutdatedRecord[] {
    const outdated: OutdatedRecord[] = [];
    for (const identity of sharedIdentities(records)) this.#shared.add(identity);
    for (const [identity, fields] of newestFields(records)) {
      if (this.#shared.has(identity)) continue;
      for (const version of this.#known.get(identity) ?? []) {
        const current = version.record.fields.filter(([key, value]) => (fields.get(key) ?? value) === value);
        if (current.length === version.record.fields.length) continue;
        version.record = { ...version.record, fields: current };
        // What is left is only what says which record it is.
        const says =
          current.length > 1 ? current.map(([key, value]) => piece(key, value)).join(", ") : undefined;
        outdated.push({ unit: version.unit, text: says });
      }
    }
    return outdated;
  }

  note(record: JsonRecord, unit: number): void {
    if (record.identity === "" || this.#shared.has(record.identity)) return;
    const versions = this.#known.get(record.identity) ?? [];
    if (versions.length >= MAX_VERSIONS) versions.shift();
    versions.push({ unit, record });
    if (this.#known.size < MAX_RECORDS) this.#known.set(record.identity, versions);
  }
}

const piece = (key: string, value: string): string => (key === "" ? value : `${key}: ${value}`);

/** The fields of each record of a result by its identity. A field that a record has twice is not compared. */
function newestFields(records: readonly JsonRecord[]): Map<string, Map<string, string | undefined>> {
  const found = new Map<string, Map<string, string | undefined>>();
  for (const { identity, fields } of records) {
    if (identity === "") continue;
    const known = found.get(identity) ?? new Map<string, string | undefined>();
    for (const [key, value] of fields) known.set(key, known.has(key) ? undefined : value);
    found.set(identity, known);
  }
  return found;
}

/** Identities that several records of one result have: they name something else, such as whom all of them belong to. */
function sharedIdentities(records: readonly JsonRecord[]): string[] {
  const owners = new Map<string, number>();
  const shared: string[] = [];
  for (const { identity, owner } of records) {
    if ((owners.get(identity) ?? owner) !== owner) shared.push(identity);
    owners.set(identity, owner);
  }
  return shared;
}
