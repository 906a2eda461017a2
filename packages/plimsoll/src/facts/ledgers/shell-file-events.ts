import type { FileAction } from "../checkpoint/checkpoint.js";
import { mayBePath } from "../../text/may-be-path.js";
import { type ShellCommand, shellCommands, shellWrites } from "../../text/shell-commands.js";

/** Something that happened to a file. */
export interface FileEvent {
  readonly path: string;
  readonly action: FileAction;
  readonly movedTo?: string;
  /** It belongs to the last program of its line, which is the one that most likely failed if the line did. */
  readonly isLast?: boolean;
}

const READERS: ReadonlySet<string> = new Set([
  "cat",
  "head",
  "tail",
  "less",
  "more",
  "nl",
  "bat",
  "sed",
  "awk",
  "jq",
  "xxd",
  "type",
  "Get-Content",
]);
/** Programs whose first operand is a script or an expression, not a file. */
const WITH_EXPRESSION: ReadonlySet<string> = new Set(["sed", "awk", "jq"]);
const PREFIXES: ReadonlySet<string> = new Set([
  "sudo",
  "command",
  "time",
  "nohup",
  "env",
  "exec",
  "then",
  "do",
  "else",
]);
const MAX_EVENTS = 100;

/** The files that a shell command reads, writes, removes and moves. */
export function shellFileEvents(command: string): FileEvent[] {
  let folder = "";
  const events: FileEvent[] = [];
  const commands = shellCommands(command);
  for (const simple of commands) {
    const words = programWords(simple);
    if (words[0] === "cd" && words[1] !== undefined) folder = inFolder(folder, words[1]);
    else {
      for (const event of commandEvents(words, simple)) {
        if (events.length < MAX_EVENTS && isOperand(event.path)) {
          const movedTo = event.movedTo === undefined ? {} : { movedTo: inFolder(folder, event.movedTo) };
          const last = simple === commands.at(-1) ? { isLast: true } : {};
          events.push({ action: event.action, path: inFolder(folder, event.path), ...movedTo, ...last });
        }
      }
    }
  }
  return events;
}

const isOperand = (path: string): boolean =>
  mayBePath(path) && !path.startsWith("/dev/") && !/[*?$`{]/.test(path);

function inFolder(folder: string, path: string): string {
  if (folder === "" || /^(?:[/~$]|[A-Za-z]:[\\/])/.test(path)) return path;
  return `${folder.replace(/\/$/, "")}/${path.replace(/^\.\//, "")}`;
}

function programWords({ words }: ShellCommand): readonly string[] {
  const texts = words.map(({ text }) => text);
  const start = texts.findIndex((text) => !PREFIXES.has(text) && !/^\w+=/.test(text));
  return start < 0 ? [] : texts.slice(start);
}

function commandEvents(words: readonly string[], command: ShellCommand): FileEvent[] {
  const written = shellWrites(command).map(
    ({ path, appends }): FileEvent => ({ path, action: appends ? "changed" : "created" }),
  );
  return [...programEvents(words), ...written];
}

const each = (paths: readonly string[], action: FileAction): FileEvent[] =>
  paths.map((path) => ({ path, action }));
const isOption = (word: string): boolean => word.startsWith("-");

function programEvents([first = "", ...rest]: readonly string[]): FileEvent[] {
  if (first === "git") return gitEvents(rest);
  const operands = rest.filter((word) => !isOption(word));
  switch (first) {
    case "mv":
      return moves(operands);
    case "rm":
    case "unlink":
      return each(operands, "deleted");
    case "cp":
      return operands.length === 2 ? each(operands.slice(1), "created") : [];
    case "touch":
      return each(operands, "created");
    case "tee":
      return each(operands, rest.includes("-a") ? "changed" : "created");
    default:
      return first === "sed" && rest.some(editsInPlace)
        ? each(editedBySed(operands), "changed")
        : readerEvents(first, operands);
  }
}

function gitEvents([subcommand = "", ...rest]: readonly string[]): FileEvent[] {
  const operands = rest.filter((word) => !isOption(word));
  if (subcommand === "mv") return moves(operands);
  return subcommand === "rm" ? each(operands, "deleted") : [];
}

const editsInPlace = (word: string): boolean => /^(?:-[a-zA-Z]*i|--in-place)/.test(word);

/** The last operand that is not a script. */
function editedBySed(operands: readonly string[]): string[] {
  return operands
    .filter((word) => !/^(?:\d+[a-z,]|s[/|#]|\/)[^.]*/.test(word) || /\.\w{1,5}$/.test(word))
    .slice(-1);
}

function readerEvents(program: string, operands: readonly string[]): FileEvent[] {
  if (!READERS.has(program)) return [];
  return each(WITH_EXPRESSION.has(program) ? operands.slice(1) : operands, "read");
}

function moves(operands: readonly string[]): FileEvent[] {
  const [path, movedTo] = operands;
  if (operands.length !== 2 || path === undefined || movedTo === undefined) return [];
  const name = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  return [{ path, action: "moved", movedTo: movedTo.endsWith("/") ? `${movedTo}${name}` : movedTo }];
}
