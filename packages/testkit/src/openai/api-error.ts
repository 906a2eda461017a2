/** The `error` object of a refusal. */
export interface ErrorBody {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

interface ApiErrorFields {
  readonly status?: number;
  readonly type?: string;
  readonly param?: string | null;
  readonly code?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal in the words of the API. Thrown by whatever finds the reason, sent by the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, fields: ApiErrorFields = {}) {
    super(message);
    this.name = "ApiError";
    this.status = fields.status ?? 400;
    this.headers = fields.headers ?? {};
    this.body = {
      message,
      type: fields.type ?? "invalid_request_error",
      param: fields.param ?? null,
      code: fields.code ?? null,
    };
  }
}

function quotedList(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  return `${quoted.slice(0, -1).join(", ")}, and ${quoted.at(-1)}`;
}

export function contextLengthExceeded(): ApiError {
  return new ApiError(
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    { param: "input", code: "context_length_exceeded" },
  );
}

export function previousResponseNotFound(id: string, status: number): ApiError {
  return new ApiError(`Previous response with id '${id}' not found.`, {
    status,
    param: "previous_response_id",
    code: "previous_response_not_found",
  });
}

export function responseNotFound(id: string): ApiError {
  return new ApiError(`Response with id '${id}' not found.`, { status: 404 });
}

/** An item that the server would have to look up, and never stored. */
export function itemNotPersisted(id: string): ApiError {
  return new ApiError(
    `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
    { status: 404, param: "input" },
  );
}

/** The real message names the first and last four characters of the content. */
export function invalidEncryptedContent(content: string, reason: string): ApiError {
  const name = `${content.slice(0, 4)}...${content.slice(-4)}`;
  return new ApiError(`The encrypted content ${name} could not be verified. Reason: ${reason}`, {
    code: "invalid_encrypted_content",
  });
}

export function missingParameter(param: string): ApiError {
  return new ApiError(`Missing required parameter: '${param}'.`, {
    param,
    code: "missing_required_parameter",
  });
}

export function unknownParameter(param: string): ApiError {
  return new ApiError(`Unknown parameter: '${param}'.`, { param, code: "unknown_parameter" });
}

export function invalidValue(param: string, value: string, supported: readonly string[]): ApiError {
  return new ApiError(`Invalid value: '${value}'. Supported values are: ${quotedList(supported)}.`, {
    param,
    code: "invalid_value",
  });
}

export function invalidType(param: string, expected: string): ApiError {
  return new ApiError(`Invalid type for '${param}': expected ${expected}.`, { param, code: "invalid_type" });
}
