import type { ErrorFields } from "../checkpoint/checkpoint.js";
import { commandText } from "./command-ledger.js";
import { oneLine } from "../../text/one-line.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation, ObservedResult } from "./observation.js";
import { adoptClaims } from "./adopt-claims.js";
import { type ProgramRun, programRuns } from "./program-runs.js";
import {
  failureLines,
  isFileLookup,
  isFileStep,
  isLookup,
  opensWithFailure,
  successLine,
} from "./failure-lines.js";

const CAPACITY = 200;
const MAX_PROGRAMS = 1_000;
const MAX_SUBJECT_CHARACTERS = 80;
const MAX_OPERAND_CHARACTERS = 200;
/** Whichever tool changes a file. */
const CHANGE = "change";
/** Whichever program looks into files, whichever tool reads one. */
const LOOKUP = "look";
const READING = "read";

/** What ran: what must run again without the failure for it to be resolved. */
interface Runner {
  /** The program, or the tool. Nothing of it is a line break. */
  readonly program: string;
  readonly operands: readonly string[];
  /** The one program that a script of the project ran, as its runner said. */
  readonly inner?: Runner | undefined;
}

/** What failed, in the words of the result, and whether the same program or test succeeded later. */
export class ErrorLedger {
  readonly table: LedgerTable<ErrorFields>;
  /** Programs that had an open error; most successes are of none of them. */
  readonly #failed = new Set<string>();

  constructor(rows: readonly LedgerRow<ErrorFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ state }) => state === "open" }, rows);
    this.#noteFailed();
  }

  observe(observation: Observation): void {
    if (observation.kind === "summary") {
      adoptClaims(this.table, observation, { section: "errors", keyOf: claimKey });
      this.#noteFailed();
    }
    if (observation.kind !== "result") return;
    const isFailure = failed(observation);
    if (!isFailure && this.#failed.size === 0) return;
    const runners = withInner(runnersOf(observation), observation);
    const lines = isFailure ? tellingLines(observation) : [];
    if (isFailure || observation.ending.outcome === "ok")
      for (const runner of runners) this.#resolve(runner, observation, new Set(lines));
    if (!isFailure && observation.ending.outcome === "ok")
      for (const runner of echoedRunners(observation)) this.#resolve(runner, observation, new Set());
    const last = runners.at(-1);
    if (lines.length > 0 && last !== undefined) this.#note(last, observation, lines);
  }

  /** The most telling line comes last: it is the newest. */
  #note(
    runner: Runner,
    { call, item, position, files, runs }: ObservedResult,
    lines: readonly string[],
  ): void {
    this.#failed.add(runner.program);
    if (runner.inner !== undefined) this.#failed.add(runner.inner.program);
    if (this.#failed.size > MAX_PROGRAMS) this.#noteFailed(runner.program);
    const subject = call === undefined ? "" : subjectOf({ call, files, runs });
    for (const text of lines.toReversed()) {
      const key = keyOf(runner, text);
      this.table.put(
        key,
        { text, subject, state: "open", resolvedBy: "", resolution: "" },
        { item, position, by: "tool" },
      );
      this.#tellOnce(key, text);
    }
  }

  /** Removes errors, and those that they took the place of, newest first. */
  #forget(keys: Set<string>): void {
    if (keys.size === 0) return;
    for (const { key, supersededBy } of [...this.table.rows()].toReversed())
      if (supersededBy !== undefined && keys.has(supersededBy)) keys.add(key);
    this.table.remove(keys);
  }

  /** What two programs report in the same words is one error: that of the newest run. */
  #tellOnce(newest: string, text: string): void {
    for (const { key, fields, status } of this.table.rows())
      if (key !== newest && fields.state === "open" && status === "current" && fields.text === text)
        this.table.supersede(key, newest);
  }

  /** The programs with open errors, and one more. */
  #noteFailed(program?: string): void {
    this.#failed.clear();
    for (const { key, fields, status } of this.table.rows())
      if (fields.state === "open" && status === "current")
        for (const { program: failed } of runnersIn(key)) this.#failed.add(failed);
    if (program !== undefined) this.#failed.add(program);
  }

  /** Resolves the errors of what ran again without failing; what it reports now replaces what it reported then. */
  #resolve(runner: Runner, result: ObservedResult, lines: ReadonlySet<string>): void {
    if (!this.#failed.has(runner.program)) return;
    const resolution = lines.size > 0 ? "" : successLine(result.text);
    const [newest] = lines;
    const slips = new Set<string>();
    let isOpen = false;
    for (const { key, fields, status } of this.table.rows()) {
      const failed = runnersIn(key).find(({ program }) => program === runner.program);
      if (fields.state !== "open" || status !== "current" || failed === undefined) continue;
      if (lines.has(fields.text) || !covers(runner, failed, fields.text)) isOpen = true;
      else if (newest !== undefined) this.table.supersede(key, keyOf(runner, newest));
      else if (isStep(runner)) slips.add(key);
      else this.table.update(key, { ...fields, state: "resolved", resolvedBy: result.item, resolution });
    }
    this.#forget(slips);
    if (!isOpen) this.#failed.delete(runner.program);
  }
}

