import type { Summary, SummaryRequest } from "../summarizer.js";
import { excerpt } from "../../tool-outputs/excerpt.js";
import { buildNotesPrompt } from "../templates/build-notes-prompt.js";
import { buildPrompt, type Prompt, type PromptTexts } from "../templates/build-prompt.js";
import { SUMMARY_TEMPLATES } from "../templates/summary-templates.js";
import { cleanProse } from "./clean-answer.js";
import { type SummaryDraft, toldTokens } from "./summary-draft.js";
import { usableAnswer } from "./usable-answer.js";
import type { LabelledItem } from "./whole-blocks.js";

/** A summary that the model writes itself, or its notes below the state; every answer replaces the one before. */
export class ProseDraft implements SummaryDraft {
  readonly #request: SummaryRequest;
  readonly #stateTokens: number;
  readonly #instructions: string | undefined;
  #text: string | undefined;
  #stated: string | undefined;

  constructor(
    request: SummaryRequest,
    options: { readonly stateTokens: number; readonly instructions?: string | undefined },
  ) {
    this.#request = request;
    this.#stateTokens = options.stateTokens;
    this.#instructions = options.instructions;
    this.#text = request.previous;
  }

  get items(): readonly LabelledItem[] {
    return this.#request.remainder;
  }

  get soFar(): string | undefined {
    return this.#text;
  }

  build(texts: PromptTexts): Prompt {
    const { template, maxTokens, stated } = this.#request;
    const input = { ...texts, template: SUMMARY_TEMPLATES[template], maxTokens: toldTokens(maxTokens) };
    if (this.#instructions !== undefined) return buildPrompt({ ...input, instructions: this.#instructions });
    if (stated === undefined) return buildPrompt(input);
    return buildNotesPrompt({ ...input, stated: this.#shownState(stated) });
  }

  /** The same in every request, so that each has the same room. */
  #shownState(stated: string): string {
    this.#stated ??= excerpt(stated, this.#stateTokens, (text) => this.#request.count(text));
    return this.#stated;
  }

  take(answer: string): void {
    this.#text = cleanProse(usableAnswer(answer));
  }

  result(): Summary {
    return { text: this.#text ?? "" };
  }
}
