import { inputBudget } from "../../compaction/input-budget.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { JsonRecord } from "../../json/json-record.js";
import type { Route } from "../../routes/route.js";

/** The estimator counts as one model does, and the upstream may be another. */
const SAFE_SHARE = 0.95;

export interface BudgetedRequest {
  /** `outputLimits`: the settings that limit the answer, the first that is set. */
  readonly api: { readonly outputLimits: readonly string[] };
  readonly body: JsonRecord;
  readonly route: Route;
}

/** The tokens that the prompt of a request may have, beside the answer that its client allows. */
export function promptBudget(context: GatewayContext, { api, body, route }: BudgetedRequest): number {
  const limit = api.outputLimits.map((key) => body[key]).find((value) => typeof value === "number");
  return Math.floor(inputBudget(context.windows.of(route), route.outputReserve, limit) * SAFE_SHARE);
}
