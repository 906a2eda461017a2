import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import type { LimitSettings } from "../settings/gateway-settings.js";
import { ApiError } from "./api-error.js";
import { ReceivedBody } from "./received-body.js";
import { type BodyDecoder, bodyDecoder } from "./body-decoder.js";
import type { BufferBudget } from "./buffer-budget.js";

/**
 * The whole body of a request, decompressed. Stops at the first byte too many, and leaves the connection open so that
 * the client can be told.
 *
 * @throws ApiError 400, 408, 413, 415 or 503.
 */
export function readBody(
  incoming: IncomingMessage,
  limits: LimitSettings,
  budget: BufferBudget,
): Promise<ReceivedBody> {
  const decode = bodyDecoder(incoming.headers["content-encoding"]);
  const wireLimit = decode ? limits.compressedBodyBytes : limits.bodyBytes;
  const announced = Number(incoming.headers["content-length"] ?? 0);
  if (announced > wireLimit) throw tooLarge(wireLimit, decode !== undefined);
  return new Promise((resolve, reject) => {
    new BodyReading({
      incoming,
      decode,
      announced,
      wireLimit,
      limit: limits.bodyBytes,
      budget,
      resolve,
      reject,
    }).start();
  });
}

interface Reading {
  readonly incoming: IncomingMessage;
  readonly decode: BodyDecoder | undefined;
  /** Bytes on the wire; 0 if its client did not say. */
  readonly announced: number;
  readonly wireLimit: number;
  readonly limit: number;
  readonly budget: BufferBudget;
  resolve(body: ReceivedBody): void;
  reject(error: Error): void;
}

class BodyReading {
  readonly #reading: Reading;
  readonly #chunks: Buffer[] = [];
  #decoder: Transform | undefined;
  #wireBytes = 0;
  #bytes = 0;
  #ended = false;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  start(): void {
    const { incoming } = this.#reading;
    incoming.on("data", this.#receive);
    incoming.once("end", this.#received);
    incoming.once("close", this.#gone);
    incoming.once("error", this.#gone);
  }

  readonly #receive = (chunk: Buffer): void => {
    const { incoming, decode, announced, wireLimit } = this.#reading;
    this.#wireBytes += chunk.length;
    if (this.#wireBytes > wireLimit) return this.#fail(tooLarge(wireLimit, decode !== undefined));
    if (!decode) {
      this.#keep(chunk);
      // Node says that it was the last one some turns later.
      if (this.#wireBytes === announced) this.#finish();
      return;
    }
    this.#decoder ??= this.#open(decode(chunk));
    if (this.#decoder.write(chunk)) return;
    incoming.pause();
    this.#decoder.once("drain", () => incoming.resume());
  };

  #open(decoder: Transform): Transform {
    decoder.on("data", this.#keep);
    decoder.once("end", this.#finish);
    decoder.on("error", (error) => this.#fail(error instanceof ApiError ? error : notAsEncoded()));
    return decoder;
  }

  readonly #keep = (chunk: Buffer): void => {
    if (this.#ended) return;
    const { limit, budget } = this.#reading;
    if (this.#bytes + chunk.length > limit) return this.#fail(tooLarge(limit, false));
    if (!budget.take(chunk.length)) return this.#fail(noRoom());
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
  };

  readonly #received = (): void => {
    if (this.#decoder) this.#decoder.end();
    else this.#finish();
  };

  readonly #gone = (): void => {
    if (!this.#reading.incoming.readableEnded) this.#fail(new ApiError(400, "The request broke off."));
  };

  readonly #finish = (): void => {
    if (this.#ended) return;
    this.#stop();
    this.#reading.resolve(new ReceivedBody(this.#chunks));
  };

  #fail(error: ApiError): void {
    if (this.#ended) return;
    this.#stop();
    this.#chunks.length = 0;
    this.#reading.budget.give(this.#bytes);
    this.#decoder?.destroy();
    this.#reading.reject(error);
  }

  #stop(): void {
    this.#ended = true;
    const { incoming } = this.#reading;
    incoming.off("data", this.#receive);
    incoming.off("end", this.#received);
    incoming.off("close", this.#gone);
    incoming.off("error", this.#gone);
    incoming.on("error", () => undefined);
  }
}

function notAsEncoded(): ApiError {
  return new ApiError(400, "The body is not what its content-encoding says.", {
    code: "invalid_content_encoding",
  });
}

function noRoom(): ApiError {
  return new ApiError(503, "The gateway holds as many request bodies as it can. Please try again in 1s.", {
    code: "server_is_overloaded",
    headers: { "retry-after": "1" },
  });
}

function tooLarge(limit: number, isCompressed: boolean): ApiError {
  const what = isCompressed ? "The compressed body" : "The body";
  return new ApiError(413, `${what} is larger than ${limit} bytes, the maximum.`, {
    code: "request_too_large",
  });
}
