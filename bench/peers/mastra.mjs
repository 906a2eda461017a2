// Mastra's TokenLimiterProcessor on the prompt of a request.
import { TokenLimiterProcessor } from "@mastra/core/processors";
import { largestFitting } from "./largest-fitting.mjs";
import { modelMessages } from "./model-messages.mjs";

/** Estimates of the limiter may be this far from the tokens of the grader. */
const SLACK = 3;
const LEAST = 25;

/** The limit as large as the window still fits: the limiter estimates tokens and counts envelopes. */
export async function limitWithMastra({ items, target, size }) {
  const { messages, itemsOf } = modelMessages(items);
  const windowAt = async (limit) => {
    try {
      const trimmed = await new TokenLimiterProcessor({ limit }).processLLMRequest({ prompt: messages });
      return (trimmed?.prompt ?? messages).flatMap(itemsOf);
    } catch {
      // "No messages fit": the limiter ends the request.
      return [];
    }
  };
  return largestFitting({ low: LEAST, high: LEAST + SLACK * target, windowAt, size, target });
}
