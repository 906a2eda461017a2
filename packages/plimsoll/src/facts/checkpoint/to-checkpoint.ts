import type {
  Checkpoint,
  EntryBase,
  Objective,
  SectionEntry,
  SectionFields,
  SectionName,
  Sections,
  WorkItem,
} from "./checkpoint.js";
import { SECTION_NAMES } from "./checkpoint.js";
import { entryId } from "./entry-id.js";
import type { LedgerRow } from "../ledgers/ledger-table.js";
import { readProse } from "../ledgers/read-prose.js";
import type { SessionLedger } from "../ledgers/session-ledger.js";

const MIN_REQUEST_CHARACTERS = 12;
const MAX_OBJECTIVE_CHARACTERS = 2_000;
const MAX_CARRIED = 200;

export interface CheckpointOptions {
  readonly sessionId: string;
  /** Counts the checkpoints of the session. */
  readonly version: number;
  /** The previous checkpoint: a summarizer's additions that the ledgers do not know are carried over. */
  readonly previous?: Checkpoint;
}

/** The state of the session as its ledgers know it: every user constraint, and the most relevant of everything else. */
export function toCheckpoint(
  ledger: SessionLedger,
  { sessionId, version, previous }: CheckpointOptions,
): Checkpoint {
  const sections: Partial<Record<SectionName, readonly SectionEntry<SectionName>[]>> = {};
  for (const section of SECTION_NAMES) {
    const entries = entriesOf(ledger, section);
    sections[section] = previous === undefined ? entries : carryOver(previous[section], entries);
  }
  const filled = sections as Sections;
  const said = findObjective(ledger, filled);
  const claimed = previous?.objective?.provenance.by === "model" ? previous.objective : undefined;
  const objective =
    claimed === undefined ? said : { ...claimed, acceptance: said?.acceptance ?? claimed.acceptance };
  const activeWork = findActiveWork(filled);
  return {
    schemaVersion: 1,
    sessionId,
    version,
    ...(objective === undefined ? {} : { objective }),
    ...(activeWork === undefined ? {} : { activeWork }),
    ...filled,
  };
}

/** A rule of an unverified summary. */
export interface UnverifiedRule {
  readonly text: string;
  /** False if the user has withdrawn it. */
  readonly holds: boolean;
}

/** The rules of unverified summaries: those that hold are to be quoted. */
export const unverifiedRules = (ledger: SessionLedger): UnverifiedRule[] =>
  [...ledger.table("constraints").rows()]
    .filter(({ by }) => by === "model")
    .map(({ fields, status }) => ({ text: fields.text, holds: status === "current" }));

/** Sections in which the newest counts; the others stand in the order in which their entries came. */
const BY_AGE: ReadonlySet<SectionName> = new Set(["requests", "files", "errors", "facts", "statements"]);

function entriesOf<S extends SectionName>(ledger: SessionLedger, section: S): SectionEntry<S>[] {
  const best = ledger.table(section).best(ledger.position);
  // A rule of an unverified summary is no constraint of the user: it is quoted, see `unverifiedRules`.
  const rows = section === "constraints" ? best.filter(({ by }) => by !== "model") : best;
  // What was said or shown again is new.
  if (BY_AGE.has(section)) rows.sort((one, other) => one.last - other.last);
  const ids = new Map(rows.map((row) => [row.key, entryId(section, row.key)]));
  return rows.map((row) => toEntry(row, ids));
}

/**
 * The entries of the ledgers, plus those that only the previous checkpoint has (the newest 200). Superseded
 * entries stay superseded unless somebody mentioned them since. Invalid entries that the ledgers dropped are
 * gone.
 */
function carryOver(
  previous: readonly SectionEntry<SectionName>[],
  entries: readonly SectionEntry<SectionName>[],
): SectionEntry<SectionName>[] {
  const before = new Map(previous.map((entry) => [entry.id, entry]));
  const kept = entries.map((entry) => {
    const earlier = before.get(entry.id);
    before.delete(entry.id);
    const unchanged = earlier?.provenance.items.join() === entry.provenance.items.join();
    if (!unchanged || earlier?.status !== "superseded" || entry.status === "superseded") return entry;
    const pointer = earlier.supersededBy === undefined ? {} : { supersededBy: earlier.supersededBy };
    return { ...entry, status: earlier.status, ...pointer };
  });
  const carried = [...before.values()].filter(
    ({ provenance, status }) => status === "current" || provenance.by === "model",
  );
  return [...carried.slice(-MAX_CARRIED), ...kept];
}

function toEntry<S extends SectionName>(
  row: LedgerRow<SectionFields[S]>,
  ids: ReadonlyMap<string, string>,
): SectionEntry<S> {
  const supersededBy = row.supersededBy === undefined ? undefined : ids.get(row.supersededBy);
  const base: EntryBase = {
    id: ids.get(row.key) ?? "",
    provenance: { items: row.items, by: row.by },
    status: row.status,
    ...(supersededBy === undefined ? {} : { supersededBy }),
  };
  return { ...base, ...row.fields };
}

/** True for a request in the user's own words; a greeting, a "yes" or a client's command is none. */
const saysSomething = (text: string): boolean =>
  readProse(text).reduce((length, sentence) => length + sentence.text.length, 0) >= MIN_REQUEST_CHARACTERS;

const LONGEST_WORD = 60;

/** The beginning of a text, up to the end of a word where one is near. */
function wholeWords(text: string): string {
  if (text.length <= MAX_OBJECTIVE_CHARACTERS) return text;
  const start = text.slice(0, MAX_OBJECTIVE_CHARACTERS);
  const end = Math.max(start.lastIndexOf(" "), start.lastIndexOf("\n"));
  return end < MAX_OBJECTIVE_CHARACTERS - LONGEST_WORD ? start : start.slice(0, end);
}

/** The first meaningful request. */
function findObjective(ledger: SessionLedger, { constraints }: Sections): Objective | undefined {
  const requests = [...ledger.table("requests").rows()].sort((one, other) => one.first - other.first);
  const request = requests.find(({ fields }) => saysSomething(fields.text)) ?? requests[0];
  if (request === undefined) return undefined;
  const acceptance = constraints.filter(({ kind, status }) => kind === "acceptance" && status === "current");
  return {
    id: entryId("objective", request.fields.text),
    text: wholeWords(request.fields.text),
    acceptance: acceptance.map(({ id }) => id),
    provenance: { items: request.items.slice(0, 1), by: "user" },
    status: "current",
  };
}

/** The current step, otherwise the newest meaningful request. */
function findActiveWork({ plan, requests }: Sections): WorkItem | undefined {
  const entry =
    plan.findLast(({ state, status }) => state === "active" && status === "current") ??
    requests.findLast(({ text }) => saysSomething(text)) ??
    requests.at(-1);
  if (entry === undefined) return undefined;
  const text = entry.text.slice(0, MAX_OBJECTIVE_CHARACTERS);
  return { id: entryId("activeWork", text), text, provenance: entry.provenance, status: "current" };
}
