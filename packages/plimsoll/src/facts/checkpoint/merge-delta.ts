import type { ItemView } from "../../conversation/item-view.js";
import {
  type Checkpoint,
  type EntryBase,
  type Provenance,
  SECTION_NAMES,
  type SectionEntry,
  type SectionFields,
  type SectionName,
  type Sections,
} from "./checkpoint.js";
import type { CheckpointDelta, DeltaEntry, DeltaSupersession } from "./checkpoint-delta.js";
import { entryId } from "./entry-id.js";
import { contentWords, sharedWords } from "../ledgers/content-words.js";
import { SpeakerFinder } from "../ledgers/speaker-finder.js";

export interface MergeOptions {
  /** The item with an id that a delta cites; undefined if it does not exist. */
  view(itemId: string): ItemView | undefined;
  /** The position of a cited item; undefined if it is older than the given items. */
  placeOf?(itemId: string): number | undefined;
}

type AnyEntry = SectionEntry<SectionName>;

/** Citations of one entry that are looked up; the first that bear it out are enough. */
const MAX_LOOKED_UP = 8;
const MAX_ITEMS = 50;

const TEXT_FIELDS: Partial<Record<SectionName, string>> = {
  files: "path",
  commands: "command",
  identifiers: "value",
  handles: "handle",
  sources: "url",
};

/**
 * The checkpoint with a summarizer's changes, one version higher. An entry gets the speaker of a cited item if
 * that item states its whole text and details; otherwise it is marked `model`. Nothing is removed. Only a later,
 * complete statement of the user supersedes a user's demand, and only if code reads in it that all of that is now
 * allowed.
 */
export function mergeDelta(
  checkpoint: Checkpoint,
  delta: CheckpointDelta,
  options: MergeOptions,
): Checkpoint {
  const sections = new Map<SectionName, AnyEntry[]>(
    SECTION_NAMES.map((section) => [section, [...checkpoint[section]]]),
  );
  const speakers = new SpeakerFinder();
  for (const added of delta.added) {
    if (added.text.trim() === "") continue;
    const provenance = provenanceOf(added, speakers, options);
    // What a tool or the assistant demands is no constraint.
    const isOthers = provenance.by === "tool" || provenance.by === "assistant";
    if (added.section === "constraints" && isOthers) continue;
    addEntry(sections, withSaidReason(added, provenance, { speakers, options }), provenance);
  }
  for (const { id, by } of delta.superseded) supersede(sections, { id, by }, options);
  const merged = Object.fromEntries(sections) as unknown as Sections;
  const { objective, activeWork } = checkpoint;
  const claims = (text: string): { provenance: Provenance; status: "current" } & { text: string } => ({
    text,
    provenance: { items: [], by: "model" },
    status: "current",
  });
  return {
    ...checkpoint,
    ...merged,
    version: checkpoint.version + 1,
    ...(delta.objective === ""
      ? {}
      : {
          objective: {
            id: entryId("objective", delta.objective),
            ...claims(delta.objective),
            acceptance: objective?.acceptance ?? [],
          },
        }),
    ...(delta.activeWork === ""
      ? activeWork === undefined
        ? {}
        : { activeWork }
      : { activeWork: { id: entryId("activeWork", delta.activeWork), ...claims(delta.activeWork) } }),
  };
}

/** A decision that somebody made has the reason that was given for it, and no other. */
function withSaidReason(
  added: DeltaEntry,
  { by, items }: Provenance,
  { speakers, options }: { readonly speakers: SpeakerFinder; readonly options: MergeOptions },
): DeltaEntry {
  if (added.section !== "decisions" || by === "model" || added.detail === "") return added;
  const isSaid = items.some((id) => {
    const view = options.view(id);
    return view !== undefined && speakers.mentions(view, added.detail);
  });
  return isSaid ? added : { ...added, detail: "" };
}

function addEntry(sections: Map<SectionName, AnyEntry[]>, added: DeltaEntry, provenance: Provenance): void {
  const entries = sections.get(added.section) ?? [];
  const text = added.text.trim();
  const known = entries.findIndex((entry) => textOf(added.section, entry) === text);
  const entry = entries[known];
  if (entry === undefined) {
    const base: EntryBase = { id: entryId(added.section, text), provenance, status: "current" };
    sections.set(added.section, [...entries, { ...base, ...fieldsOf(added, text) } as AnyEntry]);
    return;
  }
  const items = [...new Set([...entry.provenance.items, ...provenance.items])].slice(0, MAX_ITEMS);
  const by = entry.provenance.by === "model" ? provenance.by : entry.provenance.by;
  // What code read out of the items stands; what only a model claims moves on by what it says next.
  const changed = entry.provenance.by === "model" ? fieldsOf(added, text) : {};
  sections.set(
    added.section,
    entries.with(known, { ...entry, ...changed, provenance: { items, by } } as AnyEntry),
  );
}

/** The text that identifies an entry of a delta with an existing one. */
function textOf(section: SectionName, entry: AnyEntry): string {
  const fields: Readonly<Record<string, unknown>> = { ...entry };
  return String(fields[TEXT_FIELDS[section] ?? "text"]);
}

