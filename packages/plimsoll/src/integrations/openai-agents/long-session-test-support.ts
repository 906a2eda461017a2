import {
  Agent,
  type AgentInputItem,
  MemorySession,
  type Model,
  type ModelRequest,
  type ModelResponse,
  Runner,
  type RunConfig,
  type Session,
  type StreamEvent,
  tool,
  Usage,
} from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { agents } from "../../formats/agents.js";
import type { Format } from "../../formats/format.js";
import type { LongSessionModel } from "../../testing/long-session/long-session-model.js";
import type { LongSessionHost, LongSessionStage } from "../../testing/long-session/play-long-session.js";

export const format = agents as unknown as Format<AgentInputItem>;

/** The model of a long session, as the SDK asks one. */
export class StagedModel implements Model {
  readonly #model: LongSessionModel;

  constructor(model: LongSessionModel) {
    this.#model = model;
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const { input } = request;
    const items: AgentInputItem[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
    const { systemInstructions: instructions = "", tools } = request;
    const reply = this.#model.respond({ format, items, instructions, tools });
    if (reply.kind === "overflow") {
      throw Object.assign(new Error(`400 ${reply.message}`), {
        status: 400,
        code: "context_length_exceeded",
        type: "invalid_request_error",
      });
    }
    const output =
      reply.kind === "text"
        ? [assistantMessage(reply.text)]
        : reply.calls.map(({ id, name, arguments: values }) => functionCall(name, values, { callId: id }));
    const { inputTokens, outputTokens } = reply;
    const usage = { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
    return Promise.resolve({
      output,
      usage: new Usage(usage),
      responseId: `resp_${this.#model.requests.length}`,
    });
  }

  async *getStreamedResponse(request: ModelRequest): AsyncGenerator<StreamEvent> {
    yield { type: "response_started" };
    const { output, usage, responseId = "" } = await this.getResponse(request);
    const { inputTokens, outputTokens, totalTokens } = usage;
    for (const item of output) {
      if (item.type === "message" && item.role === "assistant")
        yield { type: "output_text_delta", delta: JSON.stringify(item.content) };
    }
    const response = { id: responseId, usage: { inputTokens, outputTokens, totalTokens }, output };
    yield { type: "response_done", response } as StreamEvent;
  }
}

export interface AgentsHostOptions {
  /** Wraps the model; @default as it is */
  readonly wrap?: (model: Model) => Model;
  readonly session?: Session;
  readonly config?: Partial<RunConfig>;
  readonly stream?: boolean;
}

/** A long session in the SDK: one run for each turn, with a session of the SDK's own. */
export function agentsHost(
  { session: script, model, execute }: LongSessionStage,
  { wrap = (inner) => inner, session = new MemorySession(), config = {}, stream = false }: AgentsHostOptions,
): LongSessionHost & { readonly session: Session } {
  const agent = new Agent({
    name: "yard",
    instructions: script.instructions,
    model: wrap(new StagedModel(model)),
    tools: script.tools.map(({ name, description, parameters }) =>
      tool({
        name,
        description,
        parameters: parameters as never,
        strict: false,
        execute: (values: unknown) => execute({ name, arguments: values as Record<string, string> }),
      }),
    ),
  });
  const runner = new Runner({ tracingDisabled: true, ...config });
  return {
    session,
    async turn({ user }) {
      if (!stream) return String((await runner.run(agent, user, { session })).finalOutput);
      const result = await runner.run(agent, user, { session, stream: true });
      for await (const _ of result.toStream());
      await result.completed;
      return String(result.finalOutput);
    },
  };
}
