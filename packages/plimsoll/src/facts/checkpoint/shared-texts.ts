import { CompactError } from "../../errors/compact-error.js";

/** A JSON value in which repeated long texts occur once, in `texts`. */
export interface SharedTexts {
  readonly texts: readonly string[];
  readonly value: unknown;
}

/** A reference is shorter than a text of this length by far. */
const LEAST_CHARACTERS = 16;
const MARK = "@";

/**
 * Facts name the same items and quote the same sentences many times; writing them once saves two thirds of the
 * space.
 */
export function shareTexts(value: unknown): SharedTexts {
  const counts = new Map<string, number>();
  forEachText(value, (text) => {
    if (text.length >= LEAST_CHARACTERS) counts.set(text, (counts.get(text) ?? 0) + 1);
  });
  const places = new Map<string, number>();
  for (const [text, count] of counts) if (count > 1) places.set(text, places.size);
  const shared = mapTexts(value, (text) => {
    const place = places.get(text);
    if (place !== undefined) return `${MARK}${place}`;
    return text.startsWith(MARK) ? `${MARK}${text}` : text;
  });
  return { texts: [...places.keys()], value: shared };
}

/** The value as it was before {@link shareTexts}. @throws CompactError `INVALID_INPUT` for a reference to nothing */
export function unshareTexts({ texts, value }: SharedTexts): unknown {
  return mapTexts(value, (text) => {
    if (!text.startsWith(MARK)) return text;
    if (text.startsWith(MARK, 1)) return text.slice(1);
    const found = texts[Number(text.slice(1))];
    if (found === undefined)
      throw new CompactError(
        "INVALID_INPUT",
        `A stored value refers to text ${text.slice(0, 20)}, which is missing.`,
      );
    return found;
  });
}

function forEachText(value: unknown, visit: (text: string) => void): void {
  if (typeof value === "string") return visit(value);
  if (value === null || typeof value !== "object") return;
  if (Array.isArray(value)) for (const entry of value) forEachText(entry, visit);
  else
    for (const key of Object.keys(value))
      forEachText((value as Readonly<Record<string, unknown>>)[key], visit);
}

/** Checkpoints and their changes are a few levels deep. Keys stay as they are. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const mapped = mapTexts((value as Readonly<Record<string, unknown>>)[key], change);
    // Setting it would set the prototype.
    if (key === "__proto__")
      Object.defineProperty(copy, key, {
        value: mapped,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else copy[key] = mapped;
  }
  return copy;
}
