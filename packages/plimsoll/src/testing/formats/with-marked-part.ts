import { isRecord } from "../../text/is-record.js";

export const CACHE_MARK = { type: "ephemeral" } as const;

/** The message with a cache mark on its last part. A text becomes a part, so that it can carry the mark. */
export function withMarkedPart(item: Readonly<Record<string, unknown>>): object {
  const mark = { cache_control: CACHE_MARK };
  const { content } = item;
  if (typeof content === "string" && content !== "")
    return { ...item, content: [{ type: "text", text: content, ...mark }] };
  if (!Array.isArray(content) || content.length === 0) return item;
  const last: unknown = content.at(-1);
  return { ...item, content: [...content.slice(0, -1), { ...(isRecord(last) ? last : {}), ...mark }] };
}
