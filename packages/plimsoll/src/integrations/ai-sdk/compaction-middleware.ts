import type { LanguageModelMiddleware } from "ai";
import type { CompactManager } from "../../engine/compact-manager.js";
import { isRecord } from "../../text/is-record.js";
import { type AiSdkMessage, aiSdk } from "../../formats/ai-sdk/ai-sdk.js";
import { checkedCompactionOptions } from "../core/checked-compaction-options.js";
import { CallCompactor } from "../core/call-compactor.js";
import { guardStream, type StreamReading } from "../core/guard-stream.js";
import type { ModelRequest } from "../core/model-request.js";
import type { OpenCall } from "../core/open-call.js";
import { withoutCacheMarks } from "../core/without-cache-marks.js";
import type { AiSdkCompactionOptions } from "./ai-sdk-compaction-options.js";
import { iterateStream, streamOf } from "../core/iterate-stream.js";

type WrapStream = NonNullable<LanguageModelMiddleware["wrapStream"]>;
type Wrapped = Parameters<WrapStream>[0];
type CallOptions = Wrapped["params"];
type Model = Wrapped["model"];
type StreamResult = Awaited<ReturnType<WrapStream>>;
type StreamPart = StreamResult["stream"] extends ReadableStream<infer Part> ? Part : never;

/** A middleware for `wrapLanguageModel`, with access to its manager. */
export interface AiSdkCompactionMiddleware extends LanguageModelMiddleware {
  /** The manager: recall, undo, remember and the rest. Made for the model that is asked first. */
  manager(): CompactManager<AiSdkMessage>;
  /** Resolves when no compaction is being prepared in the background. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Parts that announce the answer but show none of it yet. */
const WITHOUT_OUTPUT: ReadonlySet<string> = new Set([
  "stream-start",
  "response-metadata",
  "raw",
  "ping",
  "error",
  "finish",
  "text-start",
  "reasoning-start",
]);

const READING: StreamReading<StreamPart> = {
  hasOutput: ({ type }) => !WITHOUT_OUTPUT.has(type),
  failureOf: (part) => (part.type === "error" ? part.error : undefined),
  usageOf: (part) => (part.type === "finish" ? part.usage : undefined),
};

/**
 * Compacts every request on its way to the model, generated or streamed, and sends a smaller one if the provider
 * refuses it as too long. Never changes the messages that the SDK and its caller keep.
 */
export function compactionMiddleware(options: AiSdkCompactionOptions = {}): AiSdkCompactionMiddleware {
  const { sessionId, ...rest } = checkedCompactionOptions<AiSdkCompactionOptions>(options);
  const compactor = new CallCompactor<AiSdkMessage>("ai-sdk", { format: aiSdk, ...rest }, withoutCacheMarks);
  return {
    specificationVersion: "v4",
    manager: () => compactor.manager(),
    settled: () => compactor.settled(),
    close: () => compactor.close(),
    wrapGenerate: ({ params, model }) =>
      compactor.call(
        requestOf({ params, model }, sessionId),
        async (items) => model.doGenerate(withPrompt(params, items)),
        ({ usage }) => usage,
      ),
    wrapStream: async ({ params, model }) =>
      streamCall(await compactor.begin(requestOf({ params, model }, sessionId)), { params, model }),
  };
}

interface Addressed {
  readonly params: CallOptions;
  readonly model: Model;
}

function requestOf({ params, model }: Addressed, named: string | undefined): ModelRequest<AiSdkMessage> {
  const { prompt, tools, responseFormat, abortSignal, providerOptions = {} } = params;
  const own = providerOptions["plimsoll"]?.["sessionId"];
  const sessionId = named ?? (typeof own === "string" && own !== "" ? own : undefined);
  const schema = responseFormat?.type === "json" ? responseFormat.schema : undefined;
  const serverManaged = serverState(providerOptions);
  return {
    items: prompt,
    tools: schema === undefined ? (tools ?? []) : [...(tools ?? []), schema],
    model: model.modelId,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(serverManaged === undefined ? {} : { serverManaged }),
    ...(abortSignal ? { signal: abortSignal } : {}),
  };
}

function serverState(providerOptions: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of ["openai", "azure"]) {
    const options = providerOptions[key];
    if (!isRecord(options)) continue;
    if (typeof options["previousResponseId"] === "string") return "previousResponseId is set";
    if (typeof options["conversation"] === "string") return "conversation is set";
  }
  return undefined;
}

/** The format built every message that is not kept, in the shape of a prompt. */
function withPrompt(params: CallOptions, items: AiSdkMessage[]): CallOptions {
  return { ...params, prompt: items as CallOptions["prompt"] };
}

/**
 * Handles a request that is refused at once before it returns the stream, so that the SDK can retry other
 * failures.
 */
async function streamCall(call: OpenCall<AiSdkMessage>, { params, model }: Addressed): Promise<StreamResult> {
  let opened: StreamResult | undefined;
  for (let items: AiSdkMessage[] | undefined = call.items; items && !opened; ) {
    try {
      opened = await model.doStream(withPrompt(params, items));
    } catch (error) {
      items = await call.failed(error);
      if (!items) throw error;
    }
  }
  const first = opened ?? (await model.doStream(params));
  let next: StreamResult | undefined = first;
  const parts = guardStream(
    call,
    async (items) => {
      const { stream } = next ?? (await model.doStream(withPrompt(params, items)));
      next = undefined;
      return iterateStream(stream);
    },
    READING,
  );
  return { ...first, stream: streamOf(parts) };
}
