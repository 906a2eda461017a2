import { type Checkpoint, type EntryBase, SECTION_NAMES, type SectionName } from "./checkpoint.js";
import {
  type CheckpointLayout,
  conditionOf,
  type LayoutPart,
  PART_NAMES,
  type PartName,
  PLAIN_LAYOUT,
} from "./checkpoint-layout.js";
import { boundedRequests } from "../ledgers/bounded-requests.js";
import { entryLines } from "./quoted-line.js";
import { renderEntry, renderWorkItem, shownEntries } from "./render-entry.js";

/** One line of a rendered checkpoint and its sources. A heading's sources are the entries below it. */
export interface RenderedLine {
  readonly text: string;
  readonly isHeading: boolean;
  readonly entries: readonly string[];
  readonly items: readonly string[];
}

export interface RenderedCheckpoint {
  readonly text: string;
  readonly lines: readonly RenderedLine[];
  readonly tokens: number;
  /** Ids of current entries that did not fit, or that the layout does not show. */
  readonly omitted: readonly string[];
}

export interface RenderOptions {
  readonly maxTokens: number;
  /** @default every section under its own heading, in order of importance */
  readonly layout?: CheckpointLayout;
  count(text: string): number;
}

/** No optional part takes more than this share of the free room before the others had their turn. */
const FIRST_SHARE = 0.35;
/** Without the objective, nothing else makes sense. */
const OBJECTIVE_SHARE = 0.6;

interface Piece {
  readonly text: string;
  readonly entry: EntryBase;
  readonly tokens: number;
  /** Has its place before everything else. */
  readonly isMust: boolean;
}

/** The entries that one part of a layout shows. */
interface Part {
  readonly name: PartName;
  readonly section: number;
  readonly pieces: readonly Piece[];
  readonly taken: Set<Piece>;
}

interface Draft {
  readonly layout: CheckpointLayout;
  /** In the order of the layout. */
  readonly parts: readonly Part[];
  readonly headingTokens: readonly number[];
  /** Sections that have something to show. */
  readonly headed: Set<number>;
}

/**
 * A checkpoint as text within a budget. The user's demands and open work come first, as many as fit. Every other
 * part gets a share of the rest, in order of importance; what is left is distributed again.
 */
export function renderCheckpoint(checkpoint: Checkpoint, options: RenderOptions): RenderedCheckpoint {
  const draft = draftOf(checkpoint, options);
  const byImportance = [...draft.parts].sort(
    (one, other) => PART_NAMES.indexOf(one.name) - PART_NAMES.indexOf(other.name),
  );
  let free = options.maxTokens;
  for (const part of byImportance) free -= take(draft, part, { allowance: free, mustOnly: true });
  for (const isFirst of [true, false]) {
    for (const part of byImportance) {
      const share = part.name === "objective" ? OBJECTIVE_SHARE : FIRST_SHARE;
      free -= take(draft, part, { allowance: isFirst ? Math.floor(free * share) : free, mustOnly: false });
    }
  }
  const rendered = assemble(draft, byImportance, options);
  return { ...rendered, omitted: omittedIds(checkpoint, rendered.lines) };
}

/** Takes pieces in their order while they fit; the tokens that this cost. */
function take(
  { headingTokens, headed }: Draft,
  { section, pieces, taken }: Part,
  { allowance, mustOnly }: { readonly allowance: number; readonly mustOnly: boolean },
): number {
  let used = 0;
  for (const piece of pieces) {
    if (taken.has(piece) || (mustOnly && !piece.isMust)) continue;
    const cost = piece.tokens + (headed.has(section) ? 0 : (headingTokens[section] ?? 0));
    if (used + cost > allowance) continue;
    used += cost;
    taken.add(piece);
    headed.add(section);
  }
  return used;
}

type EntryText = readonly [text: string, entry: EntryBase, isMust?: boolean];

function draftOf(checkpoint: Checkpoint, { maxTokens, count, layout = PLAIN_LAYOUT }: RenderOptions): Draft {
  const shown = new Set<string>();
  const requests = requestTexts(checkpoint, maxTokens, count);
  const parts = layout.sections.flatMap(({ parts: wanted }, section) =>
    wanted.map((part): Part => {
      const texts = part.name === "requests" ? requests : partTexts(checkpoint, part, layout);
      const own = texts.filter(([, { id }]) => !shown.has(id));
      for (const [, { id }] of own) shown.add(id);
      const pieces = own.map(([text, entry, isMust = false]) => {
        return { text, entry, tokens: count(text) + 1, isMust };
      });
      return { name: part.name, section, pieces, taken: new Set() };
    }),
  );
  const headingTokens = layout.sections.map(({ heading }) => (heading === "" ? 0 : count(heading) + 1));
  return { layout, parts, headingTokens, headed: new Set() };
}

