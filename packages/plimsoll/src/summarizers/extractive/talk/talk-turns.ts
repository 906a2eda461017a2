import { isOwnNote } from "../../../conversation/is-own-note.js";
import type { ItemView } from "../../../conversation/item-view.js";
import { unquoted } from "../../../facts/checkpoint/quoted-line.js";
import { speakerLabel } from "../../../facts/ledgers/speaker-label.js";
import type { SummaryRequest } from "../../summarizer.js";
import { openedSection, readQuoted, type Section } from "../section-label.js";

/** The consecutive words of one speaker: a slice of a text. */
export interface TalkTurn {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  /** The name as written; empty if a message names nobody. */
  readonly speaker: string;
  /** Words of the user, not of somebody whose words are quoted. */
  readonly own: boolean;
  /** It stood in the summary before. */
  readonly previous: boolean;
}

const LEAST_LABELLED = 8;
const LEAST_SPEAKERS = 2;
const LEAST_TURNS = 2;
/** The share of the text that must follow speaker labels. */
const LEAST_SHARE = 2 / 3;

/** The turns of one text. Text before the first label, or after a blank line, has no speaker. */
function textTurns(source: string, unlabelled: Pick<TalkTurn, "own" | "previous">): TalkTurn[] {
  const turns: TalkTurn[] = [];
  let open: TalkTurn | undefined;
  const close = (): void => {
    if (open !== undefined && open.end > open.start) turns.push(open);
    open = undefined;
  };
  for (let start = 0; start <= source.length; ) {
    const newline = source.indexOf("\n", start);
    const end = newline < 0 ? source.length : newline;
    const line = source.slice(start, end);
    const label = speakerLabel(line);
    if (label !== undefined || line.trim() === "") close();
    if (label !== undefined)
      open = { ...unlabelled, source, start: start + label.length, end, speaker: label.written, own: false };
    else if (open !== undefined) open = { ...open, end };
    else if (line.trim() !== "") open = { ...unlabelled, source, start, end, speaker: "" };
    start = end + 1;
  }
  close();
  return turns;
}

function itemTurns(view: ItemView): TalkTurn[] {
  if (isOwnNote(view)) return [];
  const { role, text } = view;
  return textTurns(text, { own: role !== "assistant", previous: false });
}

/** The lines of the summary before, as turns again. */
function previousTurns(body: string, isUnverified: boolean): TalkTurn[] {
  let section: Section = "work";
  return body.split("\n").flatMap((line) => {
    const opened = openedSection(line);
    if (opened !== undefined) {
      section = opened;
      return [];
    }
    const quoted = section === "conversation" ? readQuoted(line, 0) : 0;
    const own = !isUnverified && (quoted > 0 || section === "required" || section === "user");
    const words = quoted > 0 ? line.slice(quoted) : unquoted(line);
    return textTurns(words, { own, previous: true });
  });
}

function isTalk(turns: readonly TalkTurn[]): boolean {
  const counts = new Map<string, number>();
  let [labelled, behindLabels, all] = [0, 0, 0];
  for (const { speaker, start, end } of turns) {
    all += end - start;
    if (speaker === "") continue;
    labelled++;
    behindLabels += end - start;
    counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  if (labelled < LEAST_LABELLED || behindLabels < LEAST_SHARE * all) return false;
  return [...counts.values()].filter((count) => count >= LEAST_TURNS).length >= LEAST_SPEAKERS;
}

/**
 * The turns of the removed items if those are a transcript of people talking: no tools, most of it after labels
 * of recurring speakers. Undefined for everything else.
 */
export function talkTurns(
  request: Pick<SummaryRequest, "remainder" | "previous" | "previousIsUnverified">,
): TalkTurn[] | undefined {
  const views = request.remainder.map(({ view }) => view);
  if (views.some(({ calls, results }) => calls.length > 0 || results.length > 0)) return undefined;
  const turns = views.flatMap(itemTurns);
  if (!isTalk(turns)) return undefined;
  const { previous, previousIsUnverified = false } = request;
  return [...(previous === undefined ? [] : previousTurns(previous, previousIsUnverified)), ...turns];
}
