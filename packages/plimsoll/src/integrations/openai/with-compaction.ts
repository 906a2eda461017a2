import { CompactError } from "../../errors/compact-error.js";
import { compactingFetch, type FetchCompaction } from "./compacting-fetch.js";
import type { OpenAiCompactionOptions } from "./open-ai-compaction-options.js";

type Fetch = typeof globalThis.fetch;

/** A client whose `fetch` can be replaced: that of OpenAI, that of Anthropic, and those made like them. */
interface ClientWithFetch {
  withOptions(options: { readonly fetch?: Fetch }): unknown;
}

/** A client that compacts. */
export type CompactingClient<Client> = Client & {
  /** Its manager, the recall tools, and the way to close them. */
  readonly compaction: FetchCompaction;
};

/**
 * A client like the given one (OpenAI's, Anthropic's, or one made like them) whose conversations are compacted on their
 * way: created, parsed, streamed or run by a helper. The lists of the caller are never changed.
 */
export function withCompaction<Client extends ClientWithFetch>(
  client: Client,
  options: OpenAiCompactionOptions = {},
): CompactingClient<Client> {
  const given: unknown = client;
  if (typeof given !== "object" || given === null || typeof client.withOptions !== "function")
    throw new CompactError(
      "INVALID_INPUT",
      "withCompaction needs a client of the OpenAI or the Anthropic SDK: new OpenAI(), new Anthropic().",
    );
  const own: unknown = Reflect.get(client, "fetch");
  const fetch = compactingFetch(options, typeof own === "function" ? (own as Fetch) : globalThis.fetch);
  const { manager, tools, answer, settled, close } = fetch;
  return Object.assign(client.withOptions({ fetch }) as Client, {
    compaction: { manager, tools, answer, settled, close },
  });
}
