import type { TemplateName } from "../template-name.js";

export interface TemplateSection {
  readonly heading: string;
  /** What the model is asked to write under the heading. */
  readonly asksFor: string;
}

/** The shape that a model-written summary is asked to have. */
export interface SummaryTemplate {
  readonly name: TemplateName;
  readonly title: string;
  readonly sections: readonly TemplateSection[];
  readonly instructions: string;
  /** One short history and the summary wanted for it. */
  readonly example: { readonly history: string; readonly summary: string };
}