/** An edit, a copy, a look into a file: that one failed matters to nobody once another has not. */
const isStep = (runner: Runner): boolean =>
  runner.program === CHANGE || runner.program === LOOKUP || runner.program === READING || isFileStep(runner);

const nameOf = ({ program, operands }: Runner): string => `${program}\n${operands.join("\t")}`;

const keyOf = (runner: Runner, line: string): string =>
  `${nameOf(runner)}\n${line}${runner.inner === undefined ? "" : `\n${nameOf(runner.inner)}`}`;

/** A summary names what failed by its command, from which the same programs are read. */
function claimKey({ subject, text }: ErrorFields): string {
  const run = programRuns(subject).at(-1);
  if (run === undefined) return keyOf({ program: subject, operands: [] }, text);
  const program =
    run.operands.length === 1 ? FILE_TOOLS.find(([name]) => name.test(run.program))?.[1] : undefined;
  return keyOf(program === undefined ? shellRunner(run) : { program, operands: run.operands }, text);
}

/** Tools by their names, where a summary names one with its file. */
const FILE_TOOLS: readonly (readonly [RegExp, string])[] = [
  [/^\w{0,20}(?:edit|write|patch|replace)\w{0,20}$/i, CHANGE],
  [/^(?:\w{0,20}read(?:_?file)?|view)$/i, READING],
];

const shellRunner = (run: ProgramRun): Runner => ({
  program: isFileLookup(run) ? LOOKUP : run.program,
  operands:
    isLookup(run) || isFileStep(run)
      ? []
      : run.operands.filter((operand) => !SETTINGS.test(operand)).map(plainOperand),
});

/** Says how a program works, and not what it works on: `-p tsconfig.build.json`. */
const SETTINGS = /(?:^|\/)[\w.-]{0,60}config[\w.-]{0,60}\.(?:json|[cm]?[jt]s|toml|ya?ml)$/;

/** What failed, and the program in it if it was a script. */
function runnersIn(key: string): Runner[] {
  const [program = "", operands = "", , inner, innerOperands = ""] = key.split("\n", 5);
  const runner = (name: string, on: string): Runner => ({
    program: name,
    operands: on === "" ? [] : on.split("\t"),
  });
  return inner === undefined
    ? [runner(program, operands)]
    : [runner(program, operands), runner(inner, innerOperands)];
}

/** The last runner with the program that it says it ran, if that is one: of several nobody knows which failed. */
function withInner(runners: readonly Runner[], result: ObservedResult): readonly Runner[] {
  const [inner, ...others] = echoedRunners(result);
  const last = runners.at(-1);
  if (inner === undefined || others.length > 0 || last === undefined) return runners;
  return [...runners.slice(0, -1), { ...last, inner }];
}

/** Programs that are what their first operand is. */
const INTERPRETER =
  /^(?:python[\d.]*|node|ruby|perl|php|bash|sh|zsh|deno|bun|tsx|ts-node|java|go|cargo|make)\b/;

