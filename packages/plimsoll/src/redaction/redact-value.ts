/** How the strings of a value are redacted. */
export interface StringRedaction {
  text(text: string): string;
  /** A string that stands under a key of an object. */
  underKey(key: string, text: string): string;
}

const MAX_DEPTH = 512;

/**
 * Redacts every string of a JSON value; objects in which nothing changed are returned as they are.
 * What is nested too deep to be looked at, or contains itself, is replaced.
 */
export function redactValue(value: unknown, redaction: StringRedaction): unknown {
  const seen = new Map<object, unknown>();

  function walkList(list: readonly unknown[], depth: number): unknown {
    let copy: unknown[] | undefined;
    for (const [index, entry] of list.entries()) {
      const redacted = walk(entry, depth);
      if (redacted !== entry) {
        copy ??= [...list];
        copy[index] = redacted;
      }
    }
    return copy ?? list;
  }

  function walkRecord(record: Readonly<Record<string, unknown>>, depth: number): unknown {
    let changes: Map<string, unknown> | undefined;
    for (const key of Object.keys(record)) {
      const entry = record[key];
      const redacted = typeof entry === "string" ? redaction.underKey(key, entry) : walk(entry, depth);
      if (redacted !== entry) {
        changes ??= new Map();
        changes.set(key, redacted);
      }
    }
    if (changes === undefined) return record;
    const all = changes;
    return Object.fromEntries(
      Object.entries(record).map(([key, entry]) => [key, all.has(key) ? all.get(key) : entry]),
    );
  }

  function walk(entry: unknown, depth: number): unknown {
    if (typeof entry === "string") return redaction.text(entry);
    if (entry === null || typeof entry !== "object") return entry;
    if (depth >= MAX_DEPTH) return "[REDACTED:too-deep]";
    if (seen.has(entry)) return seen.get(entry);
    seen.set(entry, "[REDACTED:cycle]");
    const redacted = Array.isArray(entry)
      ? walkList(entry, depth + 1)
      : walkRecord(entry as Record<string, unknown>, depth + 1);
    seen.set(entry, redacted);
    return redacted;
  }

  return walk(value, 0);
}
