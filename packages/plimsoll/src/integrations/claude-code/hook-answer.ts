/** What a hook answers, as the Agent SDK and Claude Code read it; empty if there is nothing to say. */
export interface HookOutput {
  readonly hookSpecificOutput?:
    | { readonly hookEventName: "SessionStart"; readonly additionalContext: string }
    | { readonly hookEventName: "PostToolUse"; readonly updatedToolOutput: unknown };
}

/** A hook's answer. */
export interface HookAnswer {
  readonly output: HookOutput;
  /** Words for the model that compacts. Claude Code takes them as what a command prints, not as JSON. */
  readonly instructions?: string;
}

export const NO_ANSWER: HookAnswer = { output: {} };
