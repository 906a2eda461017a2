import { isRecord } from "../../text/is-record.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/** True for the line that Claude Code writes where it compacted the history. */
export function isCompactBoundary(line: WireRecord): boolean {
  return line["subtype"] === "compact_boundary" || line["type"] === "compact_boundary";
}

/** True for a line whose content the model is sent. */
export function isConversationLine(line: WireRecord): boolean {
  if (line["type"] === "attachment") return isRecord(line["attachment"]);
  if (line["type"] !== "user" && line["type"] !== "assistant") return false;
  return isRecord(line["message"]) && line["isApiErrorMessage"] !== true;
}

/**
 * The lines from the last compact boundary to the newest leaf: along `parentUuid` if lines have ids, otherwise in
 * file order.
 */
export function effectiveLines(lines: readonly WireRecord[]): readonly WireRecord[] {
  const leaf = lines.findLast(
    (line) => isConversationLine(line) && line["type"] !== "attachment" && typeof line["uuid"] === "string",
  );
  if (leaf === undefined) return afterLastBoundary(lines).filter(isConversationLine);
  const chain = walk(leaf, indexLines(lines));
  return withParallelBranches(chain, lines).filter(isConversationLine);
}

/**
 * The conversation before the last compact boundary, without the lines that the boundary kept and without older
 * summaries.
 */
export function compactedLines(
  lines: readonly WireRecord[],
  effective: readonly WireRecord[],
): readonly WireRecord[] {
  const boundary = lines.findLastIndex(
    (line) => isCompactBoundary(line) || line["isCompactSummary"] === true,
  );
  const kept = new Set(effective);
  return lines
    .slice(0, Math.max(boundary, 0))
    .filter((line) => isConversationLine(line) && line["isCompactSummary"] !== true && !kept.has(line));
}

function afterLastBoundary(lines: readonly WireRecord[]): readonly WireRecord[] {
  const boundary = lines.findLastIndex(isCompactBoundary);
  if (boundary !== -1) return lines.slice(boundary + 1);
  const summary = lines.findLastIndex((line) => line["isCompactSummary"] === true);
  return lines.slice(Math.max(summary, 0));
}

/** The lines by id, and the parents that differ from those in the lines. */
interface LineIndex {
  readonly byUuid: ReadonlyMap<string, WireRecord>;
  parentOf(line: WireRecord): string;
}

function indexLines(lines: readonly WireRecord[]): LineIndex {
  const byUuid = new Map<string, WireRecord>();
  for (const line of lines) {
    const uuid = stringOf(line["uuid"]);
    if (uuid !== "" && !byUuid.has(uuid)) byUuid.set(uuid, line);
  }
  const boundary = lines.findLast(isCompactBoundary);
  const moved = boundary === undefined ? undefined : preservedSegment(boundary, byUuid);
  return {
    byUuid,
    parentOf(line) {
      const uuid = stringOf(line["uuid"]);
      const parent = stringOf(line["parentUuid"]);
      if (moved === undefined) return parent;
      if (uuid === moved.head) return moved.anchor;
      return parent === moved.anchor && !moved.members.has(uuid) ? moved.tail : parent;
    },
  };
}

interface PreservedSegment {
  readonly head: string;
  readonly tail: string;
  readonly anchor: string;
  readonly members: ReadonlySet<string>;
}

/**
 * A compaction may keep a run of older lines at their place in the file; its boundary then names the line
 * (`anchor`) they follow. `undefined` if it does not, or if the run cannot be followed.
 */
function preservedSegment(
  boundary: WireRecord,
  byUuid: ReadonlyMap<string, WireRecord>,
): PreservedSegment | undefined {
  const metadata = boundary["compactMetadata"];
  const segment = isRecord(metadata) ? metadata["preservedSegment"] : undefined;
  if (!isRecord(segment)) return undefined;
  const head = stringOf(segment["headUuid"]);
  const tail = stringOf(segment["tailUuid"]);
  const anchor = stringOf(segment["anchorUuid"]);
  if (!byUuid.has(anchor)) return undefined;
  const members = new Set<string>();
  for (let uuid = tail; ; ) {
    const line = byUuid.get(uuid);
    if (line === undefined || members.has(uuid)) return undefined;
    members.add(uuid);
    if (uuid === head) return { head, tail, anchor, members };
    uuid = stringOf(line["parentUuid"]);
  }
}

/** From a leaf to its root or to the first boundary, oldest first; a cycle ends the walk. */
function walk(leaf: WireRecord, index: LineIndex): WireRecord[] {
  const chain: WireRecord[] = [];
  const seen = new Set<WireRecord>();
  let line: WireRecord | undefined = leaf;
  while (line !== undefined && !seen.has(line) && !isCompactBoundary(line)) {
    seen.add(line);
    chain.push(line);
    line = index.byUuid.get(index.parentOf(line));
  }
  return chain.reverse();
}

/**
 * Parallel calls of one response are separate lines, each the parent of its own result, so one walk sees only one
 * branch. This appends the other branches after the last line of that response.
 */
function withParallelBranches(
  chain: readonly WireRecord[],
  lines: readonly WireRecord[],
): readonly WireRecord[] {
  const inChain = new Set(chain);
  const answered = new Set(chain.flatMap(resultIds));
  const responseOf = new Map<string, string>();
  const lastOfResponse = new Map<string, WireRecord>();
  for (const line of chain) {
    const response = responseId(line);
    if (response !== "") lastOfResponse.set(response, line);
  }
  const additions = new Map<WireRecord, WireRecord[]>();
  for (const line of lines) {
    const response = responseId(line) || (responseOf.get(stringOf(line["parentUuid"])) ?? "");
    const anchor = lastOfResponse.get(response);
    if (anchor === undefined) continue;
    if (responseId(line) !== "") responseOf.set(stringOf(line["uuid"]), response);
    const ids = resultIds(line);
    const isNewResult = ids.length > 0 && !ids.some((id) => answered.has(id));
    if (inChain.has(line) || (responseId(line) === "" && !isNewResult)) continue;
    const added = additions.get(anchor);
    if (added === undefined) additions.set(anchor, [line]);
    else added.push(line);
  }
  return chain.flatMap((line) => [line, ...(additions.get(line) ?? [])]);
}

/** The id that the lines of one assistant response share; empty for any other line. */
function responseId(line: WireRecord): string {
  if (line["type"] !== "assistant" || !isRecord(line["message"])) return "";
  return stringOf(line["message"]["id"]);
}

function resultIds(line: WireRecord): string[] {
  const message = line["message"];
  const content = isRecord(message) ? message["content"] : undefined;
  if (line["type"] !== "user" || !Array.isArray(content)) return [];
  return content.flatMap((block) =>
    isRecord(block) && block["type"] === "tool_result" ? [stringOf(block["tool_use_id"])] : [],
  );
}
