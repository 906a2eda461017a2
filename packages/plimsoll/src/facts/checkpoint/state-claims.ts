import type {
  DecisionFields,
  ErrorFields,
  FactFields,
  FileFields,
  HandleFields,
  RequestFields,
  RiskFields,
  StatementFields,
  StepFields,
} from "./checkpoint.js";

/** What the text of a summary says about the state of its session, oldest first. */
export interface StateClaims {
  readonly requests: readonly RequestFields[];
  readonly plan: readonly StepFields[];
  readonly statements: readonly StatementFields[];
  readonly files: readonly FileFields[];
  readonly errors: readonly ErrorFields[];
  readonly risks: readonly RiskFields[];
  readonly decisions: readonly DecisionFields[];
  readonly handles: readonly HandleFields[];
  readonly facts: readonly FactFields[];
}
