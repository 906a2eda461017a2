import { isRecord } from "../../text/is-record.js";

type Fields = Readonly<Record<string, unknown>>;

/** Marks that hosts put on the last message, for providers that cache prompts up to a mark. */
const MARKS: readonly string[] = ["cache_control", "cacheControl", "cachePoint"];
/** Keys that hold the options of providers. */
const OPTIONS: readonly string[] = ["providerOptions", "additional_kwargs"];

/**
 * A message without prompt-cache marks: on itself, on its parts, or in the options of a provider. A host that
 * moves the mark sends the same message with and without it. The same object if there is no mark.
 */
export function withoutCacheMarks<W extends object>(message: W): W {
  if (!isRecord(message) || !hasMarks(message)) return message;
  const { content } = message;
  const own = unmarked(message);
  if (!Array.isArray(content)) return own as W;
  const parts = content.map((part: unknown) => (isRecord(part) ? unmarked(part) : part));
  return { ...own, content: parts } as W;
}

/** Told without making anything: nearly every message has none. */
function hasMarks(message: Fields): boolean {
  if (isMarked(message)) return true;
  const { content } = message;
  return Array.isArray(content) && content.some((part: unknown) => isRecord(part) && isMarked(part));
}

const isMarked = (fields: Fields): boolean =>
  carries(fields) || OPTIONS.some((key) => isRecord(fields[key]) && areMarked(fields[key]));

const carries = (fields: Fields): boolean => MARKS.some((mark) => fields[mark] !== undefined);

/** Marks are in the options, or one level down, under the name of a provider. */
function areMarked(options: Fields): boolean {
  if (carries(options)) return true;
  for (const key in options) if (isRecord(options[key]) && carries(options[key])) return true;
  return false;
}

function unmarked(fields: Fields): Fields {
  if (!isMarked(fields)) return fields;
  let result = withoutMarks(fields);
  for (const key of OPTIONS) {
    const options = result[key];
    if (!isRecord(options) || !areMarked(options)) continue;
    const kept = unmarkedOptions(options);
    result = withoutEmpty({ ...result, [key]: kept }, key);
  }
  return result;
}

function unmarkedOptions(options: Fields): Fields {
  let result = withoutMarks(options);
  for (const [key, own] of Object.entries(result)) {
    if (isRecord(own) && carries(own)) result = withoutEmpty({ ...result, [key]: withoutMarks(own) }, key);
  }
  return result;
}

function withoutMarks(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !MARKS.includes(key)));
}

function withoutEmpty(fields: Fields, key: string): Fields {
  const value = fields[key];
  if (!isRecord(value) || Object.keys(value).length > 0) return fields;
  const { [key]: _, ...rest } = fields;
  return rest;
}
