import { speaksAsUser } from "../../conversation/speaks-as-user.js";
import {
  type Checkpoint,
  SECTION_NAMES,
  type SectionName,
  type Speaker,
} from "../../facts/checkpoint/checkpoint.js";
import { ENTRY, quotedLine } from "../../facts/checkpoint/quoted-line.js";
import { renderEntry } from "../../facts/checkpoint/render-entry.js";
import { sectionEntries } from "../../facts/checkpoint/section-entries.js";
import { EXTRACTS, NOTES } from "../../facts/checkpoint/state-headings.js";
import { viewTexts } from "../../facts/verification/view-texts.js";
import { type VettedProse, vetProse } from "../../facts/verification/vet-prose.js";
import { largestWhere } from "../../collections/largest-where.js";
import { collapseBlanks } from "../../text/string-finder.js";
import type { Summarizer, Summary, SummaryRequest } from "../../summarizers/summarizer.js";

/** The summarizer that quotes and writes nothing of its own. */
const EMBEDDED = "extractive";

/** Less room is not worth extracts behind a model's notes. */
const LEAST_EXTRACTS = 150;
/** What the notes of a model may take of the room below the state where extracts follow; a small room is theirs. */
const NOTES_SHARE = 0.5;
const SMALL_ROOM = 400;
/** What lines that a model added to the state may take of it, which the printed state does not show. */
const ADDED_SHARE = 0.1;

/** What a summarizer is asked for: its own part of the text below the state. */
export function requestFor(
  summarizer: string,
  request: SummaryRequest,
  { withExtracts }: { readonly withExtracts: boolean },
): SummaryRequest {
  const { previous, previousExtracts, maxTokens } = request;
  const count = (text: string): number => request.count(text);
  if (summarizer === EMBEDDED) {
    const before = [previousExtracts, previous].filter((text) => text !== undefined && text !== "");
    return before.length === 0 ? request : { ...request, count, previous: before.join("\n") };
  }
  if (!withExtracts || request.stated === undefined || maxTokens < SMALL_ROOM) return request;
  return { ...request, count, maxTokens: Math.floor(maxTokens * NOTES_SHARE) };
}

export interface WrittenText {
  /** With the state that is printed above, and the room below it. */
  readonly request: SummaryRequest;
  readonly summarizer: string;
  readonly summary: Summary;
  /** What the summarizer added to the state and the printed state does not show, as lines. */
  readonly added: readonly string[];
  /** Chooses the extracts behind a model's notes; absent for none. */
  readonly extracts: Summarizer | undefined;
}

/** What stands below the state, and what was found in a model's words. */
export interface TextBelowState extends Pick<VettedProse, "refuted" | "marked"> {
  readonly text: string;
  readonly sources?: readonly string[] | undefined;
}

/**
 * The text below the state: extracts as they are, or a model's notes, held against the record and quoted, and extracts
 * by code in the room that the notes leave.
 */
export async function textBelowState(written: WrittenText): Promise<TextBelowState> {
  const { request, summarizer, summary, extracts: chooser } = written;
  const hasState = request.stated !== undefined;
  if (summarizer === EMBEDDED) {
    const text = hasState ? headed(EXTRACTS, summary.text) : summary.text;
    return { text, sources: summary.sources, refuted: [], marked: [] };
  }
  const vetted = vetProse(summary.text, recordOf(request));
  const notes = notesOf(quotedLines(vetted.text, request.stated), written);
  const { refuted, marked } = vetted;
  if (chooser === undefined || !hasState) return { text: notes, refuted, marked };
  const extracts = await extractsBehind(notes, request, chooser);
  const text = [notes, headed(EXTRACTS, extracts.text)].filter((part) => part !== "").join("\n");
  return { text, sources: extracts.sources, refuted, marked };
}

const headed = (heading: string, text: string): string => (text.trim() === "" ? "" : `${heading}\n${text}`);

/**
 * Indented, so that none is one of our own lines; those that could pass for one are marked as the model's. What the state
 * says word for word is not said again.
 */
function quotedLines(prose: string, stated = ""): string[] {
  const said = collapseBlanks(stated);
  return prose
    .split("\n")
    .filter((line) => !said.includes(collapseBlanks(line.replace(MARKER, ""))))
    .map((line) => quotedLine(line, "model"));
}

