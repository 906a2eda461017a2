import type { Summary, SummaryRequest } from "../summarizer.js";
import { DATA_RULE, PROMPT_OPENING } from "../templates/build-prompt.js";
import type { ModelClient } from "./model-client.js";
import { ModelFailure } from "./model-failure.js";
import { promptTokens } from "./request-frame.js";
import type { RollingLimits } from "./rolling-summary.js";
import { usableAnswer } from "./usable-answer.js";

const SYSTEM = `${PROMPT_OPENING}. You put a summary right that you wrote.\n\n${DATA_RULE}`;

/** One request to write a summary again. Throws `ModelFailure` where it would be over its limit, which sends nothing. */
export async function reviseSummary(
  instruction: string,
  request: SummaryRequest,
  { client, limits }: { readonly client: ModelClient; readonly limits: RollingLimits },
): Promise<Summary> {
  const prompt = { system: SYSTEM, user: instruction };
  const tokens = promptTokens(prompt, (text) => request.count(text));
  if (tokens > limits.inputTokens) {
    throw new ModelFailure(
      "no_room",
      `a correction of ${tokens} tokens does not fit a request of ${limits.inputTokens}`,
    );
  }
  const { signal, onUsage, onDraft } = request;
  const answer = await client.complete(prompt, {
    maxOutputTokens: limits.outputTokens,
    maxRetries: 0,
    signal,
    onUsage,
    onDraft,
  });
  return { text: usableAnswer(answer) };
}
