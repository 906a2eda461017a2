const MAX_CHARACTERS = 65_536;
const MAX_REPLACED = 256;

/** True for a text that may be an object or a list in JSON, and not too large to be read as one. */
export function mayBeJson(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first === 0x7b || first === 0x5b) && text.length <= MAX_CHARACTERS;
}

/**
 * Redacts JSON text by its values, with quotes and backslashes unescaped; undefined if it is not JSON, or too
 * large. Everything except the redacted strings stays as written, unless they are written in an unusual way.
 */
export function redactJsonText(text: string, redact: (value: unknown) => unknown): string | undefined {
  if (!mayBeJson(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const redacted = redact(value);
  if (redacted === value) return text;
  const changes = new Map<string, string>();
  collectChanges(value, redacted, changes);
  let result = text;
  if (changes.size <= MAX_REPLACED) {
    for (const [before, after] of changes)
      result = result.replaceAll(JSON.stringify(before), () => JSON.stringify(after));
    if (isAsMeant(result, redacted)) return result;
  }
  return JSON.stringify(redacted);
}

function collectChanges(before: unknown, after: unknown, changes: Map<string, string>): void {
  if (before === after) return;
  if (typeof before === "string" && typeof after === "string") changes.set(before, after);
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null) return;
  const keysAfter = Object.keys(after);
  for (const [index, key] of Object.keys(before).entries()) {
    const keyAfter = keysAfter[index] as string;
    if (key !== keyAfter) changes.set(key, keyAfter);
    collectChanges(
      (before as Readonly<Record<string, unknown>>)[key],
      (after as Readonly<Record<string, unknown>>)[keyAfter],
      changes,
    );
  }
}

function isAsMeant(text: string, redacted: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(redacted);
  } catch {
    return false;
  }
}
