import type { Summary, SummaryRequest } from "../summarizer.js";
import { buildPrompt, type Prompt, type PromptTexts } from "../templates/build-prompt.js";
import { SUMMARY_TEMPLATES } from "../templates/summary-templates.js";
import { cleanProse } from "./clean-answer.js";
import { type SummaryDraft, toldTokens } from "./summary-draft.js";
import { usableAnswer } from "./usable-answer.js";
import type { LabelledItem } from "./whole-blocks.js";

/** A summary that the model writes itself; every answer replaces the one before. */
export class ProseDraft implements SummaryDraft {
  readonly #request: SummaryRequest;
  #text: string | undefined;

  constructor(request: SummaryRequest) {
    this.#request = request;
    this.#text = request.previous;
  }

  get items(): readonly LabelledItem[] {
    return this.#request.remainder;
  }

  get soFar(): string | undefined {
    return this.#text;
  }

  build(texts: PromptTexts): Prompt {
    const { template, maxTokens } = this.#request;
    return buildPrompt({
      ...texts,
      template: SUMMARY_TEMPLATES[template],
      maxTokens: toldTokens(maxTokens),
    });
  }

  take(answer: string): void {
    this.#text = cleanProse(usableAnswer(answer));
  }

  result(): Summary {
    return { text: this.#text ?? "" };
  }
}
