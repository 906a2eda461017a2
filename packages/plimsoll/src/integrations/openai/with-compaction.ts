import type { OpenAI } from "openai";
import { CompactError } from "../../errors/compact-error.js";
import { compactingFetch } from "./compacting-fetch.js";
import type { OpenAiCompactionOptions } from "./open-ai-compaction-options.js";

type Fetch = typeof globalThis.fetch;

/**
 * A client like the given one whose `responses` and `chat.completions` requests are compacted on their way: created,
 * parsed, streamed or run by a helper. The lists of the caller are never changed.
 */
export function withCompaction<Client extends OpenAI>(
  client: Client,
  options: OpenAiCompactionOptions = {},
): Client {
  const given: unknown = client;
  if (typeof given !== "object" || given === null || typeof client.withOptions !== "function")
    throw new CompactError("INVALID_INPUT", "withCompaction needs a client of the OpenAI SDK: new OpenAI().");
  const own: unknown = Reflect.get(client, "fetch");
  const fetch = typeof own === "function" ? (own as Fetch) : globalThis.fetch;
  return client.withOptions({ fetch: compactingFetch(options, fetch) });
}
