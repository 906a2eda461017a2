import { ENTRY, readQuotedLine } from "./quoted-line.js";
import { ALL_STATE_HEADINGS, EXTRACTS, NOTES } from "./state-headings.js";

/** What summarizers wrote in a summary, without the headings. */
export interface WrittenParts {
  /** A model's own words; empty if there are none. */
  readonly notes: string;
  readonly extracts: string;
}

/** A summary without the state at its top, which code prints anew: only what summarizers wrote. */
export function withoutState(body: string): WrittenParts {
  const lines = body.split("\n");
  const start = lines.findIndex((line) => line === EXTRACTS || line === NOTES);
  const hasState = ALL_STATE_HEADINGS.has(lines[0] ?? "");
  if (start === 0 || (start > 0 && hasState)) return partsOf(lines.slice(start));
  if (!hasState) return { notes: "", extracts: body };
  const isState = (line: string): boolean =>
    ALL_STATE_HEADINGS.has(line) || line.startsWith(ENTRY) || readQuotedLine(line) !== undefined;
  return { notes: "", extracts: lines.every(isState) ? "" : body };
}

function partsOf([heading, ...lines]: readonly string[]): WrittenParts {
  if (heading === EXTRACTS) return { notes: "", extracts: lines.join("\n") };
  const at = lines.indexOf(EXTRACTS);
  if (at < 0) return { notes: lines.join("\n"), extracts: "" };
  return { notes: lines.slice(0, at).join("\n"), extracts: lines.slice(at + 1).join("\n") };
}
