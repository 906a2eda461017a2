import type { ToolCallView } from "../conversation/item-view.js";

/** What a tool returned, with the call that asked for it where the window still has it. */
export interface ToolOutput {
  readonly text: string;
  readonly call?: ToolCallView;
}

/** What an output is, which decides what of it is worth its tokens. */
export type OutputKind =
  | "small"
  | "command"
  | "test-run"
  | "search"
  | "web-page"
  | "code"
  | "diff"
  | "json"
  | "table"
  | "binary"
  | "opaque";
