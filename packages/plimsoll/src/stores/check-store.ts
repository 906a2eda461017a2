import { CompactError } from "../errors/compact-error.js";
import type { ArtifactPart, EntryPart, StorageAdapter } from "./storage-adapter.js";

export const ENTRY_METHODS: readonly (keyof EntryPart)[] = [
  "append",
  "read",
  "find",
  "sessions",
  "remove",
  "sweep",
  "close",
];

export const ARTIFACT_METHODS: readonly (keyof ArtifactPart)[] = [
  "putArtifacts",
  "getArtifact",
  "listArtifacts",
  "searchArtifacts",
  "artifactSessions",
  "removeArtifacts",
  "sweepArtifacts",
  "close",
];

/** The methods that a value lacks; all of them if it is not an object. */
export function missingMethods(value: unknown, names: readonly string[]): string[] {
  if (typeof value !== "object" || value === null) return [...names];
  return names.filter((name) => !isMethod(value, name));
}

function isMethod(value: object, name: string): boolean {
  try {
    return typeof Reflect.get(value, name) === "function";
  } catch {
    return false;
  }
}

/**
 * The store, if it has every required method.
 *
 * @throws CompactError with what is missing and what to do.
 */
export function checkStore(
  value: unknown,
  { what, code }: { readonly what: string; readonly code: "INVALID_INPUT" | "INVALID_CONFIG" },
): StorageAdapter {
  const entries = missingMethods(value, ENTRY_METHODS);
  const artifacts = missingMethods(value, ARTIFACT_METHODS);
  if (entries.length === 0 && artifacts.length === 0) return value as StorageAdapter;
  const keepsEntries = entries.length === 0;
  const missing = [...new Set([...entries, ...artifacts])];
  const named = missing.map((name) => `${name}()`).join(", ");
  const message = keepsEntries
    ? `${what} keeps entries but no artifacts (${named}); give artifactsInEntries(store), or splitStore({ entries: store, artifacts }).`
    : `${what} must be a store, such as memoryStorage() makes; it has no ${named}.`;
  throw new CompactError(code, message, { details: { key: "storage", missing } });
}
