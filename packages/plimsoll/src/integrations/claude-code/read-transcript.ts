import { readFile } from "node:fs/promises";
import { CompactError } from "../../errors/compact-error.js";
import type { ClaudeCodeLine } from "../../formats/claude-code/claude-code-line.js";
import { readClaudeCodeSession } from "../../formats/claude-code/read-claude-code-session.js";

/**
 * Everything that was said in a session, with what Claude Code removed from the window and without its own summaries.
 *
 * @throws CompactError `INVALID_INPUT` if the file cannot be read.
 */
export async function readTranscript(path: string): Promise<readonly ClaudeCodeLine[]> {
  const { earlier = [], items } = readClaudeCodeSession(await textOf(path));
  return [...earlier, ...items].filter((line) => !isSummary(line));
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    const { code = "unreadable" } = cause as NodeJS.ErrnoException;
    throw new CompactError(
      "INVALID_INPUT",
      `The transcript ${JSON.stringify(path)} that the hook names in transcript_path cannot be read (${code}). Nothing was compacted; Claude Code goes on without it.`,
      { cause, details: { path } },
    );
  }
}

const isSummary = (line: object): boolean => "isCompactSummary" in line && line.isCompactSummary === true;
