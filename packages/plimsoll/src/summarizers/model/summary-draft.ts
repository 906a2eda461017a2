import type { Summary } from "../summarizer.js";
import type { Prompt, PromptTexts } from "../templates/build-prompt.js";
import type { LabelledItem } from "./whole-blocks.js";

/** A summary in the making: what each request asks for, and what becomes of the answers. */
export interface SummaryDraft {
  /** What is to be read, oldest first. */
  readonly items: readonly LabelledItem[];
  /** What the next request says of everything before. */
  readonly soFar: string | undefined;
  build(texts: PromptTexts): Prompt;
  /** Takes an answer in. Throws `ModelFailure` where it cannot be used. */
  take(answer: string): void;
  /** What all answers came to; `sourceTokens` is what the summary must stay below to be worth having. */
  result(sourceTokens: number): Summary;
}

/** Models overrun a limit they are told; they are told a smaller one. */
const TOLD_SHARE = 0.85;
export const toldTokens = (maxTokens: number): number => Math.max(1, Math.floor(maxTokens * TOLD_SHARE));
