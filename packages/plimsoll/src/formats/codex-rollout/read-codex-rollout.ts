import { isClientContext } from "../../conversation/is-client-context.js";
import { itemId } from "../../conversation/item-id.js";
import { isRecord } from "../../text/is-record.js";
import { CompactError } from "../../errors/compact-error.js";
import { parseJsonl, type JsonlFile } from "../reading/jsonl-file.js";
import { isTypedResponsesItem, responses, type ResponsesItem } from "../responses/responses.js";
import { recordedRequests } from "./recorded-requests.js";
import type { SessionFile } from "../session-file.js";
import type { SessionFileFormat } from "../session-file-format.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

const ENVELOPE_TYPES: ReadonlySet<unknown> = new Set([
  "session_meta",
  "turn_context",
  "response_item",
  "event_msg",
  "compacted",
  "world_state",
  "token_usage_record",
]);
/** Items that Codex records for itself and never sends. */
const LOCAL_ITEMS: ReadonlySet<unknown> = new Set(["ghost_snapshot", "compaction_trigger"]);

/** The accumulated state of a rollout's records. */
interface RolloutState {
  items: ResponsesItem[];
  /** The original items; a replacement history holds copies and summaries. */
  readonly said: Set<ResponsesItem>;
  /** Those that compactions of Codex took out. */
  readonly earlier: ResponsesItem[];
  sessionId: string;
  model: string;
  instructions: string;
}

function isEnvelope(record: WireRecord): boolean {
  return ENVELOPE_TYPES.has(record["type"]) && isRecord(record["payload"]);
}

function isLegacyHeader(record: WireRecord): boolean {
  return (
    record["type"] === undefined &&
    typeof record["id"] === "string" &&
    typeof record["timestamp"] === "string" &&
    "instructions" in record
  );
}

/** True if the records of a JSONL file are a Codex rollout, of today's shape or the older bare one. */
function isCodexRollout(records: readonly WireRecord[]): boolean {
  const [first] = records;
  if (first !== undefined && (isEnvelope(first) || isLegacyHeader(first))) return true;
  return records.some((record) => record["type"] === "session_meta" && isEnvelope(record));
}

function apply(state: RolloutState, record: WireRecord): void {
  const payload = record["payload"];
  if (!isEnvelope(record) || !isRecord(payload)) {
    if (isTypedResponsesItem(record)) say(state, record);
    else if (isLegacyHeader(record)) applyHeader(state, record);
    return;
  }
  switch (record["type"]) {
    case "session_meta":
      return applyHeader(state, payload);
    case "turn_context":
      state.model = stringOf(payload["model"]) || state.model;
      return;
    case "response_item":
      if (!LOCAL_ITEMS.has(payload["type"])) say(state, payload);
      return;
    case "compacted":
      state.earlier.push(...state.items.filter((item) => state.said.has(item)));
      state.items = compactedHistory(state.items, payload);
      return;
    default:
      if (payload["type"] === "thread_rolled_back") {
        state.items = withoutLastTurns(state.items, payload["num_turns"]);
      }
  }
}

function say(state: RolloutState, item: ResponsesItem): void {
  state.items.push(item);
  state.said.add(item);
}

/** The items that compactions removed and did not put back unchanged. */
function removedItems({ items, earlier }: RolloutState): ResponsesItem[] {
  const left = new Set(items.map(itemId));
  return [...new Set(earlier)].filter((item) => !left.has(itemId(item)));
}

/** The first header names the session; a forked rollout repeats its parent's after its own. */
function applyHeader(state: RolloutState, header: WireRecord): void {
  if (state.sessionId !== "") return;
  const base = header["base_instructions"];
  state.sessionId = stringOf(header["id"]);
  state.instructions = isRecord(base) ? stringOf(base["text"]) : stringOf(header["instructions"]);
}

/** Older records have no replacement: the user messages stay and the summary is added to them. */
function compactedHistory(items: readonly ResponsesItem[], payload: WireRecord): ResponsesItem[] {
  const replacement = payload["replacement_history"];
  if (Array.isArray(replacement)) return replacement.filter(isRecord);
  const kept = items.filter((item) => item.role === "user");
  const summary = stringOf(payload["message"]);
  return summary === "" ? kept : [...kept, responses.message("user", summary)];
}

function withoutLastTurns(items: readonly ResponsesItem[], turns: unknown): ResponsesItem[] {
  let left = typeof turns === "number" ? turns : 0;
  let cut = items.length;
  for (let index = items.length - 1; index >= 0 && left > 0; index -= 1) {
    const item = items[index];
    if (item?.role !== "user") continue;
    const { text } = responses.view(item);
    if (isClientContext(text)) continue;
    cut = index;
    left -= 1;
  }
  return items.slice(0, cut);
}

/** The record that Codex resumes from; its time is that of the last record, so the bytes are repeatable. */
function compactedRecord(records: readonly WireRecord[], window: readonly ResponsesItem[]): string {
  const timestamp = records.findLast((record) => typeof record["timestamp"] === "string")?.["timestamp"];
  const ordinal = records.findLast((record) => typeof record["ordinal"] === "number")?.["ordinal"];
  return JSON.stringify({
    timestamp,
    ordinal: typeof ordinal === "number" ? ordinal + 1 : undefined,
    type: "compacted",
    payload: { message: "", replacement_history: window },
  });
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((entry, index) => entry === right[index]);
}

/**
 * Reads a rollout file of Codex. Writing appends one `compacted` record to the original bytes, as Codex itself
 * does. If the window is the unchanged effective history, it returns the original text.
 */
export function readCodexRollout(
  text: string,
  file: JsonlFile = parseJsonl(text),
): SessionFile<ResponsesItem> {
  const { records, problems } = file;
  if (!isCodexRollout(records)) {
    throw new CompactError(
      "UNKNOWN_FORMAT",
      `This is not a Codex rollout: none of its ${records.length} readable lines is a session header.`,
      { details: { problems } },
    );
  }
  const state: RolloutState = {
    items: [],
    said: new Set(),
    earlier: [],
    sessionId: "",
    model: "",
    instructions: "",
  };
  for (const record of records) apply(state, record);
  const { items, sessionId, model, instructions } = state;
  const earlier = removedItems(state);
  const { requests, window: maxContextTokens } = recordedRequests(records);
  return {
    format: responses,
    items,
    ...(earlier.length > 0 && { earlier }),
    ...(requests.length > 0 && { requests }),
    ...(maxContextTokens > 0 && { maxContextTokens }),
    ...(sessionId !== "" && { sessionId }),
    ...(model !== "" && { model }),
    ...(instructions !== "" && { instructions }),
    problems,
    write(window) {
      if (isSameList(window, items)) return text;
      const original = text === "" || text.endsWith("\n") ? text : `${text}\n`;
      return `${original}${compactedRecord(records, window)}\n`;
    },
  };
}

/** Rollout files of Codex. */
export const codexRollout: SessionFileFormat<ResponsesItem> = {
  name: "codex-rollout",
  format: responses,
  matches: isCodexRollout,
  read: readCodexRollout,
};
