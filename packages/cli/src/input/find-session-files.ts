import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CompactError } from "plimsoll";
import type { CommandContext } from "../command-context.js";
import { unreadable } from "./read-input.js";

const SESSION_FILE = /\.(?:jsonl?|ndjson)$/i;
const PASSED_OVER = new Set(["node_modules"]);
const MAX_DEPTH = 16;

/** The session files that paths name, in order: a file is itself, a folder all JSON and JSONL files below it. */
export async function findSessionFiles(paths: readonly string[], context: CommandContext): Promise<string[]> {
  const files = new Set<string>();
  for (const path of paths) {
    const info = await stat(resolve(context.cwd, path)).catch((error: unknown) => {
      throw unreadable(path, error);
    });
    if (!info.isDirectory()) files.add(path);
    else for await (const file of filesBelow(path, context, 0)) files.add(file);
  }
  if (files.size > 0) return [...files];
  throw new CompactError(
    "INVALID_INPUT",
    `${paths.join(", ")} has no .json, .jsonl or .ndjson file; pass a folder of session files, or the files.`,
    { details: { paths } },
  );
}

async function* filesBelow(folder: string, context: CommandContext, depth: number): AsyncGenerator<string> {
  const entries = await readdir(resolve(context.cwd, folder), { withFileTypes: true }).catch(
    (error: unknown) => {
      context.output.warn(`${unreadable(folder, error).message} Skipping it.`);
      return [];
    },
  );
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile() && SESSION_FILE.test(entry.name)) yield path;
    else if (
      entry.isDirectory() &&
      depth < MAX_DEPTH &&
      !entry.name.startsWith(".") &&
      !PASSED_OVER.has(entry.name)
    )
      yield* filesBelow(path, context, depth + 1);
  }
}
