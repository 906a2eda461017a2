import { jsonForm } from "../text/plain-value.js";

/** How the strings of a value are redacted. */
export interface StringRedaction {
  text(text: string): string;
  key(key: string): string;
  /** A string under a key of an object. */
  underKey(key: string, text: string): string;
}

const MAX_DEPTH = 512;
/** Shorter keys hold no secret. */
const MIN_KEY = 8;

/** Two keys that held secrets stay two. */
function withDistinctKeys(entries: readonly [string, unknown][]): [string, unknown][] {
  const seen = new Map<string, number>();
  return entries.map(([key, value]) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return [count === 1 ? key : `${key} ${count}`, value];
  });
}

const NAME_KEYS = ["name", "key", "Name", "Key", "header", "variable"] as const;
const VALUE_KEYS = ["value", "Value"] as const;

/** In `{ name: "DB_PASSWORD", value: "…" }` the sibling name is the key of the value. */
function nameOfValue(record: Readonly<Record<string, unknown>>): { key: string; name: string } | undefined {
  const key = VALUE_KEYS.find((one) => typeof record[one] === "string");
  const name = key && NAME_KEYS.map((one) => record[one]).find((one) => typeof one === "string");
  return key && typeof name === "string" ? { key, name } : undefined;
}

/**
 * Redacts every string of a JSON value, including keys; returns unchanged objects as they are. Replaces what is
 * nested too deeply or contains itself.
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
    let changed = false;
    const named = nameOfValue(record);
    const entries: [string, unknown][] = [];
    for (const key of Object.keys(record)) {
      const entry = record[key];
      const name = named?.key === key ? named.name : key;
      const redacted = typeof entry === "string" ? redaction.underKey(name, entry) : walk(entry, depth);
      const redactedKey = key.length < MIN_KEY ? key : redaction.key(key);
      changed ||= redacted !== entry || redactedKey !== key;
      entries.push([redactedKey, redacted]);
    }
    return changed ? Object.fromEntries(withDistinctKeys(entries)) : record;
  }

  /** An object of a class becomes its JSON form if something in it changed. */
  function walkObject(record: Readonly<Record<string, unknown>>, depth: number): unknown {
    const redacted = walkRecord(record, depth);
    const form = redacted === record ? record : jsonForm(record);
    return form === record ? redacted : walk(form, depth);
  }

  function walk(entry: unknown, depth: number): unknown {
    if (typeof entry === "string") return redaction.text(entry);
    if (entry === null || typeof entry !== "object") return entry;
    if (depth >= MAX_DEPTH) return "[REDACTED:too-deep]";
    if (seen.has(entry)) return seen.get(entry);
    seen.set(entry, "[REDACTED:cycle]");
    const redacted = Array.isArray(entry)
      ? walkList(entry, depth + 1)
      : walkObject(entry as Record<string, unknown>, depth + 1);
    seen.set(entry, redacted);
    return redacted;
  }

  return walk(value, 0);
}