function provenanceOf(added: DeltaEntry, speakers: SpeakerFinder, { view }: MergeOptions): Provenance {
  const cited = [...new Set(added.items)].flatMap((id) => {
    const found = view(id);
    return found === undefined ? [] : [{ id, view: found }];
  });
  // That something is still open is seen by code, or claimed: what is open must be kept, and a model may not decide that.
  const lookedUp = added.section === "handles" ? [] : cited.slice(0, MAX_LOOKED_UP);
  const bearing = lookedUp.flatMap(({ id, view: found }) => {
    const by = speakers.speakerOf(found, added);
    return by === undefined ? [] : [{ id, by }];
  });
  const first = bearing[0];
  if (first === undefined) return { items: cited.map(({ id }) => id), by: "model" };
  return { items: bearing.filter(({ by }) => by === first.by).map(({ id }) => id), by: first.by };
}

const oneOf = <const T extends string>(value: string, names: readonly T[], otherwise: T): T =>
  names.find((name) => name === value.trim().toLowerCase()) ?? otherwise;

type FieldMakers = {
  readonly [S in DeltaEntry["section"]]: (text: string, detail: string) => SectionFields[S];
};

const FIELD_MAKERS: FieldMakers = {
  // Shown like the others, but no compaction is refused for want of room for it: a model may call anything a demand.
  constraints: (text) => ({ text, kind: "preference" }),
  plan: (text, detail) => ({
    text,
    state: oneOf(detail, ["pending", "active", "done"], "pending"),
    evidence: [],
  }),
  decisions: (text, reason) => ({ text, reason }),
  files: (path, detail) => {
    const action = oneOf(detail, ["read", "created", "changed", "deleted", "moved"], "changed");
    return { path, action, actions: [action], movedTo: "", changes: action === "read" ? 0 : 1 };
  },
  commands: (command, detail) => {
    const outcome = oneOf(detail, ["ok", "failed", "running", "unknown"], "unknown");
    return { command, outcome, exitCode: null, failingTests: [], runs: 1 };
  },
  identifiers: (value, meaning) => ({ value, meaning }),
  errors: (text, subject) => ({ text, subject, state: "open", resolvedBy: "", resolution: "" }),
  risks: (text, detail) => ({ text, kind: oneOf(detail, ["risk", "blocker"], "risk") }),
  handles: (handle, detail) => ({
    kind: oneOf(detail, ["process", "agent", "approval", "tab"], "process"),
    handle,
    text: detail,
    state: "open",
  }),
  sources: (url, title) => ({ url, title }),
};

function fieldsOf({ section, detail }: DeltaEntry, text: string): SectionFields[SectionName] {
  return FIELD_MAKERS[section](text, detail);
}

/** The later sentence mentions at least half of the earlier one's subject. */
function onSameSubject(earlier: string, later: string): boolean {
  const words = contentWords(earlier);
  const shared = sharedWords(words, contentWords(later));
  return shared > 0 && shared >= words.words.size / 2;
}

function supersede(
  sections: Map<SectionName, AnyEntry[]>,
  { id, by }: DeltaSupersession,
  options: MergeOptions,
): void {
  for (const [section, entries] of sections) {
    const index = entries.findIndex((entry) => entry.id === id);
    const entry = entries[index];
    if (entry === undefined) continue;
    const successor = entries.find(
      (other) =>
        other.id !== id &&
        other.status === "current" &&
        (other.id === by || textOf(section, other) === by.trim()),
    );
    if (!maySupersede(section, entry, successor)) return;
    if (isUsersRule(section, entry) && !(successor && isLater(entry, successor, options))) return;
    const pointer = successor === undefined ? {} : { supersededBy: successor.id };
    sections.set(section, entries.with(index, { ...entry, status: "superseded", ...pointer }));
    return;
  }
}

/** Actions on files, commands and meanings of ids: read from the items, not a matter of opinion. */
const RECORDED: ReadonlySet<SectionName> = new Set(["files", "commands", "identifiers", "sources"]);

/** A model cannot withdraw what the user said, nor what code read unless another item says so. */
function maySupersede(section: SectionName, entry: AnyEntry, successor: AnyEntry | undefined): boolean {
  if (section === "handles") return entry.provenance.by === "model";
  if (RECORDED.has(section) && entry.provenance.by !== "model")
    return successor !== undefined && successor.provenance.by !== "model";
  const isRule = isUsersRule(section, entry);
  if (!isRule && section !== "requests") return true;
  if (successor?.provenance.by !== "user") return false;
  const [earlier, later] = [textOf(section, entry), textOf(section, successor)];
  return onSameSubject(earlier, later) && (!isRule || permits(later, earlier));
}

const isUsersRule = (section: SectionName, { provenance }: AnyEntry): boolean =>
  section === "constraints" && provenance.by === "user";

/** The later sentence explicitly allows everything in the earlier one. */
function permits(later: string, earlier: string): boolean {
  const words = contentWords(earlier);
  return PERMISSION.test(later) && sharedWords(words, contentWords(later)) >= words.words.size;
}

const PERMISSION =
  /\b(?:may|can|allowed|permitted|free to|fine to|ok(?:ay)? to|no longer|forget|ignore|lift(?:ed)?|drop(?:ped)?|instead)\b|可以|允许|不再/i;

/** Stated in an item after all items that state the other. */
function isLater(earlier: AnyEntry, later: AnyEntry, { placeOf }: MergeOptions): boolean {
  if (placeOf === undefined) return true;
  const last = ({ provenance }: AnyEntry): number =>
    Math.max(-1, ...provenance.items.map((id) => placeOf(id) ?? -1));
  return last(later) > last(earlier);
}
