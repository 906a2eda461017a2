import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";

/** The completion that chunks make; undefined if they do not make a whole one. */
export function collectedCompletion(chunks: readonly JsonRecord[]): JsonRecord | undefined {
  const [first] = chunks;
  const parts = chunks.flatMap(({ choices }) => recordsIn(choices));
  const indexes = [...new Set(parts.map(({ index }) => index))];
  const choices = indexes.map((index) => collectedChoice(parts.filter((part) => part["index"] === index)));
  const isWhole = choices.length > 0 && choices.every((choice) => stringOf(choice["finish_reason"]) !== "");
  if (!first || !isWhole) return undefined;
  const usage = chunks.findLast((chunk) => isRecord(chunk["usage"]))?.["usage"];
  return { ...first, object: "chat.completion", choices, ...(usage === undefined ? {} : { usage }) };
}

function collectedChoice(parts: readonly JsonRecord[]): JsonRecord {
  let message: JsonRecord = { role: "assistant", content: null };
  const calls: JsonRecord[] = [];
  for (const { delta } of parts) {
    if (!isRecord(delta)) continue;
    const { tool_calls, role: _role, ...said } = delta;
    message = joined(message, said);
    for (const { index, ...call } of recordsIn(tool_calls)) {
      const place = typeof index === "number" && index >= 0 && index <= calls.length ? index : calls.length;
      calls[place] = joinedCall(calls[place] ?? {}, call);
    }
  }
  const finish = parts.findLast((part) => stringOf(part["finish_reason"]) !== "");
  return {
    index: parts[0]?.["index"],
    message: calls.length === 0 ? message : { ...message, tool_calls: calls },
    finish_reason: finish?.["finish_reason"] ?? null,
  };
}

function joinedCall(call: JsonRecord, more: JsonRecord): JsonRecord {
  const { function: added, ...rest } = more;
  const known = isRecord(call["function"]) ? call["function"] : {};
  const { name = known["name"], arguments: text } = isRecord(added) ? added : {};
  const given = stringOf(known["arguments"]) + stringOf(text);
  return { type: "function", ...call, ...rest, function: { name, arguments: given } };
}

/** Texts are joined to those before; of anything else the newest stands. */
function joined(known: JsonRecord, more: JsonRecord): JsonRecord {
  const entries = Object.entries(more).flatMap(([key, value]) => {
    if (value === null || value === undefined) return [];
    return [[key, typeof value === "string" ? stringOf(known[key]) + value : value]];
  });
  return { ...known, ...Object.fromEntries(entries) };
}
