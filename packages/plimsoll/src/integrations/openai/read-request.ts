import { isRecord } from "../../text/is-record.js";
import type { ModelRequest } from "../core/model-request.js";
import { continuesThread } from "./asked-for-whole.js";
import type { OpenAiCompactionOptions } from "./open-ai-compaction-options.js";

/** Which API a request is for: Chat Completions, Responses, or Anthropic's Messages. */
export type Api = "chat" | "responses" | "messages";
type Body = Readonly<Record<string, unknown>>;
type Fetch = typeof globalThis.fetch;

/** A request whose history is the caller's to change. */
export interface ReadRequest {
  readonly api: Api;
  readonly streams: boolean;
  /** The list has only what is new in a conversation that the provider holds. */
  readonly continuesThread: boolean;
  readonly request: ModelRequest<object>;
  /** The body with this list; the original text if nothing changed. */
  bodyWith(items: readonly object[]): string;
}

interface RequestContext {
  readonly init: RequestInit | undefined;
  readonly sessionId: OpenAiCompactionOptions["sessionId"] | undefined;
}

const LIST_KEYS: Readonly<Record<Api, string>> = {
  chat: "messages",
  responses: "input",
  messages: "messages",
};
/** The ends of the addresses, which the versions of an API and the providers that copy it share. */
const PATHS: readonly (readonly [string, Api])[] = [
  ["/chat/completions", "chat"],
  ["/responses", "responses"],
  ["/messages", "messages"],
];

/** Reads a request by its address and body; undefined for one that is not to be compacted. */
export function readRequest(
  input: Parameters<Fetch>[0],
  { init, sessionId }: RequestContext,
): ReadRequest | undefined {
  const path = pathOf(input);
  const api = apiOf(path);
  const text = init?.body;
  if (!api || init?.method?.toUpperCase() !== "POST" || typeof text !== "string") return undefined;
  const body = parseBody(text);
  const items = body?.[LIST_KEYS[api]];
  if (!body || !Array.isArray(items) || !items.every(isRecord)) return undefined;
  const named = typeof sessionId === "function" ? sessionId(body) : sessionId;
  return {
    api,
    streams: body["stream"] === true,
    continuesThread: continuesThread(body),
    request: {
      ...measured(body),
      items,
      ...(named === undefined ? {} : { sessionId: named }),
      ...(init.signal ? { signal: init.signal } : {}),
    },
    bodyWith: (list) => (same(items, list) ? text : JSON.stringify({ ...body, [LIST_KEYS[api]]: list })),
  };
}

const CONVERSATION_KEYS = ["messages", "input", "contents"] as const;

/**
 * Why a request is sent as it is although it looks like a conversation, so that nobody takes it for compacted.
 * Undefined for any other request.
 */
export function missedConversation(
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
): string | undefined {
  const text = init?.body;
  if (init?.method?.toUpperCase() !== "POST" || (text ?? undefined) === undefined) return undefined;
  const path = pathOf(input);
  const api = apiOf(path);
  if (typeof text !== "string") return api && `the body for ${path} is not a text`;
  const body = parseBody(text);
  if (api) {
    const list = body?.[LIST_KEYS[api]] ?? "";
    return typeof list === "string" ? undefined : `${LIST_KEYS[api]} is not a list of objects`;
  }
  const key = CONVERSATION_KEYS.find((name) => isConversation(body?.[name]));
  return key === undefined ? undefined : `no API that it knows has the address ${path}`;
}

const isConversation = (list: unknown): boolean =>
  Array.isArray(list) && list.length > 1 && list.every((item) => isRecord(item) && "role" in item);

const apiOf = (path: string): Api | undefined => PATHS.find(([end]) => path.endsWith(end))?.[1];

function pathOf(input: Parameters<Fetch>[0]): string {
  const address = typeof input === "string" || input instanceof URL ? String(input) : input.url;
  return (address.split(/[?#]/, 1)[0] ?? "").replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/\/$/, "");
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
  const { model, tools, response_format: schema, text } = body;
  const instructions = textOf(body["instructions"] ?? body["system"]);
  const fixed = [...(Array.isArray(tools) ? tools : []), schema, isRecord(text) ? text["format"] : undefined];
  const managed = ["previous_response_id", "conversation"].find((key) => (body[key] ?? null) !== null);
  const held = continuesThread(body)
    ? "thread continues what the provider holds"
    : managed && `${managed} is set`;
  return {
    tools: fixed.filter((part) => part !== undefined),
    ...(instructions === undefined ? {} : { instructions }),
    ...(typeof model === "string" ? { model } : {}),
    ...(held === undefined ? {} : { serverManaged: held }),
  };
}

/** Instructions are a text, or blocks with texts. */
function textOf(instructions: unknown): string | undefined {
  if (typeof instructions === "string") return instructions;
  if (!Array.isArray(instructions)) return undefined;
  return instructions.map((block) => (isRecord(block) ? String(block["text"] ?? "") : "")).join("\n");
}

function same(before: readonly object[], after: readonly object[]): boolean {
  return before.length === after.length && before.every((item, index) => item === after[index]);
}
