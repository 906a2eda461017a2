import { CUES } from "../cues/cues.js";
import type { CueName } from "../cues/cue-name.js";
import type { ProgramRun } from "./program-runs.js";

/** A line that says what went wrong. */
interface TellingLine {
  readonly line: string;
  readonly rank: number;
  readonly index: number;
}

const MAX_LINES = 3;
const MAX_OF_A_KIND = 2;
const MAX_LINE_CHARACTERS = 300;
const OPENING_CHARACTERS = 100;
const TAIL_CHARACTERS = 2_000;

/** Cues of lines that say what went wrong, the most specific first. */
const TELLING: readonly CueName[] = [
  "failed test line",
  "error at a place",
  "named error",
  "error line",
  "error in a line",
  "failure phrase",
];
/** Nothing but a failure prints lines like these. */
const SURE: readonly CueName[] = ["failed test line", "error at a place", "named error"];

/** What a package manager says around the output of a script that failed; used if nothing else tells. */
const FRAME =
  /^npm (?:error|ERR!) (?:code|errno|syscall|path|workspace|location|command|Lifecycle|A complete log)\b/i;

/** A line that counts failures; used if no other line says what went wrong. */
const COUNT =
  /^.{0,80}\b[1-9]\d{0,6} (?:tests? |specs? |suites? |examples? )?(?:failed|failing|failures?|errors?)\b.{0,120}$/im;
const MAY_TELL =
  /fail|error|ERR!|exception|panic|fatal|fault|not |no such|cannot|denied|invalid|[✕✗✘×]|ENOENT|EACCES|ECONN|timed out|unable|unexpected|undefined|^\s{0,4}E\s{1,8}[A-Z]\w{2,60}:/im;

const SUCCESS =
  /\b\d{1,6} (?:tests? |specs? |suites? |checks? |examples? )?(?:passed|passing|succeeded)\b[^\n]{0,40}|\ball [\w ]{0,20}(?:passed|passing)\b|\b(?:no|0) (?:errors?|issues|problems|failures)\b/i;

/** A warning, also one that a program names by its place: `a.py:26: SyntaxWarning: …`. */
const WARNING = /^.{0,60}\bwarning\b|^\S.{0,200}?:\d{1,7}: \w{1,60}Warning: /i;

/** Programs that show what is there: what they print is not about themselves. */
const LOOKUPS: ReadonlySet<string> = new Set(
  "cat head tail less more nl bat sed awk jq grep egrep rg ag find ls tree diff file stat xxd which wc echo curl wget".split(
    " ",
  ),
);
const GIT_LOOKUP = /^git (?:diff|log|show|blame|grep|status|cat-file|ls-files)\b/;

/** Programs that do one small thing to files: a failure is over with the next one that succeeds. */
const FILE_STEPS: ReadonlySet<string> = new Set("cp mv rm mkdir rmdir ln touch chmod".split(" "));

export const isFileStep = ({ program }: Pick<ProgramRun, "program">): boolean =>
  FILE_STEPS.has(program.split(" ", 1)[0] ?? "");

/** Programs that only look for something in files: a failure is over with the next one that finds it, whichever. */
const FILE_LOOKUPS: ReadonlySet<string> = new Set(
  "cat head tail less more nl bat sed grep egrep rg ag find ls tree file stat wc".split(" "),
);

export const isFileLookup = ({ program }: Pick<ProgramRun, "program">): boolean =>
  FILE_LOOKUPS.has(program.split(" ", 1)[0] ?? "");

export const isLookup = ({ program }: ProgramRun): boolean =>
  LOOKUPS.has(program.split(" ", 1)[0] ?? "") || GIT_LOOKUP.test(program);

/** True if an output without an exit code shows by its lines that a program failed. */
export function showsFailure(text: string, runs: readonly ProgramRun[]): boolean {
  if (!MAY_TELL.test(text)) return false;
  if (runs.every(isLookup)) return /^fatal: \S/.test(text);
  const tail = text.slice(-TAIL_CHARACTERS);
  // What tests that pass print of errors is what they test.
  if (SUCCESS.test(tail) && !COUNT.test(tail)) return false;
  return text.split("\n").some(isSureLine);
}

const isSureLine = (line: string): boolean =>
  line.length < MAX_LINE_CHARACTERS * 2 &&
  MAY_TELL.test(line) &&
  !WARNING.test(line) &&
  (SURE.some((cue) => CUES.has(cue, line)) || (line.includes(":") && CUES.has("error line", line)));

/** True if the opening of a tool's answer says that it failed. */
export const opensWithFailure = (text: string): boolean =>
  CUES.has("failed result", text.slice(0, OPENING_CHARACTERS));

/** The lines that say what went wrong, at most three, the most telling first and of each kind the last ones. */
export function failureLines(text: string): string[] {
  const found: TellingLine[] = [];
  let index = 0;
  for (const raw of text.split("\n")) {
    index++;
    if (!MAY_TELL.test(raw)) continue;
    const line = raw.length > MAX_LINE_CHARACTERS ? `${raw.slice(0, MAX_LINE_CHARACTERS - 1)}…` : raw;
    if (CUES.has("exit notice", line) || WARNING.test(line)) continue;
    const rank = TELLING.findIndex((name) => CUES.has(name, line));
    if (rank >= 0) found.push({ line: line.trim(), rank, index });
  }
  if (found.length === 0) return someLine(text);
  const own = found.filter(({ line }) => !FRAME.test(line));
  const telling = own.length > 0 ? own : found;
  telling.sort((a, b) => a.rank - b.rank || b.index - a.index);
  const counts = new Map<number, number>();
  const chosen = telling.filter(({ rank }) => {
    counts.set(rank, (counts.get(rank) ?? 0) + 1);
    return (counts.get(rank) ?? 0) <= MAX_OF_A_KIND;
  });
  return [...new Set(chosen.map(({ line }) => line))].slice(0, MAX_LINES);
}

/** If no line says what went wrong: the one that counts failures, otherwise the first. */
function someLine(text: string): string[] {
  const counted = COUNT.exec(text.slice(-TAIL_CHARACTERS))?.[0].trim();
  if (counted !== undefined) return [counted];
  const head = text.slice(0, MAX_LINE_CHARACTERS).split("\n");
  return head
    .map((line) => line.trim())
    .filter((line) => line !== "" && !CUES.has("exit notice", line) && !CUES.has("success", line))
    .slice(0, 1);
}

const SUCCESS_LINE = /^.{0,60}\b(?:pass(?:es|ed)?|succeeded|success(?:ful|fully)?)\b.{0,60}$/i;
/** Rules that runners draw around the line with their counts. */
const RULES = /^[=\s]{1,200}|(?<![=\s])[=\s]{1,200}$/g;
const MAX_RESOLUTION_CHARACTERS = 100;

/** What an output says of a success, in the last line that does: it counts the others. Empty if nothing short. */
export function successLine(text: string): string {
  const tail = text.slice(-TAIL_CHARACTERS);
  // The first line of a tail may be torn.
  const lines = tail.split("\n").slice(tail.length < text.length ? 1 : 0);
  const found = lines.map((line) => line.replace(RULES, "")).findLast((line) => SUCCESS_LINE.test(line));
  return (found ?? SUCCESS.exec(tail)?.[0] ?? "").trim().slice(0, MAX_RESOLUTION_CHARACTERS);
}
