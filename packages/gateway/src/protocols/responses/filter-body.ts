import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import { filterItems, type IsReadable } from "./filter-items.js";
import { filterTools } from "./filter-tools.js";
import type { ResponsesQuirks } from "./responses-quirks.js";

export interface FilteredBody {
  /** The very same object if nothing had to change: the bytes received can be sent on. */
  readonly body: JsonRecord;
  /** Parameters, items and tools that were left out, for the log. */
  readonly dropped: readonly string[];
  /** The request has calls or tools of kinds that the upstream does not know. It must be written anew, from its turns. */
  readonly needsTranslation: boolean;
}

const PLAIN: ReadonlySet<string> = new Set([
  "model",
  "input",
  "instructions",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "max_output_tokens",
  "max_tool_calls",
  "temperature",
  "top_p",
  "top_logprobs",
  "reasoning",
  "text",
  "include",
  "metadata",
  "stream",
  "truncation",
  "user",
]);
const STATEFUL: ReadonlySet<string> = new Set(["store", "previous_response_id"]);
const ENCRYPTED = "reasoning.encrypted_content";

/**
 * Leaves out of a Responses request what an upstream refuses. Calls and what must be kept are never left out: where the upstream
 * does not know them, `needsTranslation` says so.
 */
export function filterBody(
  body: JsonRecord,
  quirks: ResponsesQuirks,
  isReadable: IsReadable = () => true,
): FilteredBody {
  const fields = filterFields(body, quirks);
  const items = filterItems(body["input"], quirks, isReadable);
  const tools = filterTools(body["tools"], body["tool_choice"], quirks);
  const dropped = [...fields.dropped, ...items.dropped, ...tools.dropped];
  const needsTranslation = items.needsTranslation || tools.needsTranslation;
  if (!fields.changed && !items.changed && !tools.changed) return { body, dropped, needsTranslation };
  const kept = { ...fields.body, ...(items.changed ? { input: items.input } : {}) };
  return { body: tools.changed ? withTools(kept, tools.fields) : kept, dropped, needsTranslation };
}

function withTools(body: JsonRecord, fields: JsonRecord): JsonRecord {
  const { tools: _tools, tool_choice: _choice, parallel_tool_calls: parallel, ...rest } = body;
  const keepsParallel = fields["tools"] !== undefined && parallel !== undefined;
  return { ...rest, ...fields, ...(keepsParallel ? { parallel_tool_calls: parallel } : {}) };
}

interface FilteredFields {
  readonly body: JsonRecord;
  readonly dropped: readonly string[];
  readonly changed: boolean;
}

function filterFields(body: JsonRecord, quirks: ResponsesQuirks): FilteredFields {
  if (quirks.ownMetadata) return { body, dropped: [], changed: false };
  const isKnown = (key: string): boolean => PLAIN.has(key) || (quirks.stateful && STATEFUL.has(key));
  const dropped = Object.keys(body).filter((key) => !isKnown(key));
  const kept = Object.fromEntries(Object.entries(body).filter(([key]) => isKnown(key)));
  const narrowed = narrow(kept, quirks);
  const changed = dropped.length > 0 || narrowed !== kept;
  return { body: changed ? narrowed : body, dropped, changed };
}

/** Parts of known parameters that only their inventor knows. */
function narrow(body: JsonRecord, quirks: ResponsesQuirks): JsonRecord {
  const changes: Record<string, unknown> = {};
  const { text, reasoning, include } = body;
  if (isRecord(text) && text["verbosity"] !== undefined) changes["text"] = without(text, ["verbosity"]);
  if (isRecord(reasoning) && (reasoning["context"] !== undefined || reasoning["mode"] !== undefined))
    changes["reasoning"] = without(reasoning, ["context", "mode"]);
  if (Array.isArray(include)) {
    const known = include.filter((entry) => quirks.encryptedReasoning && stringOf(entry) === ENCRYPTED);
    if (known.length < include.length) changes["include"] = known.length === 0 ? undefined : known;
  }
  if (Object.keys(changes).length === 0) return body;
  const merged = Object.entries({ ...body, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(merged);
}

function without(record: JsonRecord, keys: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
