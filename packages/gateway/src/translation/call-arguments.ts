import { isRecord } from "../json/is-record.js";

/** Arguments as every upstream takes them: the text of a JSON object. What is none is kept in `_raw`. */
export function callArguments(text: string): string {
  if (text.trim() === "") return "{}";
  try {
    if (isRecord(JSON.parse(text))) return text;
  } catch {
    // Some models write arguments that are no JSON; providers refuse to read them again.
  }
  return JSON.stringify({ _raw: text });
}
