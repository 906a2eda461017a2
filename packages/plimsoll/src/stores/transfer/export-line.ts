import type { Artifact } from "../artifacts/artifact.js";
import type { StoredEntry } from "../storage-adapter.js";

/** The newest version of exports that this release writes and reads. */
export const EXPORT_VERSION = 1;

/** A payload as it is exported. */
export type ExportedArtifact = Pick<Artifact, "id" | "kind" | "label" | "text" | "firstTs" | "lastTs">;

/**
 * One line of an export, as JSON. The first says what the file is. A session's payloads come before its entries, which
 * refer to them, and its last line says how many there are of each, so that a cut file is noticed.
 */
export type ExportLine =
  | { readonly plimsoll: "export"; readonly version: number }
  | { readonly session: string; readonly artifact: ExportedArtifact }
  | { readonly session: string; readonly entry: StoredEntry }
  | { readonly session: string; readonly end: { readonly artifacts: number; readonly entries: number } };
