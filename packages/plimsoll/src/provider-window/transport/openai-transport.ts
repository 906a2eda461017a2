import { CompactError } from "../../errors/compact-error.js";
import { accountDigest } from "./account-digest.js";
import { normalizeApiBase } from "./endpoint.js";
import type { RequestBody, ResponsesTransport, SendOptions } from "./responses-transport.js";

/**
 * The used part of the official `openai` client: any version with `responses.compact`, or another client of that
 * shape.
 */
export interface OpenAIClientLike {
  readonly baseURL?: string;
  readonly apiKey?: unknown;
  readonly organization?: string | null;
  readonly project?: string | null;
  readonly responses: {
    create(body: never, options?: never): PromiseLike<unknown>;
    compact(body: never, options?: never): PromiseLike<unknown>;
  };
}

export interface OpenAITransportOptions {
  /**
   * A stable name of the client's account, if its key changes or is unknown. @default a digest of its credentials
   */
  readonly account?: string;
}

/** A provider session over the official client, which stays the caller's: nothing of it is changed. */
export function openAITransport(
  client: OpenAIClientLike,
  options: OpenAITransportOptions = {},
): ResponsesTransport {
  const { apiKey, organization, project } = client;
  const account =
    options.account ?? accountDigest([typeof apiKey === "string" ? apiKey : "", organization, project]);
  return {
    binding: { provider: normalizeApiBase(client.baseURL).base, account },
    unsupportedRoutes: new Set(),
    create: (body, send) => call(client, "create", { body, send }),
    compact: (body, send) => call(client, "compact", { body, send }),
  };
}

async function call(
  { responses }: OpenAIClientLike,
  name: "create" | "compact",
  { body, send }: { readonly body: RequestBody; readonly send: SendOptions },
): Promise<unknown> {
  const method: unknown = responses[name];
  if (typeof method !== "function") {
    throw new CompactError(
      "INVALID_CONFIG",
      `The client has no responses.${name}; pass an OpenAI client of version 6 or later.`,
    );
  }
  const options = {
    ...(send.signal ? { signal: send.signal } : {}),
    ...(send.once === true ? { maxRetries: 0 } : {}),
  };
  return await Reflect.apply(method, responses, [body, options]);
}
