import { oneLine } from "../../text/one-line.js";
import type { Checkpoint, SectionEntry, SectionName, Speaker } from "./checkpoint.js";
import { renderEntry } from "./render-entry.js";
import { sectionEntries } from "./section-entries.js";
import type { StatePart } from "./state-headings.js";

/** One statement of a printed state. */
export interface StatePiece {
  readonly part: StatePart;
  /** The first line, and indented ones below it. Several files share a line. */
  readonly text: string;
  readonly by: Speaker;
  /** Has its place before everything else. */
  readonly isMust: boolean;
  readonly entry: string;
  /** Its place among the pieces of its part. */
  readonly order: number;
  /** A shorter form, for where the whole does not fit: as much as this many tokens hold. */
  shorter?(tokens: number, count: (text: string) => number): string;
}

/** An entry with its place in its section. */
export type Placed<S extends SectionName> = SectionEntry<S> & { readonly order: number };

/** Of long sections only the newest are looked at. */
const MOST_ENTRIES = 300;

/** What stands in a section, oldest first. */
export const placedEntries = <S extends SectionName>(checkpoint: Checkpoint, section: S): Placed<S>[] =>
  sectionEntries(checkpoint, section)
    .map((entry, order) => ({ ...entry, order }))
    .filter(({ status }) => status === "current")
    .slice(-MOST_ENTRIES);

/** Entries of what programs say: one line each. */
const ONE_LINERS: ReadonlySet<SectionName> = new Set(["errors", "facts", "handles"]);

export const MOST_LINE_CHARACTERS = 240;

/** An entry as a piece of a part of the state. */
export function statePiece<S extends SectionName>(part: StatePart, section: S, entry: Placed<S>): StatePiece {
  const rendered = renderEntry(section, entry);
  const text = ONE_LINERS.has(section) ? oneLine(rendered, MOST_LINE_CHARACTERS) : rendered;
  return { part, text, by: entry.provenance.by, isMust: false, entry: entry.id, order: entry.order };
}
