import { EXIT_CODES } from "./exit-codes.js";
import { printableName } from "./output/printable.js";
import { runCommandLine } from "./run-command-line.js";

/** A command that does not stop at its next step after Ctrl-C is ended after this time. */
const PATIENCE_MILLISECONDS = 2000;
const LEFTOVERS_MILLISECONDS = 500;

/** Runs `compactctl` as a process: its arguments, its streams, its signals, its exit code. */
export async function main(): Promise<void> {
  const interrupted = interruption();
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      process.exit(error.code === "EPIPE" ? EXIT_CODES.done : EXIT_CODES.failed);
    });
  }
  hushWarnings();
  process.exitCode = await runCommandLine({
    args: process.argv.slice(2),
    cwd: process.cwd(),
    environment: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    get stdin() {
      return process.stdin;
    },
    signal: interrupted,
  });
  endSoon();
}

/**
 * A command that has returned waits for nothing. What still holds the process, such as a collector that dribbles its answer, is
 * left alone once everything printed is out. The timer itself holds nothing.
 */
function endSoon(): void {
  setInterval(() => {
    if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit();
  }, LEFTOVERS_MILLISECONDS).unref();
}

/** Aborted by the first Ctrl-C; the second ends the process. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  process.on("SIGINT", () => {
    if (interrupted.signal.aborted) process.exit(EXIT_CODES.interrupted);
    interrupted.abort();
    setTimeout(() => process.exit(EXIT_CODES.interrupted), PATIENCE_MILLISECONDS).unref();
  });
  return interrupted.signal;
}

/**
 * Hides Node 22's warning that its SQLite is experimental, because users of the command cannot do anything about
 * it.
 */
function hushWarnings(): void {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning")
      process.stderr.write(`${printableName(`${warning.name}: ${warning.message}`)}\n`);
  });
}
