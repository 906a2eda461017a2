import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import type { ResponsesQuirks } from "./responses-quirks.js";

export interface FilteredTools {
  /** `tools` and `tool_choice`, where there still are any. */
  readonly fields: JsonRecord;
  readonly dropped: readonly string[];
  readonly changed: boolean;
  readonly needsTranslation: boolean;
}

/** Tools that the client runs itself, whatever their type: each can be offered as a function. */
const RUN_BY_CLIENT: ReadonlySet<string> = new Set([
  "custom",
  "namespace",
  "local_shell",
  "shell",
  "apply_patch",
  "tool_search",
]);
const SEARCHES: ReadonlySet<string> = new Set(["web_search", "web_search_preview"]);

/** Leaves out tools that an upstream refuses. One that the client runs itself is never left out. */
export function filterTools(tools: unknown, choice: unknown, quirks: ResponsesQuirks): FilteredTools {
  const fields = {
    ...(tools === undefined ? {} : { tools }),
    ...(choice === undefined ? {} : { tool_choice: choice }),
  };
  if (!Array.isArray(tools) || quirks.tools === "all")
    return { fields, dropped: [], changed: false, needsTranslation: false };
  const known = quirks.tools;
  const isKnown = (type: string): boolean =>
    known.includes(type) || (SEARCHES.has(type) && known.includes("web_search"));
  const typeOf = (tool: unknown): string => (isRecord(tool) ? stringOf(tool["type"]) : "");
  const kept = tools.filter((tool) => isKnown(typeOf(tool)));
  const dropped = [...new Set(tools.map(typeOf).filter((type) => !isKnown(type)))];
  return {
    fields: kept.length === 0 ? {} : { tools: kept, ...choiceField(choice, dropped) },
    dropped,
    changed: kept.length < tools.length || (tools.length === 0 && choice !== undefined),
    needsTranslation: dropped.some((type) => RUN_BY_CLIENT.has(type)),
  };
}

/** A choice of what is no longer offered is none. */
function choiceField(choice: unknown, dropped: readonly string[]): JsonRecord {
  if (choice === undefined) return {};
  const type = isRecord(choice) ? stringOf(choice["type"]) : "";
  return dropped.includes(type) ? {} : { tool_choice: choice };
}
