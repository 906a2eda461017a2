import type { FaultRoute } from "./openai-fault.js";
import { ApiError, responseNotFound } from "./api-error.js";
import { compactResponse } from "./compact-response.js";
import { createResponse } from "./create-response.js";
import { readPrompt } from "./read-prompt.js";
import type { Outcome, RouteRequest, ServerState } from "./server-state.js";

/** Where an API base may end: OpenAI, Azure, the ChatGPT backend. */
const BASES = ["/v1", "/openai/v1", "/backend-api/codex", "/openai"] as const;

/** A route that a request was found to be for. */
export interface FoundRoute {
  /** Which faults it meets. */
  readonly faults: FaultRoute;
  answer(state: ServerState, request: RouteRequest): Promise<Outcome>;
}

function countInputTokens(state: ServerState, request: RouteRequest): Outcome {
  const { prompt } = readPrompt(state, request);
  return { json: { object: "response.input_tokens", input_tokens: prompt.tokens } };
}

function readResponse({ account }: RouteRequest, id: string): Outcome {
  const stored = account.store.find(id);
  if (stored === undefined) throw responseNotFound(id);
  return { json: stored.response };
}

function removeResponse({ account }: RouteRequest, id: string): Outcome {
  if (!account.store.remove(id)) throw responseNotFound(id);
  return { json: { id, object: "response", deleted: true } };
}

function postRoute(path: string): FoundRoute | undefined {
  switch (path) {
    case "/responses":
      return { faults: "responses", answer: (state, request) => createResponse(state, request) };
    case "/responses/compact":
      return { faults: "compact", answer: async (state, request) => compactResponse(state, request) };
    case "/responses/input_tokens":
      return { faults: "any", answer: async (state, request) => countInputTokens(state, request) };
    default:
      return undefined;
  }
}

function itemRoute(method: string, path: string): FoundRoute | undefined {
  const id = /^\/responses\/([\w-]{1,128})$/u.exec(path)?.[1];
  if (id === undefined) return undefined;
  if (method === "GET") return { faults: "any", answer: async (_, request) => readResponse(request, id) };
  if (method === "DELETE")
    return { faults: "any", answer: async (_, request) => removeResponse(request, id) };
  return undefined;
}

/** The route of a request; one that answers 404, or 405 for a wrong method, if there is none. */
export function findRoute(method: string, url: string): FoundRoute {
  const [path = ""] = url.split("?");
  const base = BASES.find((prefix) => path.startsWith(`${prefix}/`)) ?? "";
  const rest = base === "" ? "" : path.slice(base.length);
  const found = method === "POST" ? postRoute(rest) : itemRoute(method, rest);
  if (found !== undefined) return found;
  const isKnown = postRoute(rest) !== undefined;
  const error = isKnown
    ? new ApiError(
        `Not allowed to ${method} on ${path}. (HINT: Perhaps you meant to use a different HTTP method?)`,
        { status: 405 },
      )
    : new ApiError(`Invalid URL (${method} ${path})`, { status: 404 });
  return { faults: "any", answer: () => Promise.reject(error) };
}
