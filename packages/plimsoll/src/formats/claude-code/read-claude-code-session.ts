import { isRecord } from "../../text/is-record.js";
import { jsonText } from "../../text/json-text.js";
import { sha256 } from "../../text/sha256.js";
import { CompactError } from "../../errors/compact-error.js";
import { compactedLines, effectiveLines, isCompactBoundary, isConversationLine } from "./effective-lines.js";
import { type ClaudeCodeLine, claudeCode } from "./claude-code-line.js";
import { joinLines, type JsonlFile, parseJsonl } from "../reading/jsonl-file.js";
import { recordedRequests } from "./recorded-requests.js";
import type { SessionFile } from "../session-file.js";
import type { SessionFileFormat } from "../session-file-format.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/** Keys that a new line copies from its neighbours in the file. */
const ENVELOPE_KEYS = ["userType", "cwd", "sessionId", "version", "gitBranch", "timestamp"] as const;

/** True if the records of a JSONL file are a Claude Code session. */
function isClaudeCodeSession(records: readonly WireRecord[]): boolean {
  return records.some((record) => claudeCode.matches(record) || isCompactBoundary(record));
}

/** A file of a sub-agent has side-chain lines only; there they are the main history. */
function mainLines(records: readonly WireRecord[]): readonly WireRecord[] {
  const main = records.filter((record) => record["isSidechain"] !== true);
  return main.some(isConversationLine) ? main : records;
}

function modelOf(lines: readonly WireRecord[]): string {
  for (const line of lines.toReversed()) {
    const model = isRecord(line["message"]) ? stringOf(line["message"]["model"]) : "";
    if (model !== "" && model !== "<synthetic>") return model;
  }
  return "";
}

/** A name-based UUID (version 8): the same line after the same parent has the same id. */
function uuidOf(parentUuid: string | null, message: unknown): string {
  const hex = sha256(`${parentUuid ?? ""}\n${jsonText(message)}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** A line made here has no ids, session or time yet: they come from the nearest line of the file. */
function completeLine(
  line: WireRecord,
  parentUuid: string | null,
  neighbour: WireRecord | undefined,
): WireRecord {
  const completed: Record<string, unknown> = { ...line, parentUuid };
  for (const key of ENVELOPE_KEYS) {
    if (completed[key] === undefined && neighbour?.[key] !== undefined) completed[key] = neighbour[key];
  }
  completed["uuid"] = uuidOf(parentUuid, line["message"] ?? line["attachment"]);
  return completed;
}

function writeLines(window: readonly ClaudeCodeLine[], rawLines: ReadonlyMap<object, string>): string {
  const written: string[] = [];
  let parentUuid: string | null = null;
  let neighbour: WireRecord | undefined = window.find((line) => rawLines.has(line)) as WireRecord | undefined;
  for (const item of window) {
    const line = item as unknown as WireRecord;
    const raw = rawLines.get(item);
    const hasId = typeof line["uuid"] === "string";
    let linked = line;
    if (!hasId) linked = completeLine(line, parentUuid, neighbour);
    else if (line["parentUuid"] !== parentUuid) linked = { ...line, parentUuid };
    written.push(raw !== undefined && linked === line ? raw : JSON.stringify(linked));
    parentUuid = stringOf(linked["uuid"]);
    if (hasId) neighbour = line;
  }
  return joinLines(written);
}

/**
 * Reads a Claude Code session file. Writing returns only the window's lines, each the child of the previous one;
 * a line whose parent stays the same is written byte for byte.
 */
export function readClaudeCodeSession(
  text: string,
  file: JsonlFile = parseJsonl(text),
): SessionFile<ClaudeCodeLine> {
  const { records, problems, rawLines } = file;
  if (!isClaudeCodeSession(records)) {
    throw new CompactError(
      "UNKNOWN_FORMAT",
      `This is not a Claude Code session: none of its ${records.length} readable lines has a message.`,
      { details: { problems } },
    );
  }
  const lines = mainLines(records);
  const effective = effectiveLines(lines);
  const items = effective as readonly unknown[] as readonly ClaudeCodeLine[];
  const earlier = compactedLines(lines, effective) as readonly unknown[] as readonly ClaudeCodeLine[];
  const sessionId = stringOf(lines.findLast((line) => typeof line["sessionId"] === "string")?.["sessionId"]);
  const model = modelOf(lines);
  const requests = recordedRequests(lines);
  return {
    format: claudeCode,
    items,
    ...(earlier.length > 0 && { earlier }),
    ...(requests.length > 0 && { requests }),
    ...(sessionId !== "" && { sessionId }),
    ...(model !== "" && { model }),
    problems,
    write: (window) => writeLines(window, rawLines),
  };
}

/** Session files of Claude Code. */
export const claudeCodeSession: SessionFileFormat<ClaudeCodeLine> = {
  name: claudeCode.name,
  format: claudeCode,
  matches: isClaudeCodeSession,
  read: readClaudeCodeSession,
};
