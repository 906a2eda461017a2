import type { AgentInputItem } from "@openai/agents";
import { isRecord } from "../../text/is-record.js";

/** Fields that the SDK adds, drops or rewrites when the items of a run come back from a session. */
const CHANGING: ReadonlySet<string> = new Set(["id", "providerData"]);

/**
 * An item as it is known across runs: during a run a call has an id that its session does not keep, and the
 * output of a function is a text or a part with that text. Provider data stays if the item has nothing else.
 */
export function canonicalAgentsItem(item: AgentInputItem): AgentInputItem {
  const keepsAll = item.type === "unknown" || item.type === "hosted_tool_call" || item.type === "reasoning";
  const entries = Object.entries(item).filter(
    ([key, value]) =>
      value !== undefined && (!CHANGING.has(key) || (key === "providerData" && keepsAll && !isEmpty(value))),
  );
  const known = Object.fromEntries(
    entries.map(([key, value]) => [key, key === "output" ? plain(value) : value]),
  );
  return known as unknown as AgentInputItem;
}

const isEmpty = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;

function plain(output: unknown): unknown {
  return isRecord(output) && output["type"] === "text" && typeof output["text"] === "string"
    ? output["text"]
    : output;
}
