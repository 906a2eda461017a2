import { isRecord } from "../../text/is-record.js";
import { jsonText } from "../../text/json-text.js";

/**
 * The JSON text of an output that is data where a text or a list of parts belongs; undefined for those. Parts have a type.
 */
export function dataOutput(output: unknown): string | undefined {
  if (isRecord(output)) return isTyped(output) ? undefined : jsonText(output);
  if (!Array.isArray(output) || output.length === 0) return undefined;
  const isData = output.every((entry) => typeof entry !== "string" && !isTyped(entry));
  return isData ? jsonText(output) : undefined;
}

const isTyped = (entry: unknown): boolean => isRecord(entry) && typeof entry["type"] === "string";
