import { isRecord } from "../../text/is-record.js";
import type { ModelRequest } from "../core/model-request.js";
import type { OpenAiCompactionOptions } from "./open-ai-compaction-options.js";

/** Which of the two APIs a request is for. */
export type Api = "chat" | "responses";
type Body = Readonly<Record<string, unknown>>;
type Fetch = typeof globalThis.fetch;

/** A request whose history is the caller's to change. */
export interface ReadRequest {
  readonly api: Api;
  readonly streams: boolean;
  readonly request: ModelRequest<object>;
  /** The body with this list; the original text if nothing changed. */
  bodyWith(items: readonly object[]): string;
}

interface RequestContext {
  readonly init: RequestInit | undefined;
  readonly sessionId: OpenAiCompactionOptions["sessionId"] | undefined;
}

const LIST_KEYS: Readonly<Record<Api, string>> = { chat: "messages", responses: "input" };

/** Reads a request by its address and body; undefined for one that is not to be compacted. */
export function readRequest(
  input: Parameters<Fetch>[0],
  { init, sessionId }: RequestContext,
): ReadRequest | undefined {
  const api = apiOf(input);
  const text = init?.body;
  if (!api || init?.method?.toUpperCase() !== "POST" || typeof text !== "string") return undefined;
  const body = parseBody(text);
  const items = body?.[LIST_KEYS[api]];
  if (!body || !Array.isArray(items) || !items.every(isRecord)) return undefined;
  const named = typeof sessionId === "function" ? sessionId(body) : sessionId;
  return {
    api,
    streams: body["stream"] === true,
    request: {
      ...measured(body),
      items,
      ...(named === undefined ? {} : { sessionId: named }),
      ...(init.signal ? { signal: init.signal } : {}),
    },
    bodyWith: (list) => (same(items, list) ? text : JSON.stringify({ ...body, [LIST_KEYS[api]]: list })),
  };
}

function apiOf(input: Parameters<Fetch>[0]): Api | undefined {
  const address = typeof input === "string" || input instanceof URL ? String(input) : input.url;
  const path = address.split(/[?#]/, 1)[0]?.replace(/\/$/, "") ?? "";
  if (path.endsWith("/chat/completions")) return "chat";
  return path.endsWith("/responses") ? "responses" : undefined;
}

function parseBody(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** What costs tokens in addition to the list, and whether the provider keeps the history. */
function measured(body: Body): Omit<ModelRequest<object>, "items"> {
  const { instructions, model, tools, response_format: schema, text } = body;
  const fixed = [...(Array.isArray(tools) ? tools : []), schema, isRecord(text) ? text["format"] : undefined];
  const managed = ["previous_response_id", "conversation"].find((key) => (body[key] ?? null) !== null);
  return {
    tools: fixed.filter((part) => part !== undefined),
    ...(typeof instructions === "string" ? { instructions } : {}),
    ...(typeof model === "string" ? { model } : {}),
    ...(managed === undefined ? {} : { serverManaged: `${managed} is set` }),
  };
}

function same(before: readonly object[], after: readonly object[]): boolean {
  return before.length === after.length && before.every((item, index) => item === after[index]);
}
