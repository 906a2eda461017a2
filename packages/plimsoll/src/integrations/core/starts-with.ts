import { sameContent } from "../../conversation/same-content.js";

/** True if the items begin with these. Compares from the end: lists with the same start differ there first. */
export function startsWith(items: readonly object[], start: readonly object[]): boolean {
  if (items.length < start.length) return false;
  for (let index = start.length - 1; index >= 0; index--)
    if (!sameContent(items[index], start[index])) return false;
  return true;
}
