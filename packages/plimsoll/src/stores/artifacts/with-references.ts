import { jsonForm } from "../../text/plain-value.js";

/** Replaces a text in an archived item that is stored as an artifact. */
const MARK = "plimsoll-artifact:";
const REFERENCE = /^plimsoll-artifact:(art_[0-9a-f]{32})$/;

/**
 * A copy of a JSON value with a reference in place of every string that `idOf` knows; the same value if there is
 * none. A string that happens to look like a reference is marked, so that it can be restored.
 */
export function withReferences(value: unknown, idOf: (text: string) => string | undefined): unknown {
  return mapStrings(value, (text) => {
    if (text.startsWith(MARK)) return `${MARK}${text}`;
    const id = idOf(text);
    return id === undefined ? text : `${MARK}${id}`;
  });
}

/** The ids that a value with references names. */
export function referencedIds(value: unknown): string[] {
  const ids = new Set<string>();
  mapStrings(value, (text) => {
    const id = referenceOf(text);
    if (id !== undefined) ids.add(id);
    return text;
  });
  return [...ids];
}

/** The value as it was before `withReferences`. */
export function withoutReferences(value: unknown, textOf: (id: string) => string): unknown {
  return mapStrings(value, (text) => {
    const id = referenceOf(text);
    if (id !== undefined) return textOf(id);
    return text.startsWith(MARK) ? text.slice(MARK.length) : text;
  });
}

const referenceOf = (text: string): string | undefined =>
  text.length < 64 && text.startsWith(MARK) ? REFERENCE.exec(text)?.[1] : undefined;

/** Items are at most 512 levels deep, which is checked before they are archived. */
function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const mapped = value.map((entry) => mapStrings(entry, change));
    return mapped.some((entry, index) => entry !== value[index]) ? mapped : value;
  }
  const form = jsonForm(value);
  if (form !== value) {
    const mapped = mapStrings(form, change);
    return mapped === form ? value : mapped;
  }
  const entries = Object.entries(value);
  const mapped = entries.map(([key, entry]) => [key, mapStrings(entry, change)] as const);
  return mapped.some(([, entry], index) => entry !== entries[index]?.[1])
    ? Object.fromEntries(mapped)
    : value;
}
