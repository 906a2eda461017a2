import { HEADINGS } from "../checkpoint-layout.js";
import { constraintKind } from "./constraint-cues.js";
import { type ProseSentence, readProse } from "./prose.js";

/** Above what the embedded summarizer keeps first, line by line. */
const MUST_KEEP = "Must keep:";
/** Above the constraints that code puts in, and those of the templates that show nothing else there. Entries are marked. */
const CONSTRAINTS: ReadonlySet<string> = new Set([
  HEADINGS.constraints,
  "## Constraints",
  "## Requirements",
  "## Rules",
]);
const HEADING = /^(?:#{1,4} .{1,60}|\p{Lu}[^.!?。！？]{2,60}:)$/u;
const ENTRY = "- ";
/** What only a model claims, and what is kept because it is open. */
const NOT_OF_THE_USER = /\[unconfirmed\]$|^(?:process|agent|approval|tab) \S/;

/** A very short summary has no headings: what must be kept stands first, each sentence on a line of its own. */
const isDemand = (line: string): boolean =>
  constraintKind(line) !== undefined && readProse(line).length === 1;

/**
 * What a summary says that the user demands. A window may come from another process, without the archive: then its summary
 * is all that is known of the user's constraints, and they go on to hold.
 */
export function handedOver(summary: string): ProseSentence[] {
  const found: string[] = [];
  let section: "" | "opening" | "must" | "constraints" = "opening";
  for (const line of summary.split("\n")) {
    const isEntry = line.startsWith(ENTRY);
    if (line === MUST_KEEP) section = "must";
    else if (CONSTRAINTS.has(line)) section = "constraints";
    else if (HEADING.test(line) || (section === "constraints" && !isEntry)) section = "";
    else if (section === "opening" && !isDemand(line)) section = "";
    else if (section !== "") found.push(isEntry ? line.slice(ENTRY.length) : line);
  }
  const demands = found.filter((line) => !NOT_OF_THE_USER.test(line));
  return demands.length === 0
    ? []
    : readProse(["Requirements:", ...demands.map((line) => `- ${line}`)].join("\n"));
}
