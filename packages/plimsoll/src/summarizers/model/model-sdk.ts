/** A resource of a client, such as `client.responses`. */
export interface SdkResource {
  create(body: never, options?: never): PromiseLike<unknown>;
}

/** The used part of the official `openai` client, or of another client of that shape. */
export interface ModelSdk {
  readonly apiKey?: unknown;
  readonly responses?: SdkResource;
  readonly chat?: { readonly completions: SdkResource };
}
