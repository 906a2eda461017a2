/** The value if it is a string, else an empty one. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
