import { isRecord } from "../../text/is-record.js";
import type { LangchainMessage } from "../../formats/langchain/langchain.js";
import type { ModelRequest } from "../core/model-request.js";
import { toolSchemas } from "./tool-schemas.js";

/** What the hooks of a LangChain middleware know about a request. */
export interface RunRequest {
  readonly messages: readonly LangchainMessage[];
  readonly systemPrompt?: string | undefined;
  readonly tools?: unknown;
  readonly model?: unknown;
  readonly runtime: unknown;
}

/** What is measured: the messages, the system prompt, and the tools as the provider receives them. */
export function modelRequest(
  { messages, systemPrompt, tools, model, runtime }: RunRequest,
  named: string | undefined,
): ModelRequest<LangchainMessage> {
  const name = modelName(model);
  const sessionId = named ?? threadOf(runtime);
  const signal = isRecord(runtime) ? runtime["signal"] : undefined;
  return {
    items: messages,
    ...(systemPrompt === undefined ? {} : { instructions: systemPrompt }),
    ...(Array.isArray(tools) ? { tools: toolSchemas(tools) } : {}),
    ...(name === undefined ? {} : { model: name }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(signal instanceof AbortSignal ? { signal } : {}),
  };
}

/** Between the graphs of a checkpoint namespace: `tools:…|model_request:…` is a run inside another run's tool. */
const NESTED = "|";

/**
 * The thread that a run belongs to, by its configuration. An agent inside another one inherits the thread and has a
 * conversation of its own, which is found by its content.
 */
export function threadOf(runtime: unknown): string | undefined {
  const configurable = isRecord(runtime) ? runtime["configurable"] : undefined;
  if (!isRecord(configurable)) return undefined;
  const { thread_id: thread, checkpoint_ns: namespace } = configurable;
  if (typeof namespace === "string" && namespace.includes(NESTED)) return undefined;
  return typeof thread === "string" && thread !== "" ? thread : undefined;
}

/** The chat models of LangChain call it `model`, some older ones `modelName`. */
export function modelName(model: unknown): string | undefined {
  if (typeof model === "string") return model;
  if (!isRecord(model)) return undefined;
  const name = model["model"] ?? model["modelName"];
  return typeof name === "string" ? name : undefined;
}
