/** A JSON object of unknown shape. */
export type WireRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is WireRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is a string, otherwise the empty string. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
