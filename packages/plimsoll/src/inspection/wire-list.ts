import { CompactError } from "../errors/compact-error.js";
import type { Redactor } from "../redaction/redactor.js";

/** More is no window of any model. */
const MOST = 64_000_000;

/** Items as the JSON list that goes over the wire, without secrets. @throws CompactError `INVALID_INPUT` if it is too large. */
export function wireList(items: readonly object[], redactor: Redactor): string {
  const parts: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = JSON.stringify(redactor.value(item), undefined, 2);
    length += text.length;
    if (length > MOST)
      throw new CompactError("INVALID_INPUT", `The window has more than ${MOST} characters of JSON.`, {
        details: { most: MOST, why: "window_too_large" },
      });
    parts.push(text);
  }
  return parts.length === 0 ? "[]\n" : `[\n${parts.join(",\n")}\n]\n`;
}
