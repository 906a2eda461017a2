import type { Checkpoint, EntryBase, Speaker } from "../facts/checkpoint/checkpoint.js";
import { CLAIM_MARK, renderedEntries } from "../facts/checkpoint/render-entry.js";
import { ALL_STATE_HEADINGS, EXTRACTS, NOTES } from "../facts/checkpoint/state-headings.js";
import { collapseBlanks, StringFinder } from "../text/string-finder.js";

/**
 * Where a line of a summary comes from: `heading`, our own words; `state`, kept by code from the checkpoint; `extract`, quoted word
 * for word; `model`, a model's own words that no item says.
 */
export type LineOrigin = "heading" | "state" | "extract" | "model";

export interface SummaryLine {
  readonly text: string;
  readonly origin: LineOrigin;
  /** Who said it; null if no source was found. */
  readonly by: Speaker | null;
  /** Archive ids of items that say it. */
  readonly items: readonly string[];
  /** The entry of the checkpoint that it prints. */
  readonly entry: string | null;
}

/** An item with everything that it says. */
export interface SourceText {
  readonly id: string;
  readonly by: Speaker;
  readonly texts: readonly string[];
}

interface KnownEntry {
  readonly text: string;
  readonly entry: EntryBase;
}

const LEAST_MATCH = 8;
const MAX_SOURCES = 5;
const MARKER = /^(?:[>\s]*)(?:[-*•]\s+|\d{1,3}[.)]\s+)?(?:\[[ x~]\]\s+)?(?:(?:user|assistant|tool):\s+)?/;

/** Tells for every line of a summary who said it. Linear in the texts. */
export function explainSummary(
  summary: string,
  checkpoint: Checkpoint | undefined,
  sources: readonly SourceText[],
): SummaryLine[] {
  const lines = summary.split("\n");
  const bare = lines.map(bareText);
  const saidBy = quotedIn(bare, sources);
  const entries = checkpoint ? renderedEntries(checkpoint).map(known) : [];
  const byText = new Map(entries.map((entry) => [entry.text, entry]));
  let part: LineOrigin = "state";
  return lines.map((text, index) => {
    const trimmed = text.trim();
    const next = partOf(trimmed);
    if (next !== undefined) part = next;
    if (trimmed === "" || next !== undefined || isHeading(trimmed)) return heading(text);
    const entry = part === "state" ? entryOf(bare[index] ?? "", byText, entries) : undefined;
    return sourcedLine(text, part, { entry: entry?.entry, said: saidBy[index] ?? [] });
  });
}

function sourcedLine(
  text: string,
  part: LineOrigin,
  { entry, said }: { readonly entry: EntryBase | undefined; readonly said: readonly SourceText[] },
): SummaryLine {
  const isClaim = text.includes(CLAIM_MARK) || (part === "model" && said.length === 0);
  const items = new Set([...(entry?.provenance.items ?? []), ...said.map(({ id }) => id)]);
  return {
    text,
    origin: isClaim ? "model" : part === "model" ? "extract" : part,
    by: isClaim ? "model" : (entry?.provenance.by ?? said[0]?.by ?? null),
    items: [...items].slice(0, MAX_SOURCES),
    entry: entry?.id ?? null,
  };
}

const heading = (text: string): SummaryLine => ({
  text,
  origin: "heading",
  by: null,
  items: [],
  entry: null,
});

function partOf(line: string): LineOrigin | undefined {
  if (ALL_STATE_HEADINGS.has(line)) return "state";
  if (line === EXTRACTS) return "extract";
  return line === NOTES ? "model" : undefined;
}

const isHeading = (line: string): boolean => /^#{1,6}\s/.test(line) || /^\[.*\]:?$/.test(line);

const bareText = (line: string): string =>
  collapseBlanks(line.replace(MARKER, "").replaceAll(CLAIM_MARK, "").replace(/…$/, ""));

const known = ({ text, entry }: { readonly text: string; readonly entry: EntryBase }): KnownEntry => ({
  text: bareText(text),
  entry,
});

/** The entry whose text the line is, or a part of, or has in it. */
function entryOf(
  line: string,
  byText: ReadonlyMap<string, KnownEntry>,
  entries: readonly KnownEntry[],
): KnownEntry | undefined {
  const exact = byText.get(line);
  if (exact || line.length < LEAST_MATCH) return exact;
  return (
    entries.find(({ text }) => text.includes(line)) ??
    entries.find(({ text }) => text.length >= LEAST_MATCH && line.includes(text)) ??
    entries.find(
      ({ entry }) => "path" in entry && typeof entry.path === "string" && line.includes(entry.path),
    )
  );
}

/** For each line, the items that say it word for word. */
function quotedIn(lines: readonly string[], sources: readonly SourceText[]): SourceText[][] {
  const found: SourceText[][] = lines.map(() => []);
  const finder = new StringFinder(lines.map((line) => (line.length < LEAST_MATCH ? "" : line)));
  for (const source of sources) {
    for (const text of source.texts) {
      finder.scan(text, (index) => {
        const list = found[index];
        if (list && list.length < MAX_SOURCES && list.at(-1) !== source) list.push(source);
      });
    }
  }
  return found;
}
