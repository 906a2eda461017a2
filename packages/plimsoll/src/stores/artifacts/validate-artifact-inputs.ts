import { CompactError } from "../../errors/compact-error.js";
import type { ArtifactInput } from "./artifact.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";

/** A payload whose fields were checked, with its time in milliseconds. */
export interface CheckedArtifact extends ArtifactInput {
  readonly time: number;
}

/** Copies of the payloads, or `INVALID_INPUT` if one of them cannot be stored. */
export function validateArtifactInputs(values: readonly ArtifactInput[]): CheckedArtifact[] {
  if (!Array.isArray(values)) {
    throw new CompactError("INVALID_INPUT", `Artifacts must be a list, not a ${typeof values}.`);
  }
  return (values as readonly unknown[]).map((value, position) => {
    const fields = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
    const time = timestampMilliseconds(fields.ts, () => `\`ts\` of artifact ${position}`);
    return {
      text: textField(fields, "text", position),
      kind: textField(fields, "kind", position),
      label: textField(fields, "label", position),
      ts: textField(fields, "ts", position),
      time,
    };
  });
}

/** Returns the id of an artifact, or throws `INVALID_INPUT` unless it is a string. */
export function validateArtifactId(value: unknown): string {
  if (typeof value === "string") return value;
  throw new CompactError("INVALID_INPUT", `The id of an artifact is a string, not a ${typeof value}.`);
}

function textField(fields: Record<string, unknown>, name: string, position: number): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw new CompactError(
    "INVALID_INPUT",
    `\`${name}\` of artifact ${position} is a ${typeof value}; give a string.`,
  );
}
