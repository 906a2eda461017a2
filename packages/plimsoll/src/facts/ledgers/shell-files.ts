import type { FileAction } from "../checkpoint/checkpoint.js";
import { looksLikePath } from "./looks-like-path.js";
import { ShellReader, type SimpleCommand } from "./shell-reader.js";

/** Something that happened to a file. */
export interface FileEvent {
  readonly path: string;
  readonly action: FileAction;
  readonly movedTo?: string;
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

/** What a shell command reads, writes, removes and moves. */
export function shellFileEvents(command: string): FileEvent[] {
  let folder = "";
  const events: FileEvent[] = [];
  for (const simple of new ShellReader(command).commands()) {
    const words = programWords(simple);
    if (words[0] === "cd" && words[1] !== undefined) folder = inFolder(folder, words[1]);
    else {
      for (const event of commandEvents(words, simple)) {
        if (events.length < MAX_EVENTS && looksLikeOperand(event.path)) {
          const movedTo = event.movedTo === undefined ? {} : { movedTo: inFolder(folder, event.movedTo) };
          events.push({ action: event.action, path: inFolder(folder, event.path), ...movedTo });
        }
      }
    }
  }
  return events;
}

const looksLikeOperand = (path: string): boolean =>
  looksLikePath(path) && !path.startsWith("/dev/") && !/[*?$`{]/.test(path);

function inFolder(folder: string, path: string): string {
  if (folder === "" || /^(?:[/~$]|[A-Za-z]:[\\/])/.test(path)) return path;
  return `${folder.replace(/\/$/, "")}/${path.replace(/^\.\//, "")}`;
}

function programWords({ words }: SimpleCommand): readonly string[] {
  let start = 0;
  while (start < words.length && (PREFIXES.has(words[start] ?? "") || /^\w+=/.test(words[start] ?? "")))
    start++;
  return start === 0 ? words : words.slice(start);
}

function commandEvents(words: readonly string[], { writes }: SimpleCommand): FileEvent[] {
  const written = writes.map(
    ({ path, appends }): FileEvent => ({ path, action: appends ? "changed" : "created" }),
  );
  return [...programEvents(words), ...written];
}

function programEvents(words: readonly string[]): FileEvent[] {
  const isGit = words[0] === "git";
  const program = (isGit ? words[1] : words[0]) ?? "";
  const rest = words.slice(isGit ? 2 : 1);
  const operands = rest.filter((word) => !word.startsWith("-"));
  const each = (paths: readonly string[], action: FileAction): FileEvent[] =>
    paths.map((path) => ({ path, action }));
  if (program === "mv") return moves(operands);
  if (program === "rm" || (program === "unlink" && !isGit)) return each(operands, "deleted");
  if (isGit) return [];
  if (program === "cp") return operands.length === 2 ? each(operands.slice(1), "created") : [];
  if (program === "touch" || program === "tee") {
    return each(operands, program === "tee" && rest.includes("-a") ? "changed" : "created");
  }
  if (program === "sed" && rest.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(word))) {
    return each(
      operands
        .filter((word) => !/^(?:\d+[a-z,]|s[/|#]|\/)[^.]*/.test(word) || /\.\w{1,5}$/.test(word))
        .slice(-1),
      "changed",
    );
  }
  if (READERS.has(program)) return each(WITH_EXPRESSION.has(program) ? operands.slice(1) : operands, "read");
  return [];
}

function moves(operands: readonly string[]): FileEvent[] {
  const [path, movedTo] = operands;
  if (operands.length !== 2 || path === undefined || movedTo === undefined) return [];
  const name = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  return [{ path, action: "moved", movedTo: movedTo.endsWith("/") ? `${movedTo}${name}` : movedTo }];
}
