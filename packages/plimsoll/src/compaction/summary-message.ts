import type { ItemView } from "../conversation/item-view.js";

const OPENING = /^<COMPACT-SUMMARY v(\d{1,6})>\n/;
const CLOSING = "\n</COMPACT-SUMMARY>";

/** The text of the one summary message in a window. */
export function summaryText(version: number, body: string): string {
  return `<COMPACT-SUMMARY v${version}>\n${body}${CLOSING}`;
}

/** A summary message as it is found in a window. */
export interface FoundSummary {
  readonly version: number;
  readonly body: string;
}

/** Reads a summary message back; `undefined` for every other item. */
export function readSummary(view: ItemView): FoundSummary | undefined {
  if (!view.text.startsWith("<COMPACT-SUMMARY v") || view.calls.length > 0 || view.results.length > 0)
    return undefined;
  const opening = OPENING.exec(view.text);
  if (!opening || !view.text.endsWith(CLOSING)) return undefined;
  return {
    version: Number(opening[1]),
    body: view.text.slice(opening[0].length, -CLOSING.length),
  };
}
