/** A value as text: a string as it is, anything else as JSON; nothing for nothing. */
export function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
