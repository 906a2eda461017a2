import { dataMark, quoteData } from "../../text/quote-data.js";
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

/** What code cannot print, most important first. */
const WANTED: readonly string[] = [
  "what is under way and the exact next step",
  "why: the reasons behind decisions and changes",
  "findings: causes, how parts work together, what was learnt about names, values and files",
  "what was tried and did not work, so that nobody tries it again",
  "what is uncertain, and what the user still has to answer",
];

const EXAMPLE = {
  history:
    'user: The export in src/report/csv.ts drops the last row. Fix it, but do not touch the tests.\nassistant calls run: {"command":"npm test -- csv"}\nresult: 1 failed: csv > keeps the last row (expected 3, got 2)\nassistant: Padding the input hides it but breaks the header. The loop stops at length - 1. I changed it in src/report/csv.ts line 42.',
  stated:
    "Now:\n- The export in src/report/csv.ts drops the last row. Fix it, but do not touch the tests.\nConstraints of the user:\n- do not touch the tests\nChanged files:\n - src/report/csv.ts edited\nOpen:\n - csv > keeps the last row (expected 3, got 2) (npm test -- csv)",
  notes:
    "- Next: run `npm test -- csv` again; it has not run since the change.\n- Cause: the loop in src/report/csv.ts line 42 stopped at length - 1.\n- Padding the input hides the fault but breaks the header: not a way.",
};

function systemText(template: SummaryTemplate): string {
  return [
    `${PROMPT_OPENING} (${template.title}). Code has printed the state above the summary already: requests and rules of the user, plan, files, open errors, decisions, known values. It stays there whatever you write, and quotations from the history follow below. You write the notes in between: what only somebody who has understood the history can say.`,
    `What the summary is for: ${template.instructions}`,
    `Write of this, what there is:\n${bullets(WANTED)}`,
    "Do not repeat what the state says, and do not retell the rules of the user: the words of the user stand, and notes that change, lift or contradict a rule or a value are taken out.",
    DATA_RULE,
    `Copy these exactly, character by character:\n${bullets(PROTECTED_FIELDS)}`,
    "Write nothing that the data does not say. Do not claim that a step is finished or that tests pass unless the data shows it.",
    'Write in the language of the user\'s messages: short lines, each beginning with "- ", the most important first, without headings. Answer with the notes alone: no introduction, no code fence, no tags.',
  ].join("\n\n");
}

function userText(input: PromptInput): string {
  const { history, leftOut, previous = "", note, stated = "", maxTokens } = input;
  const mark = dataMark([history, leftOut ?? "", previous, note ?? "", stated, ...Object.values(EXAMPLE)]);
  return [
    `Example of a history:\n${quoteData("example", EXAMPLE.history, mark)}\nThe state printed for it:\n${quoteData("example state", EXAMPLE.stated, mark)}\nThe notes wanted for it:\n${EXAMPLE.notes}`,
    `The state that is printed above your notes:\n${quoteData("state", stated, mark)}`,
    ...(previous === ""
      ? []
      : [
          `The notes so far. Update them: keep what still holds and the state does not say, change what the history changes, remove what is done or superseded.\n${quoteData("notes so far", previous, mark)}`,
        ]),
    ...historyParts({ history, note, leftOut }, mark),
    `Write the notes now, in at most ${maxTokens} tokens.`,
  ].join("\n\n");
}

/** The request for the notes below a state that code prints; `stated` is that state, `previous` the notes so far. */
export function buildNotesPrompt(input: PromptInput): Prompt {
  return { system: systemText(input.template), user: sendable(userText(input)) };
}