/** A request whose previous text holds the notes as they stand in a summary, with the extracts behind them. */
export function withQuotedNotes(request: SummaryRequest): SummaryRequest {
  const { previous = "", previousExtracts } = request;
  if (previousExtracts === undefined) return request;
  const notes = headed(NOTES, quotedLines(previous).join("\n"));
  const whole = [notes, headed(EXTRACTS, previousExtracts)].filter((part) => part !== "").join("\n");
  return { ...request, count: (text) => request.count(text), previous: whole };
}

const MARKER = /^\s{0,40}(?:[-*•+]|\(?\d{1,3}[.)])\s/;

/** What a model's prose is held against. Its own earlier prose bears nothing out. */
function recordOf({ checkpoint, remainder, kept, stated = "", previousExtracts = "" }: SummaryRequest) {
  const views = [...remainder.filter(({ isSummary }) => isSummary !== true).map(({ view }) => view), ...kept];
  return {
    checkpoint: checkpoint ?? NO_CHECKPOINT,
    user: views.filter((view) => speaksAsUser(view)).map(({ text }) => text),
    source: [stated, previousExtracts, JSON.stringify(checkpoint ?? ""), ...viewTexts(views)],
  };
}

const NO_CHECKPOINT: Checkpoint = {
  schemaVersion: 1,
  sessionId: "",
  version: 0,
  ...(Object.fromEntries(SECTION_NAMES.map((name) => [name, []])) as unknown as Pick<
    Checkpoint,
    SectionName
  >),
};

/** The model's prose whole, and of what it added as much as its share of the room holds. */
function notesOf(prose: readonly string[], { added, request, extracts }: WrittenText): string {
  const hasState = request.stated !== undefined;
  const heading = hasState ? [NOTES] : [];
  const all = fittingLines([...heading, ...prose], request, request.maxTokens);
  const share = extracts === undefined ? 1 : ADDED_SHARE;
  const left = request.maxTokens - request.count(all.join("\n"));
  const more = fittingLines(added, request, Math.min(left - 1, request.maxTokens * share));
  const lines = [...all, ...more];
  return lines.length === heading.length ? "" : lines.join("\n");
}

/** As many of the lines, from the first, as fit. */
function fittingLines(
  lines: readonly string[],
  { count }: SummaryRequest,
  maxTokens: number,
): readonly string[] {
  const fits = (length: number): boolean => count(lines.slice(0, length).join("\n")) <= maxTokens;
  return lines.slice(0, Math.max(0, largestWhere(1, lines.length, fits)));
}

/** Extracts by the embedded summarizer in the room behind the notes; none where it fails. */
async function extractsBehind(notes: string, request: SummaryRequest, chooser: Summarizer): Promise<Summary> {
  const count = (text: string): number => request.count(text);
  const { previous, previousExtracts, stated = "", ...rest } = request;
  const free = request.maxTokens - (notes === "" ? 0 : count(notes) + 1) - count(`${EXTRACTS}\n`) - 1;
  if (free < LEAST_EXTRACTS) return { text: "" };
  const before = previousExtracts ?? previous ?? "";
  const asked = {
    ...rest,
    count,
    maxTokens: free,
    mustKeep: [],
    stated: `${stated}\n${notes}`,
    ...(before === "" ? {} : { previous: before }),
  };
  try {
    return await chooser.summarize(asked);
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    return { text: "" };
  }
}

/**
 * What a summarizer added to the state and the printed state does not show, as quoted lines, the newest of each section
 * first: its claims, and lines of a tool that it picked.
 */
export function addedLines(checkpoint: Checkpoint | undefined, shown: readonly string[]): string[] {
  if (checkpoint === undefined) return [];
  const printed = new Set(shown);
  return SECTION_NAMES.flatMap((section) =>
    sectionEntries(checkpoint, section)
      .filter(
        ({ id, provenance, status }) =>
          status === "current" && !printed.has(id) && isPicked(section, provenance.by),
      )
      .toReversed()
      .map((entry) => quotedLine(`${ENTRY}${renderEntry(section, entry)}`, "model")),
  );
}

/** Code takes no decision from a tool. */
const isPicked = (section: SectionName, by: Speaker): boolean =>
  by === "model" || (by === "tool" && section === "decisions");
