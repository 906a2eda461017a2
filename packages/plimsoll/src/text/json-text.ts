/** JSON of any value; a plain note instead of an exception if there is none (cycles, endless nesting). */
export function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "[not serializable]";
  }
}
