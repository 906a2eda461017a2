import { open, readdir, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { CommandContext } from "../command-context.js";
import { type RecallCall, threadOf, toolUseOf } from "plimsoll-gateway/recall-tools";

/** The conversation that a call comes from, as its client keeps it. */
export interface OwnConversation {
  /** The client's id for it; undefined if only its file has one. */
  readonly id?: string;
  /** The client's own file of it, if there is one. */
  readonly path?: string;
}

const MAX_DEPTH = 4;
const MAX_FOLDER_NAME = 200;
const HEAD_BYTES = 1 << 20;
const TAIL_BYTES = 1 << 18;
const LOOKED_AT = 8;

/**
 * The conversation of a call: Codex names its thread, Claude Code its directory. Undefined if neither is known.
 */
export async function ownConversation(
  call: RecallCall,
  context: CommandContext,
): Promise<OwnConversation | undefined> {
  const thread = threadOf(call.meta);
  if (thread !== undefined) {
    const path = await rolloutOf(thread, context);
    return { id: thread, ...(path === undefined ? {} : { path }) };
  }
  const directory = await call.directory();
  const path =
    directory === undefined ? undefined : await newestSession(directory, toolUseOf(call.meta), context);
  return path === undefined ? undefined : { path };
}

const homeOf = ({ environment }: CommandContext): string => environment["HOME"] || homedir();

/** The rollout file of a Codex thread; its name ends with the thread's id. */
async function rolloutOf(thread: string, context: CommandContext): Promise<string | undefined> {
  const home = context.environment["CODEX_HOME"] || join(homeOf(context), ".codex");
  for (const folder of ["sessions", "archived_sessions"]) {
    const path = await fileEndingWith(`-${thread}.jsonl`, join(home, folder), 0);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** Folders are named by date, so the newest come first. */
async function fileEndingWith(ending: string, folder: string, depth: number): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const file = entries.find((entry) => entry.isFile() && entry.name.endsWith(ending));
  if (file) return join(folder, file.name);
  if (depth === MAX_DEPTH) return undefined;
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of folders.sort().reverse()) {
    const found = await fileEndingWith(ending, join(folder, name), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The most recently written Claude Code session file of a directory; if several are open, the one that contains
 * the call.
 */
async function newestSession(
  directory: string,
  toolUse: string | undefined,
  context: CommandContext,
): Promise<string | undefined> {
  const names = [...new Set([directory, await realpath(directory).catch(() => directory)])];
  const folders = await Promise.all(names.map((name) => sessionFolders(name, context)));
  const files = await Promise.all([...new Set(folders.flat())].map(sessionFiles));
  const newest = files.flat().sort((a, b) => b.written - a.written);
  let first: string | undefined;
  for (const { path } of newest.slice(0, LOOKED_AT)) {
    if (!(await isStartedIn(path, names))) continue;
    first ??= path;
    if (toolUse === undefined || (await endHolds(path, toolUse))) return path;
  }
  return first;
}

/** Claude Code names the folder after the directory, with every other character a dash; a long name is cut. */
async function sessionFolders(directory: string, context: CommandContext): Promise<string[]> {
  const home = context.environment["CLAUDE_CONFIG_DIR"] || join(homeOf(context), ".claude");
  const projects = join(home, "projects");
  const name = directory.replace(/[^A-Za-z0-9]/g, "-");
  if (name.length <= MAX_FOLDER_NAME) return [join(projects, name)];
  const start = name.slice(0, MAX_FOLDER_NAME);
  const found = await readdir(projects).catch(() => []);
  return found.filter((folder) => folder.startsWith(start)).map((folder) => join(projects, folder));
}

/** Files of sub-agents are next to those of their sessions. */
async function sessionFiles(folder: string): Promise<{ path: string; written: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl") && !entry.name.startsWith("agent-"))
    .map(({ name }) => join(folder, name));
  const infos = await Promise.all(names.map((path) => stat(path).catch(() => undefined)));
  return names.flatMap((path, index) => {
    const info = infos[index];
    return info ? [{ path, written: info.mtimeMs }] : [];
  });
}

/** Two directories can have one folder name: the lines say which it was. */
async function isStartedIn(path: string, names: readonly string[]): Promise<boolean> {
  const head = await part(path, "start", HEAD_BYTES);
  for (const line of head.split("\n")) {
    const cwd = cwdOf(line);
    if (cwd === undefined) continue;
    return names.includes(cwd) || names.includes(await realpath(cwd).catch(() => cwd));
  }
  return true;
}

function cwdOf(line: string): string | undefined {
  try {
    const cwd: unknown = (JSON.parse(line) as { cwd?: unknown } | null)?.cwd;
    return typeof cwd === "string" ? cwd : undefined;
  } catch {
    return undefined;
  }
}

async function endHolds(path: string, text: string): Promise<boolean> {
  return (await part(path, "end", TAIL_BYTES)).includes(text);
}

async function part(path: string, side: "start" | "end", bytes: number): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (!file) return "";
  try {
    const { size } = await file.stat();
    const length = Math.min(size, bytes);
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(length),
      position: side === "start" ? 0 : size - length,
    });
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
