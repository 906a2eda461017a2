import { isRecord } from "../wire-record.js";
import {
  ApiError,
  contextLengthExceeded,
  type ErrorBody,
  invalidEncryptedContent,
  itemNotPersisted,
  previousResponseNotFound,
} from "./api-error.js";

/** Which requests a fault waits for. */
export type FaultRoute = "responses" | "compact" | "any";

/** How a request that is too long is refused: an HTTP error, an `error` event, or `response.failed`. */
export type OverflowShape = "http" | "error_event" | "failed";

export type OpenAIFault =
  /** Any status, with the given parts of the error body, or a raw body. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly error?: Partial<ErrorBody>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** The route is not there. */
  | { readonly kind: "unsupported"; readonly status?: 404 | 405 | 410 | 501 }
  /** 404, as for the id of an item that was never stored. */
  | { readonly kind: "items_not_persisted"; readonly id?: string }
  | { readonly kind: "previous_response_not_found"; readonly status?: 400 | 404 }
  /** 429 with `retry-after`, in seconds. */
  | { readonly kind: "rate_limited"; readonly retryAfter?: number }
  | { readonly kind: "server_error"; readonly status?: number }
  | { readonly kind: "context_length_exceeded"; readonly shape?: OverflowShape }
  | { readonly kind: "invalid_encrypted_content" }
  /** An `error` event in a 200 stream; an HTTP 400 where the answer is not a stream. */
  | { readonly kind: "error_event"; readonly error?: Partial<ErrorBody> }
  /** A response that fails; an HTTP 400 on the compact route, which has no such state. */
  | { readonly kind: "failed"; readonly code?: string; readonly message?: string }
  /** The connection is reset before any header. */
  | { readonly kind: "reset" }
  /** The answer stops after this many events, in the middle by default; a JSON body in the middle of its text. */
  | { readonly kind: "cut"; readonly afterEvents?: number }
  /**
   * The answer waits until the fault is released, then comes as if nothing had happened. With `afterEvents` a stream
   * begins and waits behind that many events.
   */
  | { readonly kind: "hang"; readonly afterEvents?: number };

export type QueuedFault = OpenAIFault & {
  /** @default "any" */
  readonly route?: FaultRoute;
  /** How many matching requests it meets. @default 1 */
  readonly times?: number;
};

/** A fault that was queued. */
export interface FaultHandle {
  /** How many requests met it so far. */
  readonly hits: number;
  /** Lets every request go on that hangs on it, now and later. */
  release(): void;
  /** Takes it out of the queue. */
  cancel(): void;
}

/** A fault that a request met. */
export interface MetFault {
  readonly fault: OpenAIFault;
  readonly released: Promise<void>;
}

export interface FaultQueue {
  add(fault: QueuedFault): FaultHandle;
  /** The oldest fault that waits for this route, used up by one. */
  take(route: FaultRoute): MetFault | undefined;
  /** Releases everything that hangs. */
  close(): void;
}

interface Entry {
  readonly fault: QueuedFault;
  readonly released: Promise<void>;
  readonly release: () => void;
  left: number;
  hits: number;
}

function createEntry(fault: QueuedFault): Entry {
  const { promise, resolve } = promiseWithResolvers();
  return { fault, released: promise, release: resolve, left: fault.times ?? 1, hits: 0 };
}

function promiseWithResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function matches(fault: QueuedFault, route: FaultRoute): boolean {
  return fault.route === undefined || fault.route === "any" || fault.route === route;
}

export function createFaultQueue(): FaultQueue {
  const entries: Entry[] = [];
  return {
    add(fault) {
      const entry = createEntry(fault);
      entries.push(entry);
      return {
        get hits() {
          return entry.hits;
        },
        release: entry.release,
        cancel() {
          entry.left = 0;
          entry.release();
        },
      };
    },
    take(route) {
      const entry = entries.find(({ fault, left }) => left > 0 && matches(fault, route));
      if (entry === undefined) return undefined;
      entry.left -= 1;
      entry.hits += 1;
      return { fault: entry.fault, released: entry.released };
    },
    close() {
      for (const entry of entries) entry.release();
    },
  };
}

const FOREIGN_TOKEN = "gAAAAABscripted-fault";

/** The request that a fault answers: real refusals name parts of it. */
interface FaultyRequest {
  readonly path: string;
  readonly body: unknown;
}

function firstItemId(body: unknown): string | undefined {
  const input = isRecord(body) ? body["input"] : undefined;
  if (!Array.isArray(input)) return undefined;
  return input.flatMap((item) => (isRecord(item) && typeof item["id"] === "string" ? [item["id"]] : []))[0];
}

function previousId(body: unknown): string | undefined {
  const id = isRecord(body) ? body["previous_response_id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

type Refusals = {
  readonly [K in OpenAIFault["kind"]]?: (
    fault: Extract<OpenAIFault, { readonly kind: K }>,
    request: FaultyRequest,
  ) => ApiError | undefined;
};

const REFUSALS: Refusals = {
  status({ status, error: { message = `The server answered ${status}.`, ...error } = {}, headers = {} }) {
    return new ApiError(message, { status, headers, ...error });
  },
  unsupported: ({ status = 404 }, { path }) => new ApiError(`Invalid URL (POST ${path})`, { status }),
  items_not_persisted: ({ id }, { body }) => itemNotPersisted(id ?? firstItemId(body) ?? "rs_0"),
  previous_response_not_found: ({ status = 400 }, { body }) =>
    previousResponseNotFound(previousId(body) ?? "resp_0", status),
  rate_limited: ({ retryAfter = 1 }) =>
    new ApiError(`Rate limit reached. Please try again in ${retryAfter}s.`, {
      status: 429,
      type: "tokens",
      code: "rate_limit_exceeded",
      headers: { "retry-after": String(retryAfter) },
    }),
  server_error: ({ status = 500 }) =>
    new ApiError("The server had an error while processing your request.", {
      status,
      type: "server_error",
      code: "server_error",
    }),
  context_length_exceeded: ({ shape = "http" }) => (shape === "http" ? contextLengthExceeded() : undefined),
  invalid_encrypted_content: () =>
    invalidEncryptedContent(FOREIGN_TOKEN, "Encrypted content could not be decrypted or parsed."),
};

/** The HTTP refusal of a fault; undefined for those that are not one. */
export function refusalOf(fault: OpenAIFault, request: FaultyRequest): ApiError | undefined {
  const refuse = REFUSALS[fault.kind] as
    | ((fault: OpenAIFault, request: FaultyRequest) => ApiError | undefined)
    | undefined;
  return refuse?.(fault, request);
}

/** What a response fails with, and how that is told. */
export interface StreamFailure {
  readonly shape: OverflowShape;
  readonly error: ErrorBody;
}

/** The failure that a fault makes of a response; undefined for faults of another kind. */
export function streamFailureOf(fault: OpenAIFault): StreamFailure | undefined {
  switch (fault.kind) {
    case "context_length_exceeded":
      return { shape: fault.shape ?? "http", error: contextLengthExceeded().body };
    case "error_event": {
      const { message = "The server had an error.", ...error } = fault.error ?? {};
      const body = new ApiError(message, { type: "server_error", code: "server_error", ...error }).body;
      return { shape: "error_event", error: body };
    }
    case "failed": {
      const message = fault.message ?? "The model failed to answer.";
      return { shape: "failed", error: new ApiError(message, { code: fault.code ?? "server_error" }).body };
    }
    default:
      return undefined;
  }
}
