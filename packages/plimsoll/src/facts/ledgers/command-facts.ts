import { isScriptStart } from "../../text/is-script-start.js";
import { oneLine } from "../../text/one-line.js";
import type { FactFields } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { claimedKey, type FactSighting, newestValue } from "./fact-sighting.js";
import type { LedgerTable } from "./ledger-table.js";
import { listeningOn } from "./listening-on.js";
import type { ObservedResult } from "./observation.js";
import type { ProgramRun } from "./program-runs.js";

const MAX_LINES = 3;
const MAX_CHARACTERS = 300;
const MAX_SUBJECT_CHARACTERS = 80;
const MAX_VALUE_CHARACTERS = 160;
const SCANNED_CHARACTERS = 4_000;
/** They show what is there; their output is no statement about one thing. */
const READERS: ReadonlySet<string> = new Set(
  "cat head tail less more nl bat sed awk jq grep egrep rg ag find ls tree diff file stat xxd which env kill mkdir cp mv rm touch chmod ln".split(
    " ",
  ),
);
const BRANCH =
  /\b(?:Switched to (?:a new )?branch|Already on) '([^'\n]{1,100})'|^(?:On branch|HEAD is now on) (\S{1,100})$/m;
const NEW_BRANCH = /\bgit (?:checkout|switch)(?: -\w+)* (?:-[bBcC]|--create) ([\w./-]{1,100})/g;
/** A number, an address, a hash, a quoted name: something that can change. */
const VALUE = /\d|:\/\/|'[^']+'/;
/** A name of a thing: a host, an environment, a cluster. */
const NAME = /\b[A-Za-z][\w]*(?:[-.][\w]+)*[-_]?\d[\w-]*\b/g;
const TOKEN = /[A-Za-z0-9][\w.-]*\d[\w.-]*|\d{2,}/g;

/** What commands with short answers say: counts, versions, addresses, branches. A later answer replaces an earlier one. */
export function commandFacts(result: ObservedResult, table: LedgerTable<FactFields>): FactSighting[] {
  const { call, text, runs } = result;
  if (call === undefined || call.command === "") return [];
  const sightings: FactSighting[] = [];
  if (result.ending.outcome !== "failed") {
    sightings.push(...branchFacts(call.command, text), ...listeningFacts(runs, text));
  }
  const answer = sightings.length > 0 ? "" : shortAnswer(text);
  const run = runs.at(-1);
  if (run === undefined || READERS.has(run.program.split(" ", 1)[0] ?? "")) return sightings;
  const key = keyOf(run);
  const subject = oneLine(run.text, MAX_SUBJECT_CHARACTERS);
  const isKnown = table.get(key) !== undefined || table.get(claimedKey(subject)) !== undefined;
  if (answer === "") return isKnown ? [...sightings, outlived(key, subject)] : sightings;
  if (result.ending.outcome === "failed" && !isKnown) return sightings;
  const value = oneLine(answer, MAX_VALUE_CHARACTERS);
  sightings.push({ ...newestValue(key, { subject, value }), replaces: outdated(run, value, table) });
  return sightings;
}

/** The same command says something else now, in more words than a fact has: what it said before does not stand. */
const outlived = (key: string, subject: string): FactSighting => ({
  key,
  next: (known) => ({ ...(known ?? { subject, value: "", before: [] }), state: "closed" }),
});

const keyOf = ({ program, operands }: ProgramRun): string =>
  `output\n${program}\n${operands.join(" ")}`.slice(0, 300);

/** What a program has begun is no answer: "Cloning into 'skills'...". */
const BEGINNING = /(?:\.{3}|…)\s{0,8}$/;

/** The output without exit codes, if it is short and holds a value. */
function shortAnswer(text: string): string {
  if (text.length > MAX_CHARACTERS * 2) return "";
  const said = text
    .split("\n")
    .filter((line) => line.trim() !== "" && !BEGINNING.test(line) && !CUES.has("exit notice", line));
  // The command of a script stands below its name.
  const lines = said.some(isScriptStart) ? said.filter((line) => !line.startsWith("> ")) : said;
  const answer = lines.map((line) => line.trim()).join("; ");
  return lines.length <= MAX_LINES && answer.length <= MAX_CHARACTERS && VALUE.test(answer) ? answer : "";
}

function branchFacts(command: string, text: string): FactSighting[] {
  if (!command.includes("git")) return [];
  const shown = BRANCH.exec(text.slice(0, SCANNED_CHARACTERS));
  const made = [...command.slice(0, SCANNED_CHARACTERS).matchAll(NEW_BRANCH)].at(-1)?.[1];
  const value = made ?? shown?.[1] ?? shown?.[2];
  return value === undefined ? [] : [newestValue("git branch", { subject: "git branch", value })];
}

function listeningFacts(runs: readonly ProgramRun[], text: string): FactSighting[] {
  const address = listeningOn(text.slice(0, SCANNED_CHARACTERS));
  const run = runs.find(({ program }) => !READERS.has(program)) ?? runs[0];
  if (address === undefined || run === undefined) return [];
  const subject = [run.program, ...run.operands].join(" ").slice(0, MAX_SUBJECT_CHARACTERS);
  return [newestValue(`listening\n${subject}`, { subject, value: `listening on ${address}` })];
}

/**
 * The facts that an answer puts out of date: those of the same program about the same named thing, and those about
 * something that the answer calls closed, removed or the like.
 */
function outdated(run: ProgramRun, value: string, table: LedgerTable<FactFields>): string[] {
  const ofProgram = `output\n${run.program.split(" ", 1)[0] ?? ""}`;
  const names = new Set(value.match(NAME) ?? []);
  const gone = new Set(CUES.has("taken away", value) ? value.match(TOKEN) : []);
  if (names.size + gone.size === 0) return [];
  const isOutdated = (key: string, old: string): boolean =>
    (key.startsWith(ofProgram) && mentions(old, NAME, names)) || mentions(old, TOKEN, gone);
  return [...table.rows()]
    .filter(({ key, status }) => status === "current" && key.startsWith("output\n") && key !== keyOf(run))
    .filter(({ key, fields }) => isOutdated(key, fields.value))
    .map(({ key }) => key);
}

const mentions = (text: string, pattern: RegExp, wanted: ReadonlySet<string>): boolean =>
  wanted.size > 0 && (text.match(pattern) ?? []).some((word) => wanted.has(word));
