import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { CompactError } from "plimsoll";
import type { CommandContext } from "../command-context.js";

const MAX_BYTES = 1_000_000_000;
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "a part of the path is a file",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
};

/** The error for a path that cannot be used as input. */
export function unreadable(path: string, cause: unknown): CompactError {
  const code = String((cause as { code?: unknown } | null)?.code ?? "");
  const reason = UNREADABLE[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new CompactError("INVALID_INPUT", `${path} cannot be read: ${reason}.`, {
    details: { path },
    cause,
  });
}

/** The bytes of a file, or of standard input for `-`. */
export async function openInput(path: string, context: CommandContext): Promise<AsyncIterable<Uint8Array>> {
  if (path === "-") return context.input;
  const file = resolve(context.cwd, path);
  const info = await stat(file).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (info.isDirectory()) throw unreadable(path, { code: "EISDIR" });
  return createReadStream(file, { highWaterMark: 1 << 20, signal: context.signal });
}

/**
 * The text of a file, or of standard input for `-`; refuses anything that is not UTF-8 text or is larger than 1
 * GB.
 */
export async function readInput(
  path: string,
  context: CommandContext,
  wanted: string = "a conversation as JSON or JSONL",
): Promise<string> {
  const shown = path === "-" ? "Standard input" : path;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of await openInput(path, context)) {
      size += chunk.length;
      if (size > MAX_BYTES) throw tooLarge(shown);
      chunks.push(chunk);
    }
  } catch (error) {
    throw CompactError.isInstance(error) || context.signal.aborted ? error : unreadable(path, error);
  }
  if (size === 0) throw new CompactError("INVALID_INPUT", `${shown} is empty; give ${wanted}.`);
  return decode(Buffer.concat(chunks), shown);
}

/** UTF-8 or an error: a replaced character would be content lost without a word. */
export function decode(bytes: Uint8Array, shown: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const code = (cause as { code?: unknown }).code;
    if (code !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw tooLarge(shown, cause);
    throw new CompactError("INVALID_INPUT", `${shown} is not UTF-8 text; convert it first.`, { cause });
  }
}

function tooLarge(shown: string, cause?: unknown): CompactError {
  return new CompactError(
    "INVALID_INPUT",
    `${shown} is too large (at most 1 GB, or 500 million characters); split it, or use --jsonl.`,
    { cause },
  );
}
