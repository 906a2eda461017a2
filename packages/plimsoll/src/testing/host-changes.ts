import { isRecord } from "../text/is-record.js";
import { seededRandom } from "./seeded-random.js";

/** What a host may change about items that it sends again, without changing what they say. */
export interface HostChanges {
  readonly seed: number;
  /** Puts the cache mark on the last messages, as Anthropic advises, and takes it from the others. @default true */
  readonly marks?: boolean;
  /** Changes or leaves out the ids and statuses of items. @default true */
  readonly ids?: boolean;
}

const MARK = { type: "ephemeral" } as const;
/** Items that are known by their id alone keep it. */
const NAMED: ReadonlySet<unknown> = new Set(["item_reference", "mcp_approval_request", "local_shell_call"]);

/** The list as a host sends it again: clones, with the marks moved and ids and statuses changed; the same content. */
export function changedByHost(
  format: string,
  items: readonly object[],
  { seed, marks = true, ids = true }: HostChanges,
): object[] {
  const random = seededRandom(seed);
  return items.map((item, index) => {
    const copy = structuredClone(item) as Record<string, unknown>;
    if (ids && !NAMED.has(copy["type"])) changeIds(format, copy, random.integer(0, 2));
    return marks && index >= items.length - 2 ? marked(format, copy) : copy;
  });
}

function changeIds(format: string, item: Record<string, unknown>, choice: number): void {
  const hasIds = ["responses", "agents", "langchain", "realtime"].includes(format);
  if (!hasIds || choice === 0) return;
  delete item["id"];
  delete item["status"];
  if (choice === 1 || (format === "responses" && item["type"] === "reasoning")) return;
  item["id"] = `host_${Object.keys(item).length}`;
  if (format === "langchain") item["response_metadata"] = { model_name: "other" };
  else item["status"] = "in_progress";
}

function marked(format: string, item: Record<string, unknown>): object {
  switch (format) {
    case "anthropic":
    case "chat":
    case "langchain":
      return withMarkedPart(item, { cache_control: MARK });
    case "ai-sdk": {
      const options = isRecord(item["providerOptions"]) ? item["providerOptions"] : {};
      return { ...item, providerOptions: { ...options, anthropic: { cacheControl: MARK } } };
    }
    default:
      return item;
  }
}

/** A text becomes a part, so that it can carry the mark. */
function withMarkedPart(item: Record<string, unknown>, mark: object): object {
  const { content } = item;
  if (typeof content === "string" && content !== "")
    return { ...item, content: [{ type: "text", text: content, ...mark }] };
  if (!Array.isArray(content) || content.length === 0) return item;
  const last: unknown = content.at(-1);
  return { ...item, content: [...content.slice(0, -1), { ...(isRecord(last) ? last : {}), ...mark }] };
}
