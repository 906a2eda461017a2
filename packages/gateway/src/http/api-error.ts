/** An error that a client is told: its message holds no secret. */
export class ApiError extends Error {
  readonly status: number;
  /** `invalid_request_error`, `not_found_error`, `server_error`, … */
  readonly type: string;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Of an error of Anthropic's API, for programs. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, message: string, details: ApiErrorDetails = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.type = details.type ?? (status >= 500 ? "server_error" : "invalid_request_error");
    this.code = details.code;
    this.param = details.param;
    this.headers = details.headers ?? {};
    this.details = details.details;
  }
}

export interface ApiErrorDetails {
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly details?: Readonly<Record<string, unknown>>;
}
