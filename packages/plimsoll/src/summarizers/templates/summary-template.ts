import type { LayoutPart } from "../../facts/checkpoint/checkpoint-layout.js";
import type { TemplateName } from "../template-name.js";

export interface TemplateSection {
  readonly heading: string;
  /** What the model is asked to write under the heading. */
  readonly asksFor: string;
  /** What a checkpoint shows under it. */
  readonly shows: readonly LayoutPart[];
}

/** The shape of a summary: what a model that writes prose is asked for, and how a checkpoint is rendered. */
export interface SummaryTemplate {
  readonly name: TemplateName;
  readonly title: string;
  readonly sections: readonly TemplateSection[];
  /** What a checkpoint shows if there are no sections. */
  readonly shows?: readonly LayoutPart[];
  readonly instructions: string;
  /** One short history and the summary wanted for it. */
  readonly example: { readonly history: string; readonly summary: string };
}
