/** JSON of any value; a plain note instead of an exception where there is none (cycles, bottomless nesting). */
export function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "[not serializable]";
  }
}
