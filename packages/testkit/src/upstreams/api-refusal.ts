/** What a vendor's API refuses a request with. */
export class ApiRefusal extends Error {
  readonly status: number;
  /** The vendor's name for it: `invalid_request_error`, `INVALID_ARGUMENT`; absent: the one of the status. */
  readonly type: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Google's `details`. */
  readonly details: readonly object[];

  constructor(
    message: string,
    {
      status = 400,
      type,
      headers = {},
      details = [],
    }: {
      readonly status?: number;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly details?: readonly object[];
    } = {},
  ) {
    super(message);
    this.name = "ApiRefusal";
    this.status = status;
    this.type = type;
    this.headers = headers;
    this.details = details;
  }
}
