import { ENTRY, readQuotedLine } from "./quoted-line.js";
import { ALL_STATE_HEADINGS, EXTRACTS, NOTES } from "./state-headings.js";

/** What summarizers wrote in a summary, without the headings. */
export interface WrittenParts {
  /** A model's own words; empty if there are none. */
  readonly notes: string;
  readonly extracts: string;
  /** False for a text without our headings: whose words these are is not known, and all of it counts as extracts. */
  readonly isParted: boolean;
}

/** A summary without the state at its top, which code prints anew: only what summarizers wrote. */
export function withoutState(body: string): WrittenParts {
  const lines = body.split("\n");
  const start = lines.findIndex((line) => line === EXTRACTS || line === NOTES);
  const hasState = ALL_STATE_HEADINGS.has(lines[0] ?? "");
  if (start === 0 || (start > 0 && hasState)) return partsOf(lines.slice(start));
  if (!hasState) return { notes: "", extracts: body, isParted: false };
  const isState = (line: string): boolean =>
    ALL_STATE_HEADINGS.has(line) || line.startsWith(ENTRY) || readQuotedLine(line) !== undefined;
  const isParted = lines.every(isState);
  return { notes: "", extracts: isParted ? "" : body, isParted };
}

function partsOf([heading, ...lines]: readonly string[]): WrittenParts {
  const at = heading === EXTRACTS ? 0 : lines.indexOf(EXTRACTS);
  const notes = lines.slice(0, at < 0 ? lines.length : at);
  const extracts = at < 0 ? [] : lines.slice(heading === EXTRACTS ? 0 : at + 1);
  return { notes: notes.join("\n"), extracts: extracts.join("\n"), isParted: true };
}
