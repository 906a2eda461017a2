/** The six summary templates; `task_state` is the default, `brief` the retry after a failure. */
export const TEMPLATE_NAMES = [
  "task_state",
  "brief",
  "decision_log",
  "step_ledger",
  "requirements_ledger",
  "code_delta",
] as const;

export type TemplateName = (typeof TEMPLATE_NAMES)[number];
