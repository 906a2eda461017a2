import type { SectionName } from "../checkpoint/checkpoint.js";

export type FactKind =
  | "constraint"
  | "objective"
  | "request"
  | "step"
  | "risk"
  | "decision"
  | "file"
  | "command"
  | "error"
  | "handle"
  | "identifier";

/** Something that the conversation said and that a reader of its summary may depend on. */
export interface Fact {
  /** The id of the entry of the checkpoint. */
  readonly id: string;
  readonly kind: FactKind;
  /** The entry as it reads in a summary. */
  readonly text: string;
  /** The string that must be visible, white space collapsed. */
  readonly value: string;
  /** Words that stood with the value and say what it is. */
  readonly meaning: readonly string[];
  /** Archive ids of the items that say it. */
  readonly itemIds: readonly string[];
  /** It may not leave the window unseen: a constraint of the user, an open handle, what stands in a protected item. */
  readonly must: boolean;
  /** What it took the place of. */
  readonly superseded: readonly string[];
  readonly section: SectionName | "objective";
}
