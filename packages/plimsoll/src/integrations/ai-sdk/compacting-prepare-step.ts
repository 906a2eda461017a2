import type { ModelMessage } from "ai";
import { type AiSdkMessage, aiSdk } from "../../formats/ai-sdk/ai-sdk.js";
import { checkedCompactionOptions, SESSION_FIELD } from "../core/checked-compaction-options.js";
import { CallCompactor } from "../core/call-compactor.js";
import type { OpenCall } from "../core/open-call.js";
import { withoutCacheMarks } from "../core/without-cache-marks.js";
import type { AiSdkCompactionOptions } from "./ai-sdk-compaction-options.js";

/** The part of the hook's argument that is read; every set of tools has it. */
interface Step {
  readonly messages: ModelMessage[];
  readonly steps: readonly { readonly usage: unknown }[];
  readonly model: string | { readonly modelId: string };
  readonly instructions?: unknown;
}

/**
 * A `prepareStep` that compacts the messages of a run. The run continues with the list that it returns;
 * `responseMessages` stays complete. The hook sees neither tool schemas nor errors; if you can wrap the model,
 * `compactionMiddleware` does more. To recognise a conversation across several runs it needs a `sessionId`.
 */
export function compactingPrepareStep(
  options: AiSdkCompactionOptions & { readonly tools?: unknown } = {},
): (step: Step) => Promise<{ messages: ModelMessage[] }> {
  const { sessionId, tools, ...rest } = checkedCompactionOptions<typeof options>(options, {
    ...SESSION_FIELD,
    tools: "anything",
  });
  const compactor = new CallCompactor<AiSdkMessage>("ai-sdk", { format: aiSdk, ...rest }, withoutCacheMarks);
  /** By the list of steps, which belongs to one run. */
  const calls = new WeakMap<object, OpenCall<AiSdkMessage>>();
  return async ({ messages, steps, model, instructions }: Step) => {
    const last = steps.at(-1);
    if (last) calls.get(steps)?.succeeded(last.usage);
    const call = await compactor.begin({
      items: messages,
      model: typeof model === "string" ? model : model.modelId,
      ...(typeof instructions === "string" ? { instructions } : {}),
      ...(tools === undefined ? {} : { tools }),
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    calls.set(steps, call);
    return { messages: call.items as ModelMessage[] };
  };
}
