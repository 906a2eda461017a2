import { exactText } from "./exact-text.js";

/** A value as text: a string as it is, anything else as JSON with every digit of its numbers; nothing for nothing. */
export function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : exactText(value);
}
