import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";

/** The API refuses a request with more. */
const MOST_MARKS = 4;
const MARK = "cache_control";

/**
 * A request with no more cache marks than the API takes. A client moves its marks along with the conversation; what stands in for
 * an older message still has the mark of its day. Of the marks on messages the last ones stay, which cover the longest prefixes.
 */
export function limitCacheMarks(body: JsonRecord): JsonRecord {
  const fixed = [...recordsIn(body["tools"]), ...recordsIn(body["system"])].filter(isMarked).length;
  const messages = recordsIn(body["messages"]);
  let left = Math.max(0, MOST_MARKS - fixed);
  const limit = (block: JsonRecord): JsonRecord => {
    const inner = limitAll(block);
    if (!isMarked(inner)) return inner;
    if (left-- > 0) return inner;
    const { [MARK]: _, ...rest } = inner;
    return rest;
  };
  /** From the last to the first; the same object where nothing changes. */
  const limitAll = (holder: JsonRecord): JsonRecord => {
    const { content } = holder;
    if (!Array.isArray(content)) return holder;
    const blocks = content as readonly JsonRecord[];
    const limited = blocks.toReversed().map((block) => (isObject(block) ? limit(block) : block));
    limited.reverse();
    return limited.every((block, index) => block === blocks[index])
      ? holder
      : { ...holder, content: limited };
  };
  const limited = messages.toReversed().map(limitAll).reverse();
  return limited.every((message, index) => message === messages[index])
    ? body
    : { ...body, messages: limited };
}

const isObject = (value: unknown): value is JsonRecord => typeof value === "object" && value !== null;

const isMarked = (block: JsonRecord): boolean => block[MARK] !== undefined && block[MARK] !== null;
