import { isRecord } from "../../text/is-record.js";
import { guardStream } from "../core/guard-stream.js";
import type { OpenCall } from "../core/open-call.js";
import { iterateStream, streamOf } from "../core/iterate-stream.js";
import { type ServerEvent, serverEvents } from "../../http/server-events.js";
import { dataOf, READING } from "./reading.js";

/** How a request is sent and its answer seen. */
export interface Exchange {
  send(items: readonly object[]): Promise<Response>;
  /** Sees the body of an answer, or the data of each event of a streamed one. */
  noteAnswer(data: unknown): void;
}

/** A response that was read to its end, and its content. */
interface ReadResponse {
  readonly response: Response;
  /** Undefined if it is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Sends, reads the answer, and sends a smaller request if the provider refuses it as too long. */
export async function answeredExchange(
  call: OpenCall<object>,
  { send, noteAnswer }: Exchange,
): Promise<Response> {
  for (let items: readonly object[] = call.items; ; ) {
    const { response, body } = await readWhole(await send(items));
    if (response.ok && body?.["status"] !== "failed") {
      call.succeeded(body?.["usage"]);
      noteAnswer(body);
      return response;
    }
    const smaller = await call.failed({ status: response.status, error: body?.["error"] ?? body });
    if (!smaller) return response;
    items = smaller;
  }
}

/** The same for a streamed answer; one of the first events may also report the refusal. */
export async function streamedExchange(
  call: OpenCall<object>,
  { send, noteAnswer }: Exchange,
): Promise<Response> {
  let opened = await send(call.items);
  while (!isStream(opened)) {
    const { response, body } = await readWhole(opened);
    const smaller = await call.failed({ status: response.status, error: body?.["error"] ?? body });
    if (!smaller) return response;
    opened = await send(smaller);
  }
  let next: Response | undefined = opened;
  const events = guardStream(
    call,
    async (items) => {
      const response = next ?? (await send(items));
      next = undefined;
      if (isStream(response)) return serverEvents(iterateStream(response.body));
      const { body } = await readWhole(response);
      throw Object.assign(new Error(`The provider answered with status ${response.status}.`), {
        status: response.status,
        error: body?.["error"] ?? body,
      });
    },
    READING,
  );
  return rebuilt(opened, streamOf(encoded(events, noteAnswer)));
}

const isStream = (response: Response): response is Response & { readonly body: ReadableStream<Uint8Array> } =>
  response.ok &&
  response.body !== null &&
  response.headers.get("content-type")?.startsWith("text/event-stream") === true;

/** Marks of events that may name a call of a tool. */
const CALLS = /"(?:function_call|tool_calls|tool_use)"/;

async function* encoded(
  events: AsyncIterable<ServerEvent>,
  noteAnswer: (data: unknown) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const event of events) {
    if (CALLS.test(event.raw)) noteAnswer(dataOf(event));
    yield encoder.encode(event.raw);
  }
}

async function readWhole(response: Response): Promise<ReadResponse> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const hasBody = response.status !== 204 && response.status !== 205 && response.status !== 304;
  return { response: rebuilt(response, hasBody ? text : null), body: isRecord(body) ? body : undefined };
}

/** The response with another body; the length and the compression of the old one do not hold for it. */
function rebuilt(response: Response, body: string | ReadableStream<Uint8Array> | null): Response {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  headers.delete("content-encoding");
  return new Response(body, { status, statusText, headers });
}