function partTexts(
  checkpoint: Checkpoint,
  { name, only, withSpeaker }: LayoutPart,
  layout: CheckpointLayout,
): EntryText[] {
  if (name === "objective" || name === "activeWork") {
    const entry = checkpoint[name];
    if (entry === undefined) return [];
    const isPlain = layout === PLAIN_LAYOUT;
    // A template says a thing once: as what is worked for, or as the step under way.
    const elsewhere = [checkpoint.objective, ...checkpoint.plan].some((other) => other?.text === entry.text);
    if (name === "activeWork" && elsewhere && !isPlain) return [];
    return [[`${isPlain ? "" : "- "}${renderWorkItem(entry)}`, entry]];
  }
  return shownEntries(checkpoint, name)
    .filter((entry) => only === undefined || only.includes(conditionOf(entry)))
    .map((entry) => {
      const { by } = entry.provenance;
      const speaker = withSpeaker === true && by !== "model" ? ` (${by})` : "";
      return [`- ${renderEntry(name, entry)}${speaker}`, entry, isMust(name, entry)];
    });
}

/** The user's demands and open work: both must be visible. */
function isMust(name: SectionName, entry: EntryBase & { readonly kind?: string }): boolean {
  if (name === "handles") return entry.provenance.by !== "model";
  return name === "constraints" && entry.provenance.by === "user" && entry.kind !== "preference";
}

/** Requests that are not shown as the objective, the work at hand or a demand already, newest first. */
function requestTexts(
  { requests, objective, activeWork, constraints }: Checkpoint,
  maxTokens: number,
  count: RenderOptions["count"],
): EntryText[] {
  const rules = constraints.filter(({ status }) => status === "current").map(({ text }) => text);
  const shown = new Set([objective?.text, activeWork?.text, ...rules]);
  const others = requests.filter(({ text, status }) => status === "current" && !shown.has(text));
  const byId = new Map(others.map((request) => [request.id, request]));
  return boundedRequests(others, Math.floor(maxTokens / 2), count)
    .reverse()
    .flatMap(({ id, text }): EntryText[] => {
      const entry = byId.get(id);
      return entry === undefined ? [] : [[`- ${text}`, entry]];
    });
}

/** Counts of parts can add up to less than the count of the whole; then the least important lines go. */
function assemble(
  draft: Draft,
  byImportance: readonly Part[],
  { maxTokens, count }: RenderOptions,
): Omit<RenderedCheckpoint, "omitted"> {
  for (;;) {
    const lines = draft.layout.sections.flatMap((_, section) => linesOf(draft, section));
    const text = lines.map((line) => line.text).join("\n");
    const tokens = lines.length === 0 ? 0 : count(text);
    const last = byImportance.findLast(({ taken }) => taken.size > 0);
    if (tokens <= maxTokens || last === undefined) return { text, lines, tokens };
    // In steps of a tenth: a count that does not add up must not make this quadratic.
    const least = [...last.taken].slice(-Math.max(1, Math.ceil(last.taken.size / 10)));
    for (const piece of least) last.taken.delete(piece);
  }
}

/** The heading and the pieces that were taken, in the order of the layout. */
function linesOf({ layout, parts }: Draft, section: number): RenderedLine[] {
  const lines = parts
    .filter((part) => part.section === section)
    .flatMap(({ name, pieces, taken }) => {
      const shown = pieces.filter((piece) => taken.has(piece));
      // The newest are taken first; what was decided reads in the order in which it was.
      return name === "decisions" ? shown.reverse() : shown;
    })
    .flatMap(({ text, entry }) =>
      entryLines(text).map((line) => ({
        text: line,
        isHeading: false,
        entries: [entry.id],
        items: entry.provenance.items,
      })),
    );
  const heading = layout.sections[section]?.heading ?? "";
  if (lines.length === 0 || heading === "") return lines;
  const unique = (values: readonly string[]): string[] => [...new Set(values)];
  const head = {
    text: heading,
    isHeading: true,
    entries: unique(lines.flatMap(({ entries }) => entries)),
    items: unique(lines.flatMap(({ items }) => items)),
  };
  return [head, ...lines];
}

/** Current entries that a reader would want and does not see. */
function omittedIds(checkpoint: Checkpoint, lines: readonly RenderedLine[]): string[] {
  const shown = new Set(lines.flatMap(({ entries }) => entries));
  const texts = new Set(
    [checkpoint.objective, checkpoint.activeWork].map((entry) =>
      entry && shown.has(entry.id) ? entry.text : undefined,
    ),
  );
  return SECTION_NAMES.flatMap((section) => shownEntries(checkpoint, section))
    .filter((entry) => !shown.has(entry.id) && !("text" in entry && texts.has(entry.text)))
    .map(({ id }) => id);
}
