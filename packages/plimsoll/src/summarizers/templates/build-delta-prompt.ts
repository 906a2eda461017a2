import { dataMark, quoteData } from "../../text/quote-data.js";
import { CHECKPOINT_DELTA_SCHEMA } from "../../facts/checkpoint/checkpoint-delta.js";
import {
  bullets,
  DATA_RULE,
  historyParts,
  type Prompt,
  type PromptInput,
  PROMPT_OPENING,
  sendable,
} from "./build-prompt.js";
import { PROTECTED_FIELDS } from "./protected-fields.js";
import type { SummaryTemplate } from "./summary-template.js";

const SECTIONS: readonly string[] = [
  "constraints: a demand or limit of the user, as the sentence that says it; detail empty",
  "plan: a step; detail: pending, active or done",
  "decisions: something decided or found out that later steps depend on; detail: the reason",
  "files: a path; detail: read, created, changed, deleted or moved",
  "commands: a command line; detail: ok, failed, running or unknown",
  "identifiers: an id, name or number alone; detail: what it stands for, and for whom",
  "errors: an error text; detail: what failed",
  "risks: detail: risk or blocker",
  "handles: what a running process, agent, open tab or awaited approval is addressed by; detail: process, agent, approval or tab",
  "sources: a URL or document; detail: its title",
];

const EXAMPLE = JSON.stringify({
  objective: "",
  activeWork: "Refund order A-1042",
  added: [
    {
      section: "decisions",
      text: "The export stops at length - 1.",
      detail: "the last row is missing",
      items: ["#7"],
    },
    { section: "identifiers", text: "A-1042", detail: "order to be refunded", items: ["#3"] },
  ],
  superseded: [{ id: "e4", by: "" }],
});

function systemText(template: SummaryTemplate): string {
  return [
    `${PROMPT_OPENING} (${template.title}), by keeping the record up to date that the summary is printed from. What the record leaves out, the agent no longer sees.`,
    "You are given the record so far, each entry with its id as in [e4], and the history, each item with its number as in #7. Code has read the history before you: what it recognised is in the record already. Answer with a delta: what the record lacks and what in it no longer holds.",
    `What the summary is for: ${template.instructions}`,
    `added: one fact per entry, never one that the record has. Cite the items that say it. By section:\n${bullets(SECTIONS)}`,
    "superseded: ids of entries that a later item shows to be no longer true, with the id or the text of what holds instead. objective and activeWork: only where the record is out of date, otherwise empty.",
    DATA_RULE,
    `Copy these exactly, character by character:\n${bullets(PROTECTED_FIELDS)}`,
    "The words of the user stand: an entry that lifts a rule of the user, or gives it another value, is dropped.",
    "Add nothing that the data does not say. Do not call a step done unless the data shows it. The most important entries come first.",
    `Answer with one JSON object alone, in this shape:\n${EXAMPLE}`,
  ].join("\n\n");
}

function userText({ history, leftOut, previous, note, maxTokens }: PromptInput): string {
  const mark = dataMark([history, leftOut ?? "", previous ?? "", note ?? ""]);
  return [
    `The record so far:\n${quoteData("record", previous ?? "", mark)}`,
    ...historyParts({ history, note, leftOut }, mark),
    `Write the delta now, in at most ${maxTokens} tokens.`,
  ].join("\n\n");
}

/** The request for what a record lacks, in structured output. `previous` is the record so far. */
export function buildDeltaPrompt(input: PromptInput): Prompt {
  return {
    system: systemText(input.template),
    user: sendable(userText(input)),
    schema: CHECKPOINT_DELTA_SCHEMA,
  };
}
