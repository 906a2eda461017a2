import type { CheckpointLayout } from "../../facts/checkpoint/checkpoint-layout.js";
import type { SummaryTemplate } from "./summary-template.js";

/** How a checkpoint is rendered by a template: its headings in their order, or lines without any. */
export function templateLayout({ sections, shows = [] }: SummaryTemplate): CheckpointLayout {
  if (sections.length === 0) return { sections: [{ heading: "", parts: shows }] };
  return {
    sections: sections.map(({ heading, shows: parts }) => ({ heading: `## ${heading}`, parts })),
  };
}
