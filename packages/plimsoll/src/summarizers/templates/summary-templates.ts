import type { TemplateName } from "../template-name.js";
import { brief } from "./brief.js";
import { codeDelta } from "./code-delta.js";
import { decisionLog } from "./decision-log.js";
import { requirementsLedger } from "./requirements-ledger.js";
import { stepLedger } from "./step-ledger.js";
import type { SummaryTemplate } from "./summary-template.js";
import { taskState } from "./task-state.js";

/** Every template by its name. */
export const SUMMARY_TEMPLATES: Readonly<Record<TemplateName, SummaryTemplate>> = {
  task_state: taskState,
  brief,
  decision_log: decisionLog,
  step_ledger: stepLedger,
  requirements_ledger: requirementsLedger,
  code_delta: codeDelta,
};
