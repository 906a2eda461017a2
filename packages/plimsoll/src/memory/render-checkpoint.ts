import { type Checkpoint, type EntryBase, SECTION_NAMES, type SectionName } from "./checkpoint.js";
import { boundedRequests } from "./ledgers/bounded-requests.js";
import { renderEntry, shownEntries } from "./render-entry.js";

/** One line of a rendered checkpoint and what it rests on. A heading rests on the entries below it. */
export interface RenderedLine {
  readonly text: string;
  readonly entries: readonly string[];
  readonly items: readonly string[];
}

export interface RenderedCheckpoint {
  readonly text: string;
  readonly lines: readonly RenderedLine[];
  readonly tokens: number;
  /** Ids of current entries that did not fit. */
  readonly omitted: readonly string[];
}

export interface RenderOptions {
  readonly maxTokens: number;
  count(text: string): number;
}

/** What stands above the entries of each section. */
export const HEADINGS: Readonly<Record<SectionName | "objective" | "activeWork", string>> = {
  constraints: "Constraints of the user:",
  objective: "Objective:",
  activeWork: "Working on:",
  plan: "Plan:",
  handles: "Still open:",
  errors: "Errors:",
  risks: "Risks and blockers:",
  decisions: "Decisions:",
  files: "Files:",
  identifiers: "Identifiers:",
  commands: "Commands:",
  requests: "Requests of the user, word for word:",
  sources: "Sources:",
};

/** No section but the constraints takes more than this share of what is free before the others had their turn. */
const FIRST_SHARE = 0.35;

interface Piece {
  readonly text: string;
  readonly entry: EntryBase;
  readonly tokens: number;
}

interface Part {
  readonly heading: string;
  readonly headingTokens: number;
  readonly pieces: readonly Piece[];
  readonly taken: Piece[];
}

/**
 * A checkpoint as text within a budget, by sections in order of importance, constraints first and all that fit. Every
 * other section gets about a third at most of what is free, then what is left goes round again in the same order.
 */
export function renderCheckpoint(
  checkpoint: Checkpoint,
  { maxTokens, count }: RenderOptions,
): RenderedCheckpoint {
  const parts = partsOf(checkpoint, maxTokens, count);
  let free = maxTokens;
  for (const share of [FIRST_SHARE, 1]) {
    for (const part of parts) {
      const isFirst = part.heading === HEADINGS.constraints;
      free -= take(part, isFirst ? free : Math.floor(free * share));
    }
  }
  const rendered = assemble(parts, maxTokens, count);
  return { ...rendered, omitted: omittedIds(checkpoint, rendered.lines) };
}

/** Takes pieces in their order while they fit; the tokens that this cost. */
function take({ headingTokens, pieces, taken }: Part, allowance: number): number {
  const known = new Set(taken);
  let used = 0;
  for (const piece of pieces) {
    if (known.has(piece)) continue;
    const cost = piece.tokens + (taken.length === 0 ? headingTokens : 0);
    if (used + cost > allowance) continue;
    used += cost;
    taken.push(piece);
  }
  return used;
}

function partsOf(checkpoint: Checkpoint, maxTokens: number, count: RenderOptions["count"]): Part[] {
  const part = (heading: string, entries: readonly (readonly [string, EntryBase])[]): Part => ({
    heading,
    headingTokens: count(heading) + 1,
    pieces: entries.map(([text, entry]) => ({ text, entry, tokens: count(text) + 1 })),
    taken: [],
  });
  const single = (name: "objective" | "activeWork"): Part[] => {
    const entry = checkpoint[name];
    return entry === undefined ? [] : [part(HEADINGS[name], [[entry.text, entry]])];
  };
  const [constraints, ...others] = SECTION_NAMES.map((section) =>
    part(
      HEADINGS[section],
      section === "requests" ? requestTexts(checkpoint, maxTokens, count) : sectionTexts(checkpoint, section),
    ),
  );
  return [
    ...(constraints === undefined ? [] : [constraints]),
    ...single("objective"),
    ...single("activeWork"),
    ...others,
  ];
}

function sectionTexts(checkpoint: Checkpoint, section: SectionName): (readonly [string, EntryBase])[] {
  return shownEntries(checkpoint, section).map((entry) => [`- ${renderEntry(section, entry)}`, entry]);
}

/** Requests that are neither the objective nor the work at hand, newest first. */
function requestTexts(
  { requests, objective, activeWork }: Checkpoint,
  maxTokens: number,
  count: RenderOptions["count"],
): (readonly [string, EntryBase])[] {
  const shown = new Set([objective?.text, activeWork?.text]);
  const others = requests.filter(({ text, status }) => status === "current" && !shown.has(text));
  const byId = new Map(others.map((request) => [request.id, request]));
  return boundedRequests(others, Math.floor(maxTokens / 2), count)
    .reverse()
    .flatMap(({ id, text }) => {
      const entry = byId.get(id);
      return entry === undefined ? [] : [[`- ${text}`, entry] as const];
    });
}

/** Counts of parts can add up to less than the count of the whole; then the least important lines go. */
function assemble(
  parts: readonly Part[],
  maxTokens: number,
  count: RenderOptions["count"],
): Omit<RenderedCheckpoint, "omitted"> {
  for (;;) {
    const lines = parts.flatMap(linesOf);
    const text = lines.map((line) => line.text).join("\n");
    const tokens = lines.length === 0 ? 0 : count(text);
    const last = parts.findLast(({ taken }) => taken.length > 0);
    if (tokens <= maxTokens || last === undefined) return { text, lines, tokens };
    // In steps of a tenth: a count that does not add up must not make this quadratic.
    last.taken.splice(-Math.max(1, Math.ceil(last.taken.length / 10)));
  }
}

/** The heading and the pieces that were taken, in the order of the section. */
function linesOf({ heading, pieces, taken }: Part): RenderedLine[] {
  if (taken.length === 0) return [];
  const shown = new Set(taken);
  const lines = pieces
    .filter((piece) => shown.has(piece))
    .flatMap(({ text, entry }) =>
      text.split("\n").map((line) => ({ text: line, entries: [entry.id], items: entry.provenance.items })),
    );
  const unique = (values: readonly string[]): string[] => [...new Set(values)];
  const heads = {
    text: heading,
    entries: unique(lines.flatMap(({ entries }) => entries)),
    items: unique(lines.flatMap(({ items }) => items)),
  };
  return [heads, ...lines];
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
