import { HEADINGS } from "../checkpoint/checkpoint-layout.js";
import { LISTED, readQuotedLine } from "../checkpoint/quoted-line.js";
import type { StateClaims } from "../checkpoint/state-claims.js";
import { constraintKind } from "./constraint-kind.js";
import { readProse } from "./read-prose.js";

/** Precedes what the embedded summarizer keeps first, line by line. */
export const MUST_KEEP = "Must keep:";
/** The heading of rules from an unverified summary. They are quoted and do not count as the user's words. */
export const UNVERIFIED_RULES = "From an earlier summary (not verified):";
/** Above the constraints that code puts in, and those of the templates that show nothing else there. Entries are marked. */
const CONSTRAINTS: ReadonlySet<string> = new Set([
  HEADINGS.constraints,
  "## Constraints",
  "## Requirements",
  "## Rules",
]);
const HEADING = /^(?:#{1,4} .{1,60}|\p{Lu}[^.!?。！？]{2,60}:)$/u;
const ENTRY = "- ";
/** What only a model claims, what a rule replaced, and open work. */
const NOT_OF_THE_USER = /\[unconfirmed\]$|^Replaced: |^(?:process|agent|approval|tab) \S/;
const MAX_LINES = 300;
const MAX_LINE_CHARACTERS = 2_000;

/** What can be known from a summary: the rules in it, and what it says about the state. */
export interface SummaryRules {
  readonly rules: readonly string[];
  readonly claims?: StateClaims;
  /** True if a key or the archive confirms them: they are the user's. Otherwise they are quoted. */
  readonly isVerified: boolean;
}

/** A very short summary has no headings: required sentences come first, each on its own line. */
const isDemand = (line: string): boolean =>
  readQuotedLine(line) === undefined && constraintKind(line) !== undefined && readProse(line).length === 1;

/**
 * The lines of a summary at the place of rules. Anybody may have written them there: unless the summary is
 * verified, they are quoted and bind nobody.
 */
export function readSummaryRules(summary: string): string[] {
  const found: string[] = [];
  let section: "" | "opening" | "must" | "constraints" | "handed" = "opening";
  for (const line of summary.split("\n")) {
    const isEntry = line.startsWith(ENTRY);
    if (line === MUST_KEEP) section = "must";
    else if (line === UNVERIFIED_RULES) section = "handed";
    else if (CONSTRAINTS.has(line)) section = "constraints";
    else if (HEADING.test(line) || (section === "constraints" && !isEntry)) section = "";
    else if (section === "opening" && !isDemand(line)) section = "";
    else if (section === "handed") {
      if (!line.startsWith(LISTED)) section = "";
      else found.push(line.slice(LISTED.length));
    } else if (section !== "") found.push(isEntry ? line.slice(ENTRY.length) : line);
    if (found.length >= MAX_LINES) break;
  }
  return found.filter(
    (line) => line.trim() !== "" && line.length <= MAX_LINE_CHARACTERS && !NOT_OF_THE_USER.test(line),
  );
}

/** A body without the rules of an unverified summary; code prints those again. */
export function withoutUnverifiedRules(body: string): string {
  if (!body.startsWith(`${UNVERIFIED_RULES}\n`)) return body;
  const lines = body.split("\n").slice(1);
  const end = lines.findIndex((line) => !line.startsWith(LISTED));
  return end < 0 ? "" : lines.slice(end).join("\n");
}
