import { checkSummary } from "../check-summary.js";
import { cleanAnswer } from "./clean-answer.js";
import { ModelFailure } from "./model-failure.js";

/** The text of an answer alone. Throws `ModelFailure` where it is empty, an error, a refusal or an echo. */
export function usableAnswer(answer: string): string {
  const text = cleanAnswer(answer);
  const unlimited = { maxTokens: Number.POSITIVE_INFINITY, replacedTokens: Number.POSITIVE_INFINITY };
  const check = checkSummary(text, { ...unlimited, count: () => 1 });
  if (!check.accepted) throw new ModelFailure("final", `the answer is not usable: ${check.reason}`);
  return text;
}
