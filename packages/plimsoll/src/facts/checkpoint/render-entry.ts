import { BEHIND } from "../ledgers/scan-identifiers.js";
import {
  type Checkpoint,
  type EntryBase,
  SECTION_NAMES,
  type SectionEntry,
  type SectionName,
  type WorkItem,
} from "./checkpoint.js";
import { sectionEntries } from "./section-entries.js";

const MAX_LIST = 6;
const MAX_BEFORE = 3;
const MAX_COUNTED_ITEMS = 4;

type EntryText = { readonly [S in SectionName]: (entry: SectionEntry<S>) => string };

const joined = (values: readonly string[]): string =>
  values.length <= MAX_LIST
    ? values.join(", ")
    : `${values.slice(0, MAX_LIST).join(", ")} and ${values.length - MAX_LIST} more`;

/** Behind a question that the user has answered. */
export const answeredNote = (answer: string): string => ` (the user since: "${answer}")`;

const inBrackets = (text: string): string => (text === "" ? "" : ` (${text})`);

/** How an entry of each section reads. */
const ENTRY_TEXT: EntryText = {
  constraints: ({ text }) => text,
  requests: ({ text }) => text,
  plan: ({ text, state }) => `[${state === "done" ? "x" : state === "active" ? "~" : " "}] ${text}`,
  statements: ({ text, answer }) => `${text}${answer === "" ? "" : answeredNote(answer)}`,
  facts: ({ subject, value, before }) =>
    `${subject}: ${value}${before.length === 0 ? "" : ` (before: ${before.slice(0, MAX_BEFORE).join(", ")})`}`,
  decisions: ({ text, reason }) =>
    reason === "" || text.includes(reason) ? text : `${text} (because ${reason})`,
  files: ({ path, action, movedTo }) => `${path}: ${action}${movedTo === "" ? "" : ` to ${movedTo}`}`,
  commands: ({ command, outcome, exitCode, failingTests }) => {
    const exit = exitCode === null || outcome === "ok" ? "" : `, exit code ${exitCode}`;
    const failing = failingTests.length === 0 ? "" : `; failing: ${joined(failingTests)}`;
    return `${command} -> ${outcome}${exit}${failing}`;
  },
  identifiers: ({ value, meaning }) => {
    if (meaning.startsWith(BEHIND)) return `${value} ${meaning.slice(BEHIND.length)}`;
    return meaning === "" ? value : `${meaning} ${value}`;
  },
  errors: ({ text, subject, state, resolution }) =>
    `${text}${inBrackets(subject)}${state === "open" ? "" : `: resolved${inBrackets(resolution)}`}`,
  risks: ({ text, kind }) => (kind === "blocker" ? `Blocked: ${text}` : text),
  handles: ({ kind, handle, text }) => `${kind} ${handle}${inBrackets(text)}`,
  sources: ({ url, title }) => `${url}${inBrackets(title)}`,
};

/** At the end of a line that only a model claims. */
export const CLAIM_MARK = "[unconfirmed]";

const markOf = ({ provenance }: EntryBase): string => (provenance.by === "model" ? ` ${CLAIM_MARK}` : "");

/** One entry as text; marked if only a model says it. */
export function renderEntry<S extends SectionName>(section: S, entry: SectionEntry<S>): string {
  const write: (entry: SectionEntry<S>) => string = ENTRY_TEXT[section];
  return `${write(entry)}${markOf(entry)}`;
}

/** The objective or the work at hand, marked like an entry. */
export const renderWorkItem = (item: WorkItem): string => `${item.text}${markOf(item)}`;

/** Everything that a checkpoint holds as text, whatever its status. */
export function renderedEntries(
  checkpoint: Checkpoint,
): { readonly text: string; readonly entry: EntryBase }[] {
  const ofSection = <S extends SectionName>(section: S) =>
    sectionEntries(checkpoint, section).map((entry) => ({ text: renderEntry(section, entry), entry }));
  const single = [checkpoint.objective, checkpoint.activeWork].flatMap((entry) =>
    entry === undefined ? [] : [{ text: renderWorkItem(entry), entry }],
  );
  return [...single, ...SECTION_NAMES.flatMap((section) => ofSection(section))];
}

/**
 * How common an identifier is: one that several items mention says more than one seen once, and one labelled like
 * a hundred others, as in a log column, says least.
 */
class Commonness {
  readonly #labels = new Map<string, number>();

  constructor(entries: readonly EntryBase[]) {
    for (const entry of entries) {
      if (!("meaning" in entry)) return;
      const label = labelOf(entry.meaning);
      this.#labels.set(label, (this.#labels.get(label) ?? 0) + 1);
    }
  }

  of({ meaning, provenance }: EntryBase & { readonly meaning: string }): number {
    const alike = this.#labels.get(labelOf(meaning)) ?? 1;
    return Math.log2(alike) - Math.min(MAX_COUNTED_ITEMS, provenance.items.length);
  }
}

/** A label without the parts that differ from row to row. */
const labelOf = (meaning: unknown): string =>
  String(meaning)
    .replace(/\([^)]*\)|\S*\d\S*/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** The entries of a section that still matter to a reader, the most important first. */
export function shownEntries<S extends SectionName>(checkpoint: Checkpoint, section: S): SectionEntry<S>[] {
  const current = sectionEntries(checkpoint, section).filter(({ status }) => status === "current");
  const rank = (entry: SectionEntry<S>): number => {
    if ("state" in entry) return entry.state === "done" || entry.state === "resolved" ? 1 : 0;
    if ("action" in entry) return entry.action === "read" ? 1 : 0;
    if ("outcome" in entry) return entry.outcome === "failed" || entry.outcome === "running" ? 0 : 1;
    return "meaning" in entry ? commonness.of(entry) : 0;
  };
  const commonness = new Commonness(current);
  const shown = current.filter((entry) => !("state" in entry && entry.state === "closed"));
  if (section === "constraints" || section === "plan") return shown;
  return shown
    .map((entry, index) => ({ entry, index, rank: rank(entry) }))
    .sort((one, other) => one.rank - other.rank || other.index - one.index)
    .map(({ entry }) => entry);
}
