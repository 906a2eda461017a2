import { CompactError } from "../../errors/compact-error.js";
import type { ArtifactInfo, ArtifactSession } from "./artifact.js";

/** A part of a list of artifacts, as whole numbers. */
export interface ArtifactPage {
  readonly limit: number;
  readonly offset: number;
}

/** Everything, unless the options say less; `INVALID_INPUT` unless they are whole numbers from 0. */
export function artifactPage(
  options: { readonly limit?: number; readonly offset?: number } = {},
): ArtifactPage {
  return {
    limit: wholeNumber(options.limit ?? Number.MAX_SAFE_INTEGER, "limit"),
    offset: wholeNumber(options.offset ?? 0, "offset"),
  };
}

/** Newest `lastTs` first; artifacts of the same instant by id, so that the order is always the same. */
export function compareArtifacts(
  left: Pick<ArtifactInfo, "id" | "lastTs">,
  right: Pick<ArtifactInfo, "id" | "lastTs">,
): number {
  return Date.parse(right.lastTs) - Date.parse(left.lastTs) || compareText(left.id, right.id);
}

/** Newest activity first; sessions of the same instant by id. */
export function compareArtifactSessions(left: ArtifactSession, right: ArtifactSession): number {
  return Date.parse(right.lastTs) - Date.parse(left.lastTs) || compareText(left.sessionId, right.sessionId);
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function wholeNumber(value: number, name: string): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new CompactError("INVALID_INPUT", `\`${name}\` is a whole number from 0, not ${String(value)}.`);
}
