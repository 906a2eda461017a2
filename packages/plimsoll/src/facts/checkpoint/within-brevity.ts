import { bindingPart } from "../ledgers/binding-part.js";
import type { Checkpoint } from "./checkpoint.js";

/**
 * How much of what must be said a window has room for, from all of it down: rules and open handles as they are, the
 * rules shortened to what binds, those and nothing else.
 */
export const BREVITIES = ["whole", "binding parts", "binding parts alone"] as const;

export type Brevity = (typeof BREVITIES)[number];

/** A state as it is said and checked with that brevity. Only for a window: what is stored stays whole. */
export function withinBrevity(checkpoint: Checkpoint, brevity: Brevity): Checkpoint {
  if (brevity === "whole") return checkpoint;
  const constraints = checkpoint.constraints.map((entry) =>
    entry.status === "current" ? { ...entry, text: bindingPart(entry.text) } : entry,
  );
  return { ...checkpoint, constraints, ...(brevity === "binding parts" ? {} : { handles: [] }) };
}
