/** What a provider wants back with the reasoning that it gave. The client holds it sealed. */
export interface ReasoningPayload {
  /** The name of the vendor and of the model that gave it. Nobody else gets it. */
  readonly vendor: string;
  readonly model: string;
  /** What `data` is, in the words of the protocol: `reasoning_content`, `signature`, `thoughtSignature`, … */
  readonly kind: string;
  /** JSON. */
  readonly data: unknown;
}
