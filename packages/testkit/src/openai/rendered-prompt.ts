/** A part of the prompt that is counted once: the instructions, a tool, an item. */
export interface PromptSegment {
  readonly text: string;
  readonly tokens: number;
}

/** The prompt as the model is given it, in order. */
export interface RenderedPrompt {
  readonly segments: readonly PromptSegment[];
  readonly tokens: number;
}
