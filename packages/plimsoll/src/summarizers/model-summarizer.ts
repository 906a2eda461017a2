import { createModelClient, type ModelServerOptions } from "./model/create-model-client.js";
import { type ClientSummarizerOptions, clientSummarizer } from "./model/client-summarizer.js";
import type { Summarizer } from "./summarizer.js";

export interface ModelSummarizerOptions extends ModelServerOptions, ClientSummarizerOptions {}

/**
 * A summarizer that calls a model over HTTP, or through your `openai` client: temperature 0, a fixed seed if the API has one, and every request
 * within `maxInputTokens`. Long input takes several rolling requests; if those do not suffice, a notice says what
 * was left out. It does not send again what a server refused once. Fails with `SUMMARIZER_FAILED` or `ABORTED`.
 */
export function modelSummarizer(options: ModelSummarizerOptions): Summarizer {
  const way = {
    client: createModelClient(options),
    advice: options.client
      ? "Check the summarizer's model, and the address and key of its client."
      : "Check the summarizer's baseUrl, model and key.",
    details: { api: options.api },
  };
  return clientSummarizer(way, options);
}
