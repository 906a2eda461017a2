import type { Checkpoint, EntryBase, SectionEntry, SectionName } from "../checkpoint/checkpoint.js";
import { contentWords } from "../ledgers/content-words.js";
import { readProse } from "../ledgers/read-prose.js";
import { renderEntry } from "../checkpoint/render-entry.js";
import { sectionEntries } from "../checkpoint/section-entries.js";
import type { Fact, FactKind } from "./fact.js";
import { collapseBlanks } from "../../text/string-finder.js";

const MAX_VALUE_CHARACTERS = 300;
const MAX_CONSTRAINT_CHARACTERS = 2_000;
const MIN_SENTENCE_CHARACTERS = 12;
const MAX_MEANING_WORDS = 12;
const MAX_FAILING_TESTS = 20;
const LIST_MARKER = /^(?:[-*•+]\s|\(?\d{1,3}[.)、]\s)\s*/;

export interface FactOptions {
  /** Ids of items that the user protected: their content must stay visible. */
  readonly protectedItems?: ReadonlySet<string>;
}

/** A fact before its protection and its superseded values are known. */
type Draft = Omit<Fact, "must" | "superseded" | "itemIds" | "id"> & {
  readonly entry: EntryBase;
  readonly must: boolean;
};

/**
 * The facts of a checkpoint: current constraints, the objective and the newest request, open steps, risks,
 * decisions, changed files, failing commands and open errors, open handles, identifiers. Superseded entries
 * belong to the entry that replaced them.
 */
export function extractFacts(checkpoint: Checkpoint, options: FactOptions = {}): readonly Fact[] {
  if (options.protectedItems !== undefined) return readFacts(checkpoint, options);
  if (newest?.checkpoint !== checkpoint) newest = { checkpoint, facts: readFacts(checkpoint, options) };
  return newest.facts;
}

/** A compaction asks several times in a row: to plan, to write and to check. Only the last answer is held. */
let newest: { readonly checkpoint: Checkpoint; readonly facts: readonly Fact[] } | undefined;

function readFacts(checkpoint: Checkpoint, options: FactOptions): Fact[] {
  const drafts = [
    ...constraintDrafts(checkpoint),
    ...handleDrafts(checkpoint),
    ...requestDrafts(checkpoint),
    ...workDrafts(checkpoint),
    ...identifierDrafts(checkpoint),
  ];
  const superseded = supersededValues(checkpoint);
  const seen = new Set<string>();
  const facts: Fact[] = [];
  for (const { entry, ...draft } of drafts) {
    const key = `${draft.kind}\n${draft.value}`;
    if (draft.value === "" || seen.has(key)) continue;
    seen.add(key);
    const { items } = entry.provenance;
    const isProtected = items.some((id) => options.protectedItems?.has(id) === true);
    facts.push({
      id: entry.id,
      ...draft,
      itemIds: items,
      must: draft.must || isProtected,
      superseded: (superseded.get(entry.id) ?? []).filter((value) => value !== draft.value),
    });
  }
  return facts;
}

/** The text that identifies a fact: white space collapsed, without a list marker. */
const valueOf = (text: string): string => collapseBlanks(collapseBlanks(text).replace(LIST_MARKER, ""));

const meaningOf = (text: string): string[] => [...contentWords(text).words].slice(0, MAX_MEANING_WORDS);

const currentEntries = <S extends SectionName>(checkpoint: Checkpoint, section: S): SectionEntry<S>[] =>
  sectionEntries(checkpoint, section).filter(({ status }) => status === "current");

const constraintDrafts = (checkpoint: Checkpoint): Draft[] =>
  currentEntries(checkpoint, "constraints").map((entry) => ({
    entry,
    kind: "constraint",
    section: "constraints",
    text: valueOf(entry.text),
    value: valueOf(entry.text).slice(0, MAX_CONSTRAINT_CHARACTERS),
    meaning: meaningOf(entry.text),
    must: entry.provenance.by === "user" && entry.kind !== "preference",
  }));

/** A handle is identified by its address; a waiting approval only by its question. */
const handleDrafts = (checkpoint: Checkpoint): Draft[] =>
  currentEntries(checkpoint, "handles")
    .filter(({ state }) => state === "open")
    .map((entry) => ({
      entry,
      kind: "handle",
      section: "handles",
      text: collapseBlanks(renderEntry("handles", entry)),
      value: /\d|[_-]/.test(entry.handle) ? valueOf(entry.handle) : shortened(valueOf(entry.text)),
      meaning: meaningOf(`${entry.kind} ${entry.text}`),
      must: entry.provenance.by !== "model",
    }));

