import { type ShellCommand, shellCommands } from "../../text/shell-commands.js";

/** A program that a command line runs, apart from where it runs and how its output is shown. */
export interface ProgramRun {
  /** The program with its subcommands: `git checkout`, `npm run build`, `pytest`. */
  readonly program: string;
  /** What it works on; values of options are left out. */
  readonly operands: readonly string[];
  /** The folder that the line changed to before; empty if it did not. */
  readonly folder: string;
  /** The words as they were written. */
  readonly text: string;
}

const MAX_RUNS = 20;
const MAX_SUBCOMMANDS = 3;
const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const FILTERS = words(
  "head tail grep egrep rg cat less more tee sort uniq sed awk cut tr wc jq column xargs",
);
/** They say nothing and do nothing that could fail in a way that matters. */
const SILENT = words(
  "echo printf true false : sleep set source . pwd export unset test [ wait exit shopt trap",
);
const PREFIXES = words("sudo command time nohup env exec then do else stdbuf nice npx bunx pnpx uvx");
const LAUNCHERS: readonly (readonly string[])[] = [
  ["uv", "run"],
  ["poetry", "run"],
  ["pipenv", "run"],
  ["hatch", "run"],
  ["rye", "run"],
  ["pnpm", "exec"],
  ["yarn", "exec"],
  ["npm", "exec"],
  ["bundle", "exec"],
  ["python", "-m"],
  ["python3", "-m"],
];
const SUBCOMMAND = /^[a-z][a-z:-]{0,30}$/;
const FILE = /[\w-]\.[A-Za-z]\w{0,9}$|\//;
/** Options behind which a program stands as text: `python -c`, `node -e`. */
const SCRIPT_OPTIONS = words("-c -e -p -r --eval --print --command");

/** The programs of a command line in their order. */
export function programRuns(command: string): ProgramRun[] {
  const runs: ProgramRun[] = [];
  let folder = "";
  for (const simple of shellCommands(command)) {
    const own = programWords(simple);
    const [first = ""] = own;
    if (first === "cd") folder = own[1] ?? "";
    else if (first !== "" && !SILENT.has(first) && !(simple.before.startsWith("|") && FILTERS.has(first)))
      runs.push(runOf(own, folder));
    if (runs.length >= MAX_RUNS) break;
  }
  return runs;
}

function programWords({ words: given }: ShellCommand): string[] {
  let own = given.map(({ text }) => text);
  for (;;) {
    const [first = "", second = ""] = own;
    if (PREFIXES.has(first) || /^\w+=/.test(first)) own = own.slice(1);
    else if (first === "timeout") own = own.slice(second.startsWith("-") ? 3 : 2);
    else if (LAUNCHERS.some(([one, two]) => one === first && two === second)) own = own.slice(2);
    else return own;
  }
}

function runOf(own: readonly string[], folder: string): ProgramRun {
  const [first = "", ...rest] = own;
  const name = [first.split("/").at(-1) ?? first];
  let at = 0;
  while (at < rest.length && name.length <= MAX_SUBCOMMANDS && SUBCOMMAND.test(rest[at] ?? ""))
    name.push(rest[at++] ?? "");
  const operands = rest.slice(at).filter((word, index, all) => {
    if (word.startsWith("-") || word === "") return false;
    const before = all[index - 1] ?? "";
    if (SCRIPT_OPTIONS.has(before) && /\s/.test(word)) return false;
    return !before.startsWith("-") || before.includes("=") || FILE.test(word);
  });
  return { program: name.join(" "), operands, folder, text: own.join(" ") };
}
