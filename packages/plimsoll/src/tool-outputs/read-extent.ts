/** Which part of a file a call asks for: lines `first` to `last`, or the last `count` lines. */
export type ReadExtent =
  | { readonly kind: "lines"; readonly first: number; readonly last: number }
  | { readonly kind: "end"; readonly count: number };

/** Line numbers start at 0 or at 1, as the tool likes it; the whole file is in any case from 0 on. */
export const WHOLE_FILE: ReadExtent = { kind: "lines", first: 0, last: Number.POSITIVE_INFINITY };

export function isWholeFile(extent: ReadExtent): boolean {
  return extent.kind === "lines" && extent.first <= 0 && extent.last === Number.POSITIVE_INFINITY;
}

/** True if every line of `inner` is in `outer`, both counted in the same way. */
export function containsExtent(outer: ReadExtent, inner: ReadExtent): boolean {
  if (isWholeFile(outer)) return true;
  if (outer.kind === "lines" && inner.kind === "lines")
    return outer.first <= inner.first && outer.last >= inner.last;
  return outer.kind === "end" && inner.kind === "end" && outer.count >= inner.count;
}

export function sameExtent(left: ReadExtent, right: ReadExtent): boolean {
  return containsExtent(left, right) && containsExtent(right, left);
}
