import type { ToolCallView } from "../conversation/item-view.js";
import type { EvidenceKindName } from "./kinds/evidence-kinds.js";

/** What a tool returned, with the call that asked for it where the window still has it. */
export interface ToolOutput {
  readonly text: string;
  readonly call?: ToolCallView;
}

/** What an output is, which decides what of it is worth its tokens; "small" where it is shown as it is. */
export type OutputKind = "small" | EvidenceKindName;
