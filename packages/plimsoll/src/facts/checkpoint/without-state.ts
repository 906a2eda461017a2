import { ENTRY, readQuotedLine } from "./quoted-line.js";
import { ALL_STATE_HEADINGS, EXTRACTS, NOTES } from "./state-headings.js";

/** A summary without the state at its top, which code prints anew: only what a summarizer wrote. */
export function withoutState(body: string): string {
  const lines = body.split("\n");
  if (!ALL_STATE_HEADINGS.has(lines[0] ?? "")) return body;
  const end = lines.findIndex((line) => line === EXTRACTS || line === NOTES);
  if (end >= 0) return lines.slice(end + 1).join("\n");
  const isState = (line: string): boolean =>
    ALL_STATE_HEADINGS.has(line) || line.startsWith(ENTRY) || readQuotedLine(line) !== undefined;
  return lines.every(isState) ? "" : body;
}
