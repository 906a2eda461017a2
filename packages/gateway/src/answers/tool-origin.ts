/** The kinds of tools that a client runs itself. Each has an item type of its own for its calls. */
export type ToolKind = "function" | "custom" | "tool_search" | "local_shell" | "shell" | "apply_patch";

/** The tool of the client behind a flat name. */
export interface ToolOrigin {
  readonly kind: ToolKind;
  readonly name: string;
  readonly namespace?: string;
}
