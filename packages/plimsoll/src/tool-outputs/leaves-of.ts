import { isRecord } from "../text/is-record.js";

/** A scalar somewhere in a value, and the names that lead to it. */
export interface Leaf {
  readonly path: string;
  readonly key: string;
  readonly value: string;
}

interface LeafBounds {
  readonly depth: number;
  readonly leaves: number;
  /** True for a value that is left out. */
  skip?(value: unknown): boolean;
}

/** The scalars of a value that say something, in order; null, false and empty ones do not. */
export function leavesOf(value: unknown, bounds: LeafBounds): Leaf[] {
  const found: Leaf[] = [];
  const visit = (inner: unknown, path: string, depth: number): void => {
    if (found.length >= bounds.leaves || depth > bounds.depth || bounds.skip?.(inner) === true) return;
    if (Array.isArray(inner)) {
      for (const entry of inner.slice(0, bounds.leaves)) visit(entry, path, depth + 1);
    } else if (isRecord(inner)) {
      for (const [name, member] of Object.entries(inner).slice(0, bounds.leaves))
        visit(member, path === "" ? name : `${path}.${name}`, depth + 1);
    } else if (typeof inner === "string" || typeof inner === "number" || inner === true) {
      if (inner !== "")
        found.push({ path, key: path.slice(path.lastIndexOf(".") + 1), value: String(inner) });
    }
  };
  visit(value, "", 0);
  return found;
}
