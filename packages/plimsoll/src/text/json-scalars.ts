import { isRecord } from "./is-record.js";

/** A scalar in a JSON value, and its key (for a list entry, the key of the list). */
export interface JsonScalar {
  readonly key: string;
  readonly value: string | number | boolean;
}

export interface ScalarBounds {
  readonly maxScalars: number;
  readonly maxDepth: number;
}

/** The scalars of a JSON value in order, without null. Omits everything beyond the bounds. */
export function jsonScalars(root: unknown, { maxScalars, maxDepth }: ScalarBounds): JsonScalar[] {
  const scalars: JsonScalar[] = [];
  const waiting: { readonly key: string; readonly value: unknown; readonly depth: number }[] = [
    { key: "", value: root, depth: 0 },
  ];
  while (scalars.length < maxScalars) {
    const next = waiting.pop();
    if (next === undefined) break;
    const { key, value, depth } = next;
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      scalars.push({ key, value });
    else if (depth >= maxDepth) continue;
    else if (Array.isArray(value)) {
      for (const entry of value.slice(0, maxScalars).toReversed() as unknown[])
        waiting.push({ key, value: entry, depth: depth + 1 });
    } else if (isRecord(value)) {
      for (const name of Object.keys(value).slice(0, maxScalars).toReversed())
        waiting.push({ key: name, value: value[name], depth: depth + 1 });
    }
  }
  return scalars;
}
