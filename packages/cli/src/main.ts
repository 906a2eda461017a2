import { addAbortSignal } from "node:stream";
import { CommanderError } from "commander";
import type { CommandContext } from "./command-context.js";
import { EXIT_CODES } from "./exit-codes.js";
import { Output } from "./output/output.js";
import { printable, printableName } from "./output/printable.js";
import { buildProgram } from "./build-program.js";

/** A command that does not stop at its next step after Ctrl-C is ended after this time. */
const PATIENCE_MILLISECONDS = 2000;

const interrupted = new AbortController();
process.on("SIGINT", () => {
  if (interrupted.signal.aborted) process.exit(EXIT_CODES.interrupted);
  interrupted.abort();
  setTimeout(() => process.exit(EXIT_CODES.interrupted), PATIENCE_MILLISECONDS).unref();
});

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? EXIT_CODES.done : EXIT_CODES.failed);
  });
}

// Node 22 warns that its SQLite is experimental; whoever runs a command cannot do anything about it.
process.removeAllListeners("warning");
process.on("warning", (warning) => {
  if (warning.name !== "ExperimentalWarning")
    process.stderr.write(`${printableName(`${warning.name}: ${warning.message}`)}\n`);
});

function createContext(json: boolean): CommandContext {
  const { stdout, stderr, env: environment } = process;
  return {
    cwd: process.cwd(),
    environment,
    get input() {
      return addAbortSignal(interrupted.signal, process.stdin);
    },
    output: new Output({ stdout, stderr, environment, json }),
    signal: interrupted.signal,
  };
}

async function run(json: boolean, command: (context: CommandContext) => Promise<number>): Promise<void> {
  const context = createContext(json);
  try {
    process.exitCode = await command(context);
  } catch (error) {
    const { reportError } = await import("./output/report-error.js");
    process.exitCode = await reportError(error, context);
  }
}

/** Commander has said what is wrong already, unless a program reads along. */
async function main(): Promise<void> {
  const json = process.argv.includes("--json");
  let said = "";
  const program = buildProgram(run);
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap((group) => group.commands),
  ]) {
    command.exitOverride().configureOutput({
      writeErr: (text) => {
        if (!json) process.stderr.write(printable(text));
      },
      outputError: (text, write) => {
        const line = text.replace(/^error: /, "").replace(/\n(?=\(Did you mean [^\n]*\)\n?$)/, " ");
        said = printableName(line.trim());
        write(`compactctl: ${said}\n`);
      },
    });
  }
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.wrongUse;
    const failure = {
      code: "INVALID_INPUT",
      message: said || "A command is needed; see compactctl --help.",
      details: {},
    };
    if (json && error.exitCode !== 0) await createContext(true).output.data({ error: failure });
  }
}

await main();
