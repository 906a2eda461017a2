import { isWholeFile, type ReadExtent, WHOLE_FILE } from "./read-extent.js";
import { type ShellCommand, shellCommands } from "../text/shell-commands.js";
import type { ShellRedirection } from "../text/shell-tokens.js";

/** A command line that does nothing but show one file, or a part of it. */
export interface ShellRead {
  readonly path: string;
  /** The folder that the command changes to first; empty if it does not. */
  readonly folder: string;
  readonly extent: ReadExtent;
}

const MAX_COMMAND_CHARACTERS = 1_000;
/** Characters that a shell would expand to something unknown here. */
const EXPANDED = /[$`*?{}<>!]/;
const SED_RANGE = /^(\d{1,9})(?:,(\d{1,9}|\$))?p$/;

/** Reads `cat f`, `sed -n '1,80p' f`, `head`, `tail`, `nl`, each behind `cd x &&` or with a part of it cut out by a pipe. */
export function shellRead(command: string): ShellRead | undefined {
  if (command.length > MAX_COMMAND_CHARACTERS) return undefined;
  const commands = shellCommands(command.trim());
  if (!commands.every(isQuiet) || commands[0]?.before !== "" || commands.at(-1)?.after !== "")
    return undefined;
  const [first, second] = commands;
  const changes = programOf(first) === "cd" && /^(?:&&|;)$/.test(second?.before ?? "");
  const folder = changes ? folderOf(textsOf(first)) : "";
  return folder === undefined ? undefined : readIn(folder, changes ? commands.slice(1) : commands);
}

const isQuiet = ({ redirections }: ShellCommand): boolean => redirections.every(leavesOutputAlone);

const leavesOutputAlone = ({ text, file }: ShellRedirection): boolean =>
  text === "2>&1" || (text === "2>" && file === "/dev/null");

const textsOf = (command: ShellCommand | undefined): readonly string[] =>
  (command?.words ?? []).map(({ text }) => text);

const programOf = (command: ShellCommand | undefined): string => command?.words[0]?.text ?? "";

function readIn(folder: string, [reader, filter, ...more]: readonly ShellCommand[]): ShellRead | undefined {
  if (reader === undefined || more.length > 0) return undefined;
  const read = readStage(textsOf(reader));
  if (read === undefined || read.path === "") return undefined;
  if (filter === undefined) return { path: read.path, folder, extent: read.extent };
  const cut = filter.before === "|" && isWholeFile(read.extent) ? readStage(textsOf(filter)) : undefined;
  return cut === undefined || cut.path !== "" ? undefined : { path: read.path, folder, extent: cut.extent };
}

function folderOf(words: readonly string[]): string | undefined {
  const folder = words[1];
  return words.length === 2 && folder !== undefined && !EXPANDED.test(folder) && folder !== "-"
    ? folder
    : undefined;
}

interface Stage {
  /** Empty if the command reads what is piped into it. */
  readonly path: string;
  readonly extent: ReadExtent;
}

function readStage([program = "", ...words]: readonly string[]): Stage | undefined {
  const parsed = stageOf(program, words);
  if (parsed === undefined || parsed.paths.length > 1) return undefined;
  const [path = ""] = parsed.paths;
  return path.startsWith("-") || EXPANDED.test(path) ? undefined : { path, extent: parsed.extent };
}

interface ParsedStage {
  readonly extent: ReadExtent;
  readonly paths: readonly string[];
}

function stageOf(program: string, words: readonly string[]): ParsedStage | undefined {
  switch (program) {
    case "cat":
    case "nl": {
      const paths = words.filter((word) => !/^-[a-zA-Z]{1,8}$/.test(word));
      return { extent: WHOLE_FILE, paths };
    }
    case "sed":
      return sedStage(words);
    case "head":
    case "tail":
      return edgeStage(program, words);
    default:
      return undefined;
  }
}

function sedStage([flag, script = "", ...paths]: readonly string[]): ParsedStage | undefined {
  const range = flag === "-n" ? SED_RANGE.exec(script) : null;
  if (range === null) return undefined;
  const first = Number(range[1]);
  const end = range[2];
  const last = end === undefined ? first : end === "$" ? Number.POSITIVE_INFINITY : Number(end);
  return last < first ? undefined : { extent: linesFrom(first, last), paths };
}

/** Line 1 of a shell command is the beginning of the file. */
const linesFrom = (first: number, last: number): ReadExtent => ({
  kind: "lines",
  first: first === 1 ? 0 : first,
  last,
});

function edgeStage(program: "head" | "tail", words: readonly string[]): ParsedStage | undefined {
  const joined = words.join(" ");
  const option = /^(?:-n ?|--lines[= ]|-)(\+?\d{1,9})(?: |$)/.exec(joined);
  const given = option?.[1];
  const skipped = option === null ? 0 : option[0].trim().split(" ").length;
  const paths = words.slice(skipped);
  const count = Number(given ?? "10");
  if (given?.startsWith("+") === true)
    return program === "tail" ? { extent: linesFrom(count, Number.POSITIVE_INFINITY), paths } : undefined;
  const extent: ReadExtent = program === "head" ? linesFrom(1, count) : { kind: "end", count };
  return { extent, paths };
}
