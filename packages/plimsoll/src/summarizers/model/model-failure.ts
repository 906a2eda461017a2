/**
 * Why a model gave no text. `overflow`: the input was too long for it; `no_room`: nothing was sent, since the
 * instructions alone would leave no room for the history.
 */
export type FailureKind = "overflow" | "no_room" | "refused_parameter" | "retryable" | "final";

export class ModelFailure extends Error {
  readonly kind: FailureKind;
  /** The parameter that the server refused, for `refused_parameter`. */
  readonly parameter: string;
  /** How long the server asks to wait, in milliseconds; -1 if it does not say. */
  readonly retryAfterMs: number;

  constructor(
    kind: FailureKind,
    message: string,
    options: { readonly parameter?: string; readonly retryAfterMs?: number } = {},
  ) {
    super(message);
    this.kind = kind;
    this.parameter = options.parameter ?? "";
    this.retryAfterMs = options.retryAfterMs ?? -1;
  }
}
