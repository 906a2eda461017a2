import { PassThrough, type Readable, type Writable } from "node:stream";
import { readLines } from "../batch/read-lines.js";
import type { CommandContext } from "../command-context.js";
import { Opening } from "./opening.js";

export interface ServeStdioOptions {
  readonly version: string;
  /** Where answers go. */
  readonly output: Writable;
  /** Connects the server proper, when it is needed. */
  connect(input: Readable, output: Writable): Promise<{ close(): Promise<void> }>;
}

const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Serves one client, a message on each line, until its input ends. */
export async function serveStdio(
  options: ServeStdioOptions,
  { input, signal }: CommandContext,
): Promise<void> {
  const opening = new Opening(options.version);
  let server: { readonly input: PassThrough; close(): Promise<void> } | undefined;
  try {
    for await (const { bytes } of readLines(input, { maxBytes: MAX_LINE_BYTES })) {
      const line = Buffer.from(bytes ?? []).toString("utf8");
      const answer = server ? undefined : opening.answer(line);
      if (answer !== undefined) {
        options.output.write(answer);
        continue;
      }
      server ??= await takeOver(opening, options);
      server.input.write(`${line}\n`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    server?.input.end();
    await server?.close();
  }
}

/** Tells the server what was said so far; what it answers to that was answered before. */
async function takeOver(
  opening: Opening,
  { output, connect }: ServeStdioOptions,
): Promise<{ readonly input: PassThrough; close(): Promise<void> }> {
  const [input, answers] = [new PassThrough(), new PassThrough()];
  const server = await connect(input, answers);
  for (const line of opening.said) input.write(`${line}\n`);
  void forward(answers, output, opening.initialize);
  return { input, close: () => server.close() };
}

async function forward(
  answers: Readable,
  output: Writable,
  answered: string | number | undefined,
): Promise<void> {
  let waiting = answered !== undefined;
  for await (const { bytes } of readLines(answers, { maxBytes: Number.MAX_SAFE_INTEGER })) {
    const line = Buffer.from(bytes ?? []).toString("utf8");
    if (waiting && isAnswerTo(line, answered)) waiting = false;
    else output.write(`${line}\n`);
  }
}

function isAnswerTo(line: string, id: string | number | undefined): boolean {
  const message = JSON.parse(line) as { readonly id?: unknown; readonly method?: unknown };
  return message.method === undefined && message.id === id;
}
