import type { Format } from "../formats/format.js";

/** A recorded session, in its own format. */
export interface EvaluationSession {
  /** What the report calls it: a path, an id. */
  readonly name: string;
  readonly format: Format;
  readonly items: readonly object[];
  /** The system prompt, where it is not an item of the list. */
  readonly instructions?: string;
}
