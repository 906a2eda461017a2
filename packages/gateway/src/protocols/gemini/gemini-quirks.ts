/** What differs between vendors that speak this protocol, and between the generations of Gemini. */
export interface GeminiQuirks {
  /** How the model is asked to think: by a level, by a budget of tokens, or not at all. */
  readonly thinking: "level" | "budget" | "none";
  /** The levels that the model knows, the lowest first. */
  readonly levels: readonly string[];
  /** The least and the largest budget; a least of 0 is no thinking. */
  readonly budgets: readonly [least: number, most: number];
  /** `required`: a call without its signature is refused. `kept`: signatures go back, and may be missing. */
  readonly signatures: "required" | "kept" | "none";
  /** JSON answers can be asked for together with functions. */
  readonly formatWithFunctions: boolean;
  /** The result of a function may hold images. */
  readonly imagesInResults: boolean;
  /** The vendor searches the web by itself: only where no function is offered, or always. */
  readonly webSearch: "none" | "alone" | "with_functions";
}
