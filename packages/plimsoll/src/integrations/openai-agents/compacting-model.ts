import type {
  AgentInputItem,
  Model,
  ModelProvider,
  ModelRequest,
  ModelResponse,
  StreamEvent,
} from "@openai/agents";
import type { ModelRequest as CoreRequest } from "../core/model-request.js";
import type { OpenCall } from "../core/open-call.js";
import type { AgentsCompactionCore } from "./agents-compaction-core.js";
import { traceCompactions } from "./trace-compactions.js";
import { summaryEntries, withSummaries } from "./with-summaries.js";
import { askByStream, isOpaqueFailure } from "./is-opaque-failure.js";
import { agentsStream } from "./agents-stream.js";

/** From this share of the window on, a failure without a reason counts as a possible overflow. */
const SUSPICIOUS_FILL = 0.5;

/**
 * An object with some methods replaced. Everything else belongs to the target and is bound to it, so private
 * fields and checks of the class name work.
 */
function decorate<T extends object>(target: T, methods: Readonly<Record<string, unknown>>): T {
  return new Proxy(target, {
    get(_, property) {
      if (typeof property === "string" && Object.hasOwn(methods, property)) return methods[property];
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" && property !== "constructor" ? value.bind(target) : value;
    },
  });
}

export function compactingProvider<T extends ModelProvider>(provider: T, core: AgentsCompactionCore): T {
  const known = new WeakMap<Model, Model>();
  const wrap = (model: Model, name: string | undefined): Model => {
    const wrapped = known.get(model) ?? compactingModel(model, core, name);
    known.set(model, wrapped);
    return wrapped;
  };
  return decorate(provider, {
    getModel(name?: string) {
      const model = provider.getModel(name);
      return model instanceof Promise ? model.then((found) => wrap(found, name)) : wrap(model, name);
    },
  });
}

/** The name of a model, if it shows one. */
export function nameOf(model: Model): string | undefined {
  for (const key of ["_model", "model", "modelName"]) {
    const name: unknown = Reflect.get(model, key);
    if (typeof name === "string" && name !== "") return name;
  }
  return undefined;
}

export function compactingModel<T extends Model>(model: T, core: AgentsCompactionCore, name?: string): T {
  const modelName = name ?? nameOf(model);
  return decorate(model, {
    getResponse: (request: ModelRequest) => getResponse(model, request, { core, modelName }),
    getStreamedResponse: (request: ModelRequest) => getStreamedResponse(model, request, { core, modelName }),
  });
}

interface Setting {
  readonly core: AgentsCompactionCore;
  readonly modelName: string | undefined;
}

async function getResponse(model: Model, request: ModelRequest, setting: Setting): Promise<ModelResponse> {
  const { compactor, sessions } = setting.core;
  const read = readRequest(request, setting);
  let made: OpenCall<AgentInputItem> | undefined;
  const send = async (items: AgentInputItem[], call: OpenCall<AgentInputItem>): Promise<ModelResponse> => {
    made = call;
    await read.trace(call);
    const sent = read.requestWith(items);
    try {
      return await model.getResponse(sent);
    } catch (error) {
      if (!isOpaqueFailure(error) || call.fill < SUSPICIOUS_FILL) throw error;
      return askByStream(model, sent, error);
    }
  };
  const response = await compactor.call(read.core, send, ({ usage }) => usage);
  sessions.note(made?.sessionId, response.output);
  Object.assign(response.usage, withSummaries(response.usage, summaryEntries(made?.summaryUsage ?? [])));
  return response;
}

async function* getStreamedResponse(
  model: Model,
  request: ModelRequest,
  setting: Setting,
): AsyncGenerator<StreamEvent, void, undefined> {
  const { compactor, sessions } = setting.core;
  const read = readRequest(request, setting);
  let made: OpenCall<AgentInputItem> | undefined;
  const open = async (items: AgentInputItem[], call: OpenCall<AgentInputItem>) => {
    made = call;
    await read.trace(call);
    return model.getStreamedResponse(read.requestWith(items));
  };
  for await (const event of compactor.stream(read.core, open, agentsStream)) {
    if (event.type !== "response_done") {
      yield event;
      continue;
    }
    const { response } = event;
    sessions.note(made?.sessionId, response.output);
    const charged = withSummaries(response.usage, summaryEntries(made?.summaryUsage ?? []));
    yield { ...event, response: { ...response, usage: { ...response.usage, ...charged } } };
  }
}

interface ReadRequest {
  readonly core: CoreRequest<AgentInputItem>;
  /** The request with these items; the original request if nothing changed. */
  requestWith(items: AgentInputItem[]): ModelRequest;
  /** Puts compactions that are not in the trace yet into it. */
  trace(call: OpenCall<AgentInputItem>): Promise<void>;
}

function readRequest(request: ModelRequest, { core, modelName }: Setting): ReadRequest {
  const { input, systemInstructions, tools, handoffs, outputType, signal } = request;
  const items: AgentInputItem[] = typeof input === "string" ? [userMessage(input)] : input;
  const sessionId = core.options.sessionIdOf?.(request);
  const serverManaged = serverManagedBy(request);
  const started = performance.now();
  let traced = 0;
  return {
    core: {
      items,
      tools: [...tools, ...handoffs, ...(outputType === "text" ? [] : [outputType])],
      ...(systemInstructions === undefined ? {} : { instructions: systemInstructions }),
      ...(modelName === undefined ? {} : { model: modelName }),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(serverManaged === undefined ? {} : { serverManaged }),
      ...(signal ? { signal } : {}),
    },
    requestWith: (list) => (sameList(list, items) ? request : { ...request, input: list }),
    async trace({ compactions }) {
      const fresh = compactions.slice(traced);
      traced = compactions.length;
      if (core.options.tracing !== false && request.tracing !== false)
        await traceCompactions(fresh, performance.now() - started);
    },
  };
}

const userMessage = (content: string): AgentInputItem => ({ type: "message", role: "user", content });

const sameList = (left: readonly object[], right: readonly object[]): boolean =>
  left.length === right.length && left.every((item, index) => item === right[index]);

/** Why the provider keeps the history of a request, if it does. */
function serverManagedBy(request: ModelRequest): string | undefined {
  const key = (["conversationId", "previousResponseId"] as const).find((name) => request[name]);
  return (
    key &&
    `The provider keeps the history (${key} is set), and the request has only new items; remove ${key} to compact here.`
  );
}
