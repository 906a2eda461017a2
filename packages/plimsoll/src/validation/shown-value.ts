const MAX_SHOWN = 80;

/** A value for an error message: short, and whatever it is. */
export function shownValue(value: unknown): string {
  try {
    if (typeof value === "string") return shownText(value);
    if (typeof value === "function") return "a function";
    if (Array.isArray(value)) return "a list";
    return typeof value === "object" && value !== null ? "an object" : String(value).slice(0, MAX_SHOWN);
  } catch {
    return "an object that cannot be read";
  }
}

function shownText(text: string): string {
  return text.length > MAX_SHOWN
    ? `${JSON.stringify(text.slice(0, MAX_SHOWN))}…, ${text.length} characters`
    : JSON.stringify(text);
}
