import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { runCommandLine } from "../run-command-line.js";

/** The built command. */
export const COMPACTCTL: string = fileURLToPath(new URL("../../bin/compactctl.js", import.meta.url));

/** The prepared session: an agent's work in 48 turns, made with the synthetic history of the testing kit. */
export const AGENT_SESSION: string = fileURLToPath(
  new URL("../../__fixtures__/agent-session.json", import.meta.url),
);

export interface RunOptions {
  readonly cwd?: string;
  /** Standard input; empty unless told. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface FinishedRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, with streams of its own. */
export async function runCompactctl(args: readonly string[], options: RunOptions = {}): Promise<FinishedRun> {
  const [stdout, stderr] = [collector(), collector()];
  const code = await runCommandLine({
    args,
    cwd: options.cwd ?? tmpdir(),
    environment: options.environment ?? {},
    stdin: Readable.from(options.input === undefined ? [] : [Buffer.from(options.input)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    signal: new AbortController().signal,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** Runs the built command in a process of its own, with its streams piped. */
export async function spawnCompactctl(
  args: readonly string[],
  options: RunOptions = {},
): Promise<FinishedRun> {
  const child = spawn(process.execPath, [COMPACTCTL, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { PATH: process.env["PATH"] ?? "", ...options.environment },
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  // A command that fails early does not read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** A folder of its own for the test that asks; `atEnd` is the test's hook to clean up. */
export async function temporaryFolder(atEnd: (cleanUp: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "compactctl-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
