import { readFile } from "node:fs/promises";
import type { ClaudeCodeLine } from "../../formats/claude-code/claude-code-line.js";
import { readClaudeCodeSession } from "../../formats/claude-code/read-claude-code-session.js";

/** Everything that was said in a session, with what Claude Code removed from the window and without its own summaries. */
export async function readTranscript(path: string): Promise<readonly ClaudeCodeLine[]> {
  const { earlier = [], items } = readClaudeCodeSession(await readFile(path, "utf8"));
  return [...earlier, ...items].filter((line) => !isSummary(line));
}

const isSummary = (line: object): boolean => "isCompactSummary" in line && line.isCompactSummary === true;
