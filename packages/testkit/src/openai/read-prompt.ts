import { stringOf } from "../wire-record.js";
import { ApiError, missingParameter } from "./api-error.js";
import { type EffectiveInput, effectiveInput } from "./effective-input.js";
import type { RenderedPrompt } from "./rendered-prompt.js";
import type { RouteRequest, ServerState } from "./server-state.js";

/** What a request gives to the model, and what it costs. */
export interface ReadPrompt {
  readonly input: EffectiveInput;
  readonly prompt: RenderedPrompt;
  /** Under which prompts share their cached prefix. */
  readonly cacheKey: string;
  readonly cachedTokens: number;
}

/** Reads and checks the input of a request. Throws `ApiError`. */
export function readPrompt(state: ServerState, { account, body }: RouteRequest): ReadPrompt {
  if (stringOf(body["model"]) === "") throw missingParameter("model");
  const input = effectiveInput(account, body, state.rules);
  if (input.items.length === 0 && !input.hasTrigger) {
    throw new ApiError(
      "One of 'input' or 'previous_response_id' or 'prompt' or 'conversation_id' must be provided.",
      {
        code: "missing_required_parameter",
      },
    );
  }
  const prompt = state.renderer.render(body, input);
  const cacheKey = JSON.stringify([body["model"], body["prompt_cache_key"] ?? null]);
  return { input, prompt, cacheKey, cachedTokens: account.cache.cachedTokens(cacheKey, prompt) };
}
