import type { Model, ModelRequest, ModelResponse, UsageInput } from "@openai/agents";
import { recognizeOverflow } from "../../tokens/recognize-overflow.js";
import { loadAgentsPackage } from "./trace-compactions.js";
import { agentsStream } from "./agents-stream.js";

/** Without a stream, the SDK reports that a response failed but not why. */
const TERMINAL = /unsuccessful terminal state "response\.failed"/;

export function isOpaqueFailure(error: unknown): boolean {
  return error instanceof Error && TERMINAL.test(error.message);
}

/**
 * Asks once more, as a stream, which shows the reason of a failure. Returns the answer if there is one this time.
 * Throws the reason if the request was too long, otherwise the original error.
 */
export async function askByStream(
  model: Model,
  request: ModelRequest,
  before: unknown,
): Promise<ModelResponse> {
  try {
    for await (const event of model.getStreamedResponse(request)) {
      const failure = agentsStream.failureOf?.(event);
      if (failure !== undefined) throw recognizeOverflow(failure).overflow ? failure : before;
      if (event.type !== "response_done") continue;
      const { id, requestId, output, usage, providerData } = event.response;
      const sdk = await loadAgentsPackage();
      if (!sdk) throw before;
      return {
        usage: new sdk.Usage(usage as UsageInput),
        output,
        responseId: id,
        ...(requestId === undefined ? {} : { requestId }),
        ...(providerData === undefined ? {} : { providerData }),
      };
    }
  } catch (error) {
    throw recognizeOverflow(error).overflow ? error : before;
  }
  throw before;
}
