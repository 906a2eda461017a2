import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./run-command.js";

/** A conversation of a client on disk: what was said in it, and what the client took out of its window. */
export interface ClientSession {
  readonly id: string;
  readonly directory: string;
  /** Stands only in what left the window. */
  readonly secret: string;
}

/** A home with sessions of Codex and Claude Code, and one archive for all projects. */
export interface Home {
  readonly path: string;
  readonly archive: string;
  readonly environment: Readonly<Record<string, string>>;
}

const TS = "2026-11-16T11:01:39.000Z";
const FILLER = "Nothing else happened in this step of the work. ".repeat(20);

const joined = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

export async function makeHome(path: string): Promise<Home> {
  const archive = join(path, "archive");
  const environment = { HOME: path, PLIMSOLL_STORAGE__ADAPTER: "fs", PLIMSOLL_STORAGE__PATH: archive };
  return { path, archive, environment };
}

/** A rollout as Codex writes it, after a compaction of its own took the answer out. */
export async function writeRollout(home: Home, session: ClientSession): Promise<string> {
  const message = (role: string, text: string): object => ({
    type: "message",
    role,
    content: [{ type: role === "user" ? "input_text" : "output_text", text }],
  });
  const said = (role: string, text: string): object => ({
    timestamp: TS,
    type: "response_item",
    payload: message(role, text),
  });
  const folder = join(home.path, ".codex/sessions/2026/11/16");
  await mkdir(folder, { recursive: true });
  const path = join(folder, `rollout-2026-11-16T11-01-39-${session.id}.jsonl`);
  const lines = [
    {
      timestamp: TS,
      type: "session_meta",
      payload: { id: session.id, timestamp: TS, cwd: session.directory },
    },
    said("user", "What is the retry limit?"),
    said("assistant", `The retry limit is ${session.secret}. ${FILLER}`),
    {
      timestamp: TS,
      type: "compacted",
      payload: { message: "", replacement_history: [message("user", "What is the retry limit?")] },
    },
    ...Array.from({ length: 30 }, (_, turn) =>
      said(turn % 2 ? "assistant" : "user", `Turn ${turn}. ${FILLER}`),
    ),
  ];
  await writeFile(path, joined(lines));
  return path;
}

/** A session as Claude Code writes it, after a compaction of its own. */
export async function writeClaudeSession(home: Home, session: ClientSession, written = 0): Promise<string> {
  const folder = join(home.path, ".claude/projects", session.directory.replace(/[^A-Za-z0-9]/g, "-"));
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${session.id}.jsonl`);
  const envelope = { isSidechain: false, cwd: session.directory, sessionId: session.id, timestamp: TS };
  const line = (uuid: number, role: string, text: string): object => ({
    parentUuid: uuid === 0 || uuid === 3 ? (uuid === 3 ? "boundary" : null) : `line-${uuid - 1}`,
    ...envelope,
    type: role,
    message: { role, content: [{ type: "text", text }] },
    uuid: `line-${uuid}`,
  });
  const lines = [
    line(0, "user", "What is the retry limit?"),
    line(1, "assistant", `The retry limit is ${session.secret}. ${FILLER}`),
    { parentUuid: null, ...envelope, type: "system", subtype: "compact_boundary", uuid: "boundary" },
    { ...line(3, "user", "A summary of the work."), isCompactSummary: true },
    ...Array.from({ length: 30 }, (_, turn) =>
      line(turn + 4, turn % 2 ? "user" : "assistant", `Turn ${turn}. ${FILLER}`),
    ),
  ];
  await writeFile(path, joined(lines));
  if (written > 0) await utimes(path, written, written);
  return path;
}

/** Compacts a file into the home's archive. */
export async function archive(home: Home, path: string): Promise<void> {
  const args = [
    "compact",
    path,
    "--target-tokens",
    "900",
    "--estimator",
    "heuristic",
    "--out",
    "-",
    "--json",
  ];
  const run = await runCommand(args, { cwd: home.path, environment: home.environment });
  if (run.code !== 0) throw new Error(run.stderr || run.stdout);
}
