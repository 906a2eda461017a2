import type { Readable } from "node:stream";
import { addAbortSignal } from "node:stream";
import { CommanderError } from "commander";
import type { CommandContext } from "./command-context.js";
import { EXIT_CODES } from "./exit-codes.js";
import { Output, type OutputOptions } from "./output/output.js";
import { printable, printableName } from "./output/printable.js";
import { buildProgram } from "./build-program.js";
import type { RunCommand } from "./run-command.js";

/** What a run of the command has of its process. */
export interface CommandLine extends Pick<OutputOptions, "stdout" | "stderr" | "environment"> {
  /** What stands behind the name of the command. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly stdin: Readable;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The names of the formats, where the arguments ask for them; nothing is loaded otherwise. */
async function formatNames(args: readonly string[]): Promise<readonly string[]> {
  const asks = args.some((word) => word.startsWith("--format") || word === "--help" || word === "-h");
  return asks ? (await import("plimsoll/formats")).FORMAT_NAMES : [];
}

/** Carries a command out and tells its exit code. Commander has said what is wrong already, unless a program reads along. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const json = line.args.includes("--json");
  const ended = { code: EXIT_CODES.done as number, said: "" };
  const run: RunCommand = async (asJson, command) => {
    ended.code = await outcomeOf(command, createContext(line, asJson));
  };
  const program = buildProgram(run, await formatNames(line.args));
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap((group) => group.commands),
  ]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void line.stdout.write(text),
      writeErr: (text) => {
        if (!json) line.stderr.write(printable(text));
      },
      outputError: (text, write) => {
        const problem = text.replace(/^error: /, "").replace(/\n(?=\(Did you mean [^\n]*\)\n?$)/, " ");
        ended.said = printableName(problem.trim());
        write(`compactctl: ${ended.said}\n`);
      },
    });
  }
  try {
    await program.parseAsync(line.args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // To a client, 2 as the exit code of a hook means that it must not go on.
    const wrong = line.args[0] === "hook" ? EXIT_CODES.failed : EXIT_CODES.wrongUse;
    ended.code = error.exitCode === 0 ? EXIT_CODES.done : wrong;
    if (json && error.exitCode !== 0) await reportWrongUse(ended.said, createContext(line, true));
  }
  return ended.code;
}

function createContext(line: CommandLine, json: boolean): CommandContext {
  const { stdout, stderr, environment, cwd, signal } = line;
  return {
    cwd,
    environment,
    get input() {
      return addAbortSignal(signal, line.stdin);
    },
    output: new Output({ stdout, stderr, environment, json }),
    signal,
  };
}

async function outcomeOf(
  command: (context: CommandContext) => Promise<number>,
  context: CommandContext,
): Promise<number> {
  try {
    return await command(context);
  } catch (error) {
    const { reportError } = await import("./output/report-error.js");
    return await reportError(error, context);
  }
}

async function reportWrongUse(said: string, { output }: CommandContext): Promise<void> {
  const message = said || "Name a command; see compactctl --help.";
  await output.data({ error: { code: "INVALID_INPUT", message, details: {} } });
}