function requestDrafts(checkpoint: Checkpoint): Draft[] {
  const newest = currentEntries(checkpoint, "requests").at(-1);
  const draft = (entry: EntryBase & { readonly text: string }, kind: "objective" | "request"): Draft => ({
    entry,
    kind,
    section: kind === "objective" ? kind : "requests",
    text: collapseBlanks(entry.text),
    value: tellingSentence(entry.text),
    meaning: meaningOf(entry.text),
    must: false,
  });
  return [
    ...(checkpoint.objective === undefined ? [] : [draft(checkpoint.objective, "objective")]),
    ...(newest === undefined || newest.text === checkpoint.objective?.text ? [] : [draft(newest, "request")]),
  ];
}

/** The first meaningful sentence of a request. */
function tellingSentence(text: string): string {
  const sentences = readProse(text).map((sentence) => valueOf(sentence.text));
  const telling =
    sentences.find(({ length }) => length >= MIN_SENTENCE_CHARACTERS) ?? sentences[0] ?? valueOf(text);
  return shortened(telling);
}

const shortened = (text: string): string =>
  text.length <= MAX_VALUE_CHARACTERS ? text : text.slice(0, MAX_VALUE_CHARACTERS).replace(/\s\S*$/, "");

function workDrafts(checkpoint: Checkpoint): Draft[] {
  const draft = <S extends SectionName>(
    [kind, section]: readonly [FactKind, S],
    entry: SectionEntry<S>,
    value: string,
  ): Draft => {
    const text = collapseBlanks(renderEntry(section, entry));
    return { entry, kind, section, text, value, meaning: meaningOf(text), must: false };
  };
  const files = currentEntries(checkpoint, "files").filter(({ actions }) =>
    actions.some((action) => action !== "read"),
  );
  const failed = currentEntries(checkpoint, "commands").filter(({ outcome }) => outcome === "failed");
  const open = currentEntries(checkpoint, "errors").filter(({ state }) => state === "open");
  const steps = currentEntries(checkpoint, "plan").filter(({ state }) => state !== "done");
  const isSaid = ({ provenance }: EntryBase): boolean => provenance.by !== "model";
  return [
    ...steps.filter(isSaid).map((entry) => draft(["step", "plan"], entry, shortened(valueOf(entry.text)))),
    ...currentEntries(checkpoint, "risks")
      .filter(isSaid)
      .map((entry) => draft(["risk", "risks"], entry, shortened(valueOf(entry.text)))),
    ...currentEntries(checkpoint, "decisions")
      .filter(isSaid)
      .map((entry) => draft(["decision", "decisions"], entry, shortened(valueOf(entry.text)))),
    ...files.map((entry) => draft(["file", "files"], entry, lastComponents(entry.path))),
    ...failed.map((entry) => draft(["command", "commands"], entry, shortened(valueOf(entry.command)))),
    ...failed.flatMap((entry) =>
      entry.failingTests.slice(0, MAX_FAILING_TESTS).map((name) => ({
        ...draft(["error", "commands"], entry, shortened(valueOf(name))),
        text: collapseBlanks(`${name} fails in ${entry.command}`),
      })),
    ),
    ...open.map((entry) => draft(["error", "errors"], entry, shortened(valueOf(entry.text)))),
  ];
}

/** A file is recognised by its name and folder, from whatever place it is named. */
function lastComponents(path: string): string {
  const components = collapseBlanks(path)
    .split(/[/\\]/)
    .filter((component) => component !== "");
  const separator = path.includes("/") ? "/" : "\\";
  return components.slice(-2).join(separator);
}

const identifierDrafts = (checkpoint: Checkpoint): Draft[] =>
  currentEntries(checkpoint, "identifiers").map((entry) => ({
    entry,
    kind: "identifier",
    section: "identifiers",
    text: collapseBlanks(renderEntry("identifiers", entry)),
    value: valueOf(entry.value),
    meaning: meaningOf(entry.meaning),
    must: false,
  }));

/** By the id of a current constraint or identifier: the values that it, directly or indirectly, replaced. */
function supersededValues(checkpoint: Checkpoint): Map<string, string[]> {
  const entries = [
    ...checkpoint.constraints.map((entry) => ({ entry, value: valueOf(entry.text) })),
    ...checkpoint.identifiers.map((entry) => ({ entry, value: valueOf(entry.value) })),
  ];
  const successor = new Map(entries.map(({ entry }) => [entry.id, entry.supersededBy]));
  const values = new Map<string, string[]>();
  for (const { entry, value } of entries) {
    if (entry.status !== "superseded") continue;
    const current = lastSuccessor(entry.id, successor);
    const known = values.get(current);
    if (known === undefined) values.set(current, [value]);
    else known.push(value);
  }
  return values;
}

const MAX_CHAIN = 100;

function lastSuccessor(id: string, successor: ReadonlyMap<string, string | undefined>): string {
  let current = id;
  for (let step = 0; step < MAX_CHAIN; step++) {
    const next = successor.get(current);
    if (next === undefined) return current;
    current = next;
  }
  return current;
}
