import { Writable } from "node:stream";
import { Output } from "../output/output.js";
import { reportError } from "../output/report-error.js";
import { buildProgram } from "../build-program.js";
import type { FinishedRun, RunOptions } from "./run-compactctl.js";

/** Runs a command in this process: the same as the built one, but for wrong options, and faster. */
export async function runCommand(
  args: readonly string[],
  options: RunOptions & { readonly cwd: string },
): Promise<FinishedRun> {
  const [stdout, stderr] = [new Collected(), new Collected()];
  let code: number | null = null;
  const program = buildProgram(async (json, command) => {
    const { cwd, environment = {} } = options;
    const output = new Output({ stdout, stderr, environment, json });
    const input = (async function* () {
      yield Buffer.from(options.input ?? "");
    })();
    const context = { cwd, environment, input, output, signal: new AbortController().signal };
    code = await command(context).catch((error: unknown) => reportError(error, context));
  });
  await program.parseAsync([...args], { from: "user" });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Collected extends Writable {
  text = "";

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