/** What an edit says that does not fit its file. Whoever made it makes another one, of this file or elsewhere. */
const MISSED_EDIT =
  /\b(?:not found|no match(?:es)?|\d{1,6} (?:matches|occurrences)|multiple (?:matches|occurrences)|not unique|(?:has not|hasn't) been read|modified since|no changes|(?:does|did|do) not (?:exist|match|apply))\b/i;

/** True if a run includes what failed: the same operands, all there are, or the test that the error names. */
function covers(run: Runner, earlier: Runner, text: string): boolean {
  if (run.program === CHANGE && MISSED_EDIT.test(text)) return true;
  if (run.program === READING)
    return earlier.operands.some((path) => run.operands.some((own) => fileName(own) === fileName(path)));
  if (run.operands.length === 0) return earlier.operands.length === 0 || !INTERPRETER.test(run.program);
  const isOwn = (operand: string): boolean => run.operands.some((own) => isSameOperand(own, operand));
  if (earlier.operands.length > 0 && earlier.operands.every(isOwn)) return true;
  const names = run.operands.map((operand) => operand.split("::").at(-1) ?? operand);
  return names.some((name) => name.length > 5 && text.includes(name));
}

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The same, or one file named from two folders: `test/a.py` and `/srv/app/test/a.py`. */
const isSameOperand = (one: string, other: string): boolean =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);

/** The programs of a command; a tool with its only file or its first arguments. */
function runnersOf({ call, files, runs }: ObservedResult): Runner[] {
  if (call === undefined) return [{ program: "", operands: [] }];
  if (call.command !== "" && runs.length > 0) return runs.map(shellRunner);
  const paths = [...new Set(files.map(({ path }) => path))];
  const isChange = files.some(({ action }) => action !== "read");
  const own = isChange ? CHANGE : paths.length === 1 ? READING : call.name;
  const values = call.fields.slice(0, 3).map(({ value }) => plainOperand(value.slice(0, 80)));
  return [
    {
      program: call.command !== "" ? commandText(call.command).replaceAll("\n", " ") : own,
      operands: paths.length === 1 ? paths : values,
    },
  ];
}

/** Programs that run what a file of the project says, and print it first: `> tsc --noEmit`. */
const SCRIPT_RUNNER = /^(?:npm|pnpm|yarn|bun)\b/;
const ECHOED = /^(?:>|\$) ([\w./-]{2,60}(?: [^\n]{0,300})?)$/gm;
const ECHOED_CHARACTERS = 20_000;
const MOST_ECHOED = 40;

/** What a script of the project ran, as far as its runner says so. */
function echoedRunners({ runs, text }: ObservedResult): Runner[] {
  if (!runs.some(({ program }) => SCRIPT_RUNNER.test(program))) return [];
  return [...text.slice(0, ECHOED_CHARACTERS).matchAll(ECHOED)]
    .slice(0, MOST_ECHOED)
    .flatMap(([, command = ""]) => programRuns(command))
    .map(shellRunner);
}

const plainOperand = (text: string): string => text.replace(/\s/g, " ").slice(0, MAX_OPERAND_CHARACTERS);

/** The program, file or tool that failed, to be read. */
function subjectOf({ call, files, runs }: Pick<ObservedResult, "call" | "files" | "runs">): string {
  if (call === undefined) return "";
  if (call.command !== "") return oneLine(runs.at(-1)?.text ?? call.command, MAX_SUBJECT_CHARACTERS);
  const paths = [...new Set(files.map(({ path }) => path))];
  if (paths.length === 1) return `${call.name} ${paths[0]}`;
  const values = call.fields.slice(0, 3).map(({ value }) => oneLine(value, MAX_SUBJECT_CHARACTERS));
  return [call.name, ...values].join(" ");
}

function failed(result: ObservedResult): boolean {
  const { text, isError, call } = result;
  if (isError) return true;
  if (call !== undefined && call.command !== "") return result.ending.outcome === "failed";
  return opensWithFailure(text);
}

/** A search that finds nothing is no error. */
function tellingLines({ text, call, runs }: ObservedResult): string[] {
  const lines = failureLines(text);
  const isSearch = call !== undefined && call.command !== "" && runs.length > 0 && runs.every(isLookup);
  return isSearch && lines.every((line) => !/error|fatal|no such|not found|denied|cannot/i.test(line))
    ? []
    : lines;
}
