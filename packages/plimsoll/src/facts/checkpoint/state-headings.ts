import { HEADINGS } from "./checkpoint-layout.js";

/** The parts of a printed state, in the order in which they are printed. */
export const STATE_PARTS = [
  "request",
  "rules",
  "work",
  "files",
  "open",
  "decisions",
  "handles",
  "facts",
] as const;

export type StatePart = (typeof STATE_PARTS)[number];

export type StateHeadings = Readonly<Record<StatePart, string>>;

/** The whole line above each part, in the plain words. */
export const STATE_HEADINGS: StateHeadings = {
  request: "Now:",
  rules: HEADINGS.constraints,
  work: "Work:",
  files: "Changed files:",
  open: "Open:",
  decisions: "Decided:",
  handles: "Running:",
  facts: "Facts:",
};

/** Where a template has words of its own. Rules have the same heading everywhere: they are looked for below it. */
const OWN_WORDS: Readonly<Record<string, Partial<StateHeadings>>> = {
  decision_log: { decisions: "Decisions:" },
  code_delta: { work: "Changes:", facts: "Checks and facts:" },
  step_ledger: { work: "Steps:", facts: "Outcomes:" },
  requirements_ledger: { work: "Progress:", decisions: "Clarifications:" },
};

/** The headings in the words of a template. */
export const stateHeadings = (template: string): StateHeadings => ({
  ...STATE_HEADINGS,
  ...OWN_WORDS[template],
});

/** Every heading of a printed state, in any template's words. */
export const ALL_STATE_HEADINGS: ReadonlyMap<string, StatePart> = new Map(
  [STATE_HEADINGS, ...Object.values(OWN_WORDS)].flatMap((headings) =>
    STATE_PARTS.flatMap((part) => {
      const heading = headings[part];
      return heading === undefined ? [] : [[heading, part] as const];
    }),
  ),
);

/** Separates the state from what a summarizer wrote: quoted lines, or a model's own words. */
export const EXTRACTS = "Extracts:";
export const NOTES = "Notes by the model (not verified):";
