import type { ArtifactInfo } from "./artifact.js";
import { compareArtifacts } from "./artifact-page.js";

/** The artifacts in which most words were found; those with as many in the order of every list. */
export function bestHits<T extends Pick<ArtifactInfo, "id" | "lastTs">>(
  hits: readonly { readonly info: T; readonly found: number }[],
  limit: number,
): T[] {
  return hits
    .toSorted((left, right) => right.found - left.found || compareArtifacts(left.info, right.info))
    .slice(0, limit)
    .map(({ info }) => info);
}
