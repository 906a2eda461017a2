import { isRecord } from "../../text/is-record.js";

const TEXT_KEYS: ReadonlySet<string> = new Set(["text", "stdout", "stderr", "output", "content", "result"]);
const MAX_DEPTH = 8;

/** Calls `visit` for every text in the value that may be read, and puts what it returns in the place of it. */
function mapTexts(value: unknown, visit: (text: string) => string, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, visit, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const isText = TEXT_KEYS.has(key) || (key === "data" && value["type"] === "text");
      if (typeof entry === "string") return [key, isText && entry !== "" ? visit(entry) : entry];
      return [key, mapTexts(entry, visit, depth + 1)];
    }),
  );
}

/**
 * What a tool that the provider ran said in clear: outputs of programs, pages, texts of MCP servers. Encrypted content,
 * ids, addresses and titles are the provider's own and are not read.
 */
export function providedText(result: unknown): string {
  const texts: string[] = [];
  mapTexts(result, (text) => {
    texts.push(text);
    return text;
  });
  return texts.join("\n");
}

/** The same result, in its own shape, with `text` in place of what was said in clear: the provider checks the shape. */
export function withProvidedText(result: unknown, text: string): unknown {
  let isFirst = true;
  return mapTexts(result, () => {
    const replaced = isFirst ? text : "";
    isFirst = false;
    return replaced;
  });
}
