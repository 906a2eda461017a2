import { CompactError } from "../../errors/compact-error.js";
import { isRecord } from "../../text/is-record.js";
import { accountDigest } from "./account-digest.js";
import { type Endpoint, normalizeApiBase } from "./endpoint.js";
import type {
  RequestBody,
  ResponsesAnswer,
  ResponsesEvent,
  ResponsesTransport,
  SendOptions,
} from "./responses-transport.js";

/**
 * The used part of the official `openai` client, or another client of that shape. Versions without `responses.compact`
 * have `post`, by which they reach the route all the same.
 */
export interface OpenAIClientLike {
  readonly baseURL?: string;
  readonly apiKey?: unknown;
  readonly organization?: string | null;
  readonly project?: string | null;
  readonly responses: {
    create(body: never, options?: never): PromiseLike<unknown>;
    compact?(body: never, options?: never): PromiseLike<unknown>;
  };
}

const LOGIN_HEADER = "chatgpt-account-id";

export interface OpenAITransportOptions {
  /**
   * A stable name of the client's account, if its key changes or is unknown. @default a digest of its credentials;
   * of a token, the account that it names
   */
  readonly account?: string;
  /** The client's base is that of a ChatGPT login, on another host than ChatGPT's own. */
  readonly login?: "chatgpt";
}

/** What a client answers, streamed or not. */
type AnswerOf<C extends OpenAIClientLike> = Awaited<ReturnType<C["responses"]["create"]>>;
type EventOf<A> = unknown extends A ? ResponsesEvent : A extends AsyncIterable<infer E> ? E : never;
type ResponseOf<A> = unknown extends A ? ResponsesAnswer : A extends AsyncIterable<unknown> ? never : A;

/** A provider session over the official client, which stays the caller's: nothing of it is changed. */
export function openAITransport<C extends OpenAIClientLike>(
  client: C,
  options: OpenAITransportOptions = {},
): ResponsesTransport<ResponseOf<AnswerOf<C>>, EventOf<AnswerOf<C>>> {
  const { organization, project } = client;
  const endpoint = normalizeApiBase(client.baseURL, options.login ? { login: options.login } : {});
  const login = loginOf(client);
  const accountOf = (key: unknown): string =>
    options.account ?? accountDigest([login ?? (typeof key === "string" ? key : ""), organization, project]);
  const own = atBase(client, endpoint);
  const keyFunction = options.account === undefined ? keyFunctionOf(client) : undefined;
  let known = { key: client.apiKey, account: accountOf(client.apiKey) };
  const learn = (key: unknown): void => {
    if (key !== known.key) known = { key, account: accountOf(key) };
  };
  return {
    get binding() {
      if (!keyFunction) learn(client.apiKey);
      return { provider: endpoint.base, account: known.account };
    },
    unsupportedRoutes: new Set(),
    ...(keyFunction ? { open: () => keyFunction().then(learn) } : {}),
    create: (body, send) => call(own, "create", { body, send }),
    compact: (body, send) => call(own, "compact", { body, send }),
  };
}

/** The function that a client was given instead of a key; the client asks it anew for every request. */
function keyFunctionOf(client: OpenAIClientLike): (() => Promise<unknown>) | undefined {
  const options: unknown = Reflect.get(client, "_options");
  const key: unknown = isRecord(options) ? options["apiKey"] : client.apiKey;
  return typeof key === "function" ? async () => Reflect.apply(key, undefined, []) as unknown : undefined;
}

/** The account that a ChatGPT client sends in a header of every request, whatever its token is. */
function loginOf(client: OpenAIClientLike): string | undefined {
  const options: unknown = Reflect.get(client, "_options");
  const headers = isRecord(options) ? options["defaultHeaders"] : undefined;
  if (!isRecord(headers)) return undefined;
  const [, account] = Object.entries(headers).find(([name]) => name.toLowerCase() === LOGIN_HEADER) ?? [];
  return typeof account === "string" && account !== "" ? `${LOGIN_HEADER}: ${account}` : undefined;
}

/** A client of OpenAI or ChatGPT whose base lacks a part of the path, at the whole base. Others stay as they are. */
function atBase(client: OpenAIClientLike, { kind, base }: Endpoint): OpenAIClientLike {
  const given = client.baseURL?.trim().replace(/\/$/, "");
  const withOptions: unknown = Reflect.get(client, "withOptions");
  const isOwn = kind === "chatgpt" || kind === "openai";
  if (!isOwn || !given || given === base || typeof withOptions !== "function") return client;
  return Reflect.apply(withOptions, client, [{ baseURL: base }]) as OpenAIClientLike;
}

async function call(
  client: OpenAIClientLike,
  name: "create" | "compact",
  { body, send }: { readonly body: RequestBody; readonly send: SendOptions },
): Promise<never> {
  const options = {
    ...(send.signal ? { signal: send.signal } : {}),
    ...(send.once === true ? { maxRetries: 0 } : {}),
  };
  const method: unknown = client.responses[name];
  if (typeof method === "function")
    return (await Reflect.apply(method, client.responses, [body, options])) as never;
  const post: unknown = Reflect.get(client, "post");
  if (name === "compact" && typeof post === "function")
    return (await Reflect.apply(post, client, ["/responses/compact", { body, ...options }])) as never;
  throw new CompactError(
    "INVALID_CONFIG",
    `The client has neither responses.${name} nor post; pass an OpenAI client of version 5 or later.`,
  );
}
