import type { Format } from "../formats/format.js";

/** A recorded session, in its own format. */
export interface EvaluationSession {
  /** Its name in the report: a path, an id. */
  readonly name: string;
  readonly format: Format;
  readonly items: readonly object[];
  /** The system prompt, if it is not an item of the list. */
  readonly instructions?: string;
}
