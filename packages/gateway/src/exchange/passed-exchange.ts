import { eventData, modelApiReading, type ServerEvent } from "plimsoll/calls";
import { createRedactor } from "plimsoll/redaction";
import type { GatewayCall } from "../compaction/begin-call.js";
import type { UpstreamFailure } from "../answers/upstream-failure.js";
import { ApiError } from "../http/api-error.js";
import { EVENT_STREAM } from "../http/event-stream.js";
import { clientHeaders } from "../http/upstream-headers.js";
import type { InboundRequest } from "../http/inbound-request.js";
import type { ReceivedBody } from "../http/received-body.js";
import type { Reply } from "../http/reply.js";
import { exactOrText } from "../json/exact-or-text.js";
import { exactText, plainValue } from "../json/exact-text.js";
import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import type { Protocol, UpstreamEvent } from "../protocols/protocol.js";
import type { Route } from "../routes/route.js";
import { BrokenOff } from "../upstream/broken-off.js";
import { withoutKey } from "../upstream/without-key.js";
import { readBounded } from "../upstream/read-bounded.js";
import type { UpstreamAnswer } from "../upstream/upstream-answer.js";
import { type UpstreamPost, UpstreamUnreachable } from "../upstream/upstream-client.js";
import { eventText } from "./event-text.js";
import { failureStatus } from "./failure-status.js";
import type { GatewayContext } from "./gateway-context.js";
import { type AnswerAmendments, amendedEvents } from "./amended-events.js";
import { noteUsage } from "./note-usage.js";
import { passStream } from "./pass-stream.js";
import { splitEvents } from "./split-events.js";
import { SentAhead } from "./sent-ahead.js";
import { isWhole } from "./streamed-body.js";
import { UpstreamRefused } from "./upstream-refused.js";
import { amendedInOrder } from "./amended-in-order.js";
import type { UsageCompletion } from "./usage-completion.js";
import { recordsIn } from "../json/records-in.js";
import { jsonOrText } from "../json/json-or-text.js";
import { isTransient } from "./is-transient.js";

/** Waits for work that may take long, with a client that hears of it if it can. */
export type Wait = <T>(work: Promise<T>) => Promise<T>;

/** A request that goes on in the protocol that it came in. */
export interface PassedExchange {
  readonly request: InboundRequest;
  readonly reply: Reply;
  readonly routes: readonly [Route, ...Route[]];
  readonly call: GatewayCall;
  /** Behind the base address of the upstream. */
  readonly path: string;
  /** Waits for a conversation to get smaller after a refusal. @default the client hears nothing meanwhile */
  readonly during?: Wait;
  headersFor(items: readonly object[], route: Route): Readonly<Record<string, string>>;
  /** The body received, where nothing had to change. */
  bodyFor(items: readonly object[], route: Route): string | ReceivedBody;
  /** Sees every event of the answer that ends something, or the whole answer. Called before the client sees it. */
  seen?(data: Readonly<Record<string, unknown>>): Promise<void>;
  /** False for a whole answer that is none: it counts as a refusal. @default every answer is one */
  isAnswer?(data: unknown): boolean;
  /** Where a stream was asked for: the events of an answer that came whole. */
  asStream?(data: JsonRecord): readonly UpstreamEvent[];
  /** Adds to the answer what the gateway did for it. */
  readonly amendments?: AnswerAmendments;
  /** Completes the usage in an answer. @default it is passed on as it is */
  usageCompletion?(): UsageCompletion;
  /** Goes on with other upstreams after the last of these could not answer for now. @default the refusal is passed on */
  goOn?(): Promise<void>;
  /** Answers in place of an upstream that refuses. Undefined: the refusal is passed on. */
  refused?(failure: UpstreamFailure): Promise<void> | undefined;
}

const MAX_ERROR_BYTES = 65_536;
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;
/** What a proxy or a login page answers with, whatever its status. */
const PAGE = /^text\/html\b/iu;
const NAMED_ERROR = /^event: ?error\s*$/mu;
const redactor = createRedactor();

/**
 * Passes a request on and its answer back. The bytes of a stream are passed as they come; they are read beside that for failures
 * and usage. Until the first output a refusal because of length is answered with a smaller request.
 *
 * @throws UpstreamRefused if no upstream could be reached.
 */
export async function passedExchange(context: GatewayContext, exchange: PassedExchange): Promise<void> {
  let items: readonly object[] = exchange.call.items;
  for (let next = 0; ; ) {
    const route = exchange.routes[next] ?? exchange.routes[0];
    const outcome = await new Passing(context, exchange, route).send(items);
    if (outcome === "done") return;
    const smaller = await afterRefusal(context, exchange, { route, ...outcome });
    if (smaller) items = smaller;
    else if (isTransient(outcome.failure) && next + 1 < exchange.routes.length) next++;
    else if (isTransient(outcome.failure) && exchange.goOn) return exchange.goOn();
    else return exchange.refused?.(outcome.failure) ?? answerRefusal(exchange, outcome);
  }
}

interface Refusal {
  readonly failure: UpstreamFailure;
  /** The answer as the upstream gave it; absent if it was not reached. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function afterRefusal(
  context: GatewayContext,
  { call, during = (work) => work }: PassedExchange,
  { route, failure }: Refusal & { readonly route: Route },
): Promise<readonly object[] | undefined> {
  if (failure.code !== "context_length_exceeded") return undefined;
  context.windows.learn(route, failure.window);
  const smaller = call.failed({
    status: Math.max(failure.status, 400),
    error: { code: failure.code, message: failure.message },
  });
  return during(smaller);
}

/** The upstream's own words, without what may be a secret in them. */
function answerRefusal({ request, reply }: PassedExchange, { failure, text, headers = {} }: Refusal): void {
  request.notes.error = failure.code;
  if (text === undefined) throw new UpstreamRefused(failure);
  const type = headers["content-type"] ?? "application/json";
  const body = Buffer.from(redactor.text(text), "utf8");
  const status = failure.status >= 400 ? failure.status : failureStatus(failure);
  reply.bytes(status, body, { ...clientHeaders(headers), "content-type": type });
}

interface PassedPost extends Omit<UpstreamPost, "body"> {
  readonly body: string | ReceivedBody;
}

/** One request to one upstream. */
class Passing {
  readonly #context: GatewayContext;
  readonly #exchange: PassedExchange;
  readonly #route: Route;

  constructor(context: GatewayContext, exchange: PassedExchange, route: Route) {
    this.#context = context;
    this.#exchange = exchange;
    this.#route = route;
  }

  get #protocol(): Protocol {
    return this.#context.protocols[this.#route.upstream.protocol];
  }

  async send(items: readonly object[]): Promise<"done" | Refusal> {
    const { path, headersFor, bodyFor, request } = this.#exchange;
    const { upstream } = this.#route;
    try {
      const answer = await this.#answerTo({
        path,
        headers: headersFor(items, this.#route),
        body: bodyFor(items, this.#route),
        signal: request.signal,
      });
      request.notes.upstream = upstream.name;
      if (answer.status < 200 || answer.status > 299) return await this.#refused(answer);
      if (!this.#isStream(answer)) return await this.#whole(answer);
      return this.#exchange.asStream ? await this.#stream(answer) : await this.#collected(answer);
    } catch (error) {
      if (request.signal.aborted) throw error;
      return { failure: { status: 0, code: "server_error", message: this.#whyNothingCame(error) } };
    }
  }

  /** Of the request that was sent ahead, if it is this one. */
  async #answerTo({ body: sent, ...post }: PassedPost): Promise<UpstreamAnswer> {
    const { upstream } = this.#route;
    const { ahead, body } = this.#exchange.request;
    if (ahead instanceof SentAhead) {
      const answer = sent === body ? await ahead.release(upstream, post) : ahead.refuse();
      if (answer) return answer;
    }
    return this.#context.client.post(upstream, {
      ...post,
      body: typeof sent === "string" ? sent : sent.whole,
    });
  }

  /** Of an answer that has begun nothing can be taken back. @throws ApiError */
  #whyNothingCame(error: unknown): string {
    if (error instanceof UpstreamUnreachable) return error.message;
    if (!(error instanceof BrokenOff)) throw error;
    const message = `The upstream ${this.#route.upstream.name} broke off its answer.`;
    if (this.#exchange.reply.started) throw new ApiError(502, message, { code: "server_error" });
    return message;
  }

  /** Some servers do not say what theirs is; one that was asked for a stream then gives one. */
  #isStream({ headers }: UpstreamAnswer): boolean {
    if (this.#exchange.asStream) return !isWhole(headers);
    return headers["content-type"]?.startsWith("text/event-stream") === true;
  }

  async #refused({ status, headers, body }: UpstreamAnswer): Promise<Refusal> {
    const text = withoutKey(await readBounded(body, MAX_ERROR_BYTES), this.#route.upstream);
    return { failure: this.#failure(status, jsonOrText(text), headers), text, headers };
  }

  #failure(status: number, body: unknown, headers: Readonly<Record<string, string>>): UpstreamFailure {
    return this.#protocol.readFailure(status, body, headers);
  }

  async #whole({ status, headers, body }: UpstreamAnswer): Promise<"done" | Refusal> {
    return this.#pass(status, headers, await readBounded(body, MAX_WHOLE_BYTES));
  }

  /** A stream that its client did not ask for. */
  async #collected({ status, headers, body }: UpstreamAnswer): Promise<"done" | Refusal> {
    const text = await readBounded(body, MAX_WHOLE_BYTES);
    const events = splitEvents(text).map((raw) => ({ raw }));
    const failed = events.map((event) => modelApiReading.failureOf?.(event) ?? this.#failureIn(event));
    const error = failed.find(Boolean);
    const answer = this.#protocol.collected?.(
      recordsIn(events.map((event) => exactOrText(eventData(event)))),
    );
    if (!answer && error === undefined) return this.#noAnswer("a stream that holds no whole answer");
    const json = { ...headers, "content-type": "application/json" };
    return this.#pass(status, json, exactText(answer ?? { error }));
  }

  async #pass(status: number, headers: UpstreamAnswer["headers"], text: string): Promise<"done" | Refusal> {
    const data = exactOrText(text);
    const refusal = this.#refusalIn(data, text, headers);
    if (refusal) return refusal;
    const told = await this.#told(data);
    const events = isRecord(told) ? (this.#exchange.asStream?.(told) ?? []) : [];
    if (events.length > 0) await this.#replay(events, headers);
    else {
      const shown = told === data ? text : exactText(told);
      this.#exchange.reply.bytes(status, Buffer.from(shown, "utf8"), clientHeaders(headers));
    }
    return "done";
  }

  /** An answer that came whole, for a client that asked for a stream. */
  async #replay(events: readonly UpstreamEvent[], headers: UpstreamAnswer["headers"]): Promise<void> {
    const stream = this.#exchange.reply.stream(200, { ...clientHeaders(headers), ...EVENT_STREAM });
    await stream.write(events.map(eventText).join(""));
    stream.end();
  }

  /** What a whole answer with a good status holds in place of an answer. */
  #refusalIn(data: unknown, text: string, headers: Readonly<Record<string, string>>): Refusal | undefined {
    const { isAnswer } = this.#exchange;
    if (PAGE.test(headers["content-type"] ?? "")) {
      return this.#noAnswer("a page that is no answer. Check base_url");
    }
    if (isRecord(data) && this.#protocol.isFailure(data)) return this.#refusedWithin(data, text, headers);
    return isAnswer && !isAnswer(data) ? this.#noAnswer("an answer that holds nothing") : undefined;
  }

  /** A whole answer as the client gets it; the same if nothing changes. */
  async #told(data: unknown): Promise<unknown> {
    const { seen, amendments, usageCompletion } = this.#exchange;
    const completion = usageCompletion?.();
    if (!isRecord(data)) {
      this.#finish(undefined, completion);
      return data;
    }
    const answer = completion?.whole(data) ?? data;
    await seen?.(plainValue(answer));
    this.#finish(answer["usage"], completion);
    return amendments?.whole(answer) ?? answer;
  }

  #noAnswer(what: string): Refusal {
    const message = `The upstream ${this.#route.upstream.name} gave ${what}.`;
    return { failure: { status: 502, code: "server_error", message } };
  }

  async #stream(given: UpstreamAnswer): Promise<"done" | Refusal> {
    const { reply, seen, amendments, usageCompletion } = this.#exchange;
    const completion = usageCompletion?.();
    const all = completion && amendments ? amendedInOrder(completion, amendments) : amendments;
    const answer = all ? { ...given, body: amendedEvents(given.body, all) } : given;
    const result = await passStream({
      answer,
      reply,
      upstream: this.#route.upstream,
      failureIn: (event) => this.#failureIn(event),
      ...(seen ? { seen } : {}),
      ...(completion && !all ? { completion } : {}),
    });
    if (!result.passed) {
      const json = { ...answer.headers, "content-type": "application/json" };
      const isMessages = this.#route.upstream.protocol === "anthropic";
      const error = { ...(isMessages ? { type: "error" } : {}), error: result.failure };
      return this.#refusedWithin(error, JSON.stringify(error), json);
    }
    if (result.failure !== undefined)
      this.#exchange.request.notes.error = this.#failure(200, { error: result.failure }, {}).code;
    this.#finish(result.usage, completion);
    return "done";
  }

  /** In the vendor's own way, as the API would say it. */
  #failureIn(event: ServerEvent): unknown {
    const data = jsonOrText(eventData(event));
    if (!isRecord(data) || !(NAMED_ERROR.test(event.raw) || this.#protocol.isFailure(data))) return undefined;
    const { code, message } = this.#failure(200, data, {});
    return { message, type: code, code };
  }

  /** What an answer with a good status says instead of an answer. */
  #refusedWithin(data: unknown, text: string, headers: Readonly<Record<string, string>>): Refusal {
    const shown = withoutKey(text, this.#route.upstream);
    return { failure: this.#failure(200, data, headers), text: shown, headers };
  }

  /** What was estimated here is nothing to learn from. */
  #finish(usage: unknown, completion: UsageCompletion | undefined): void {
    const { request, call } = this.#exchange;
    call.succeeded(completion?.isEstimated ? undefined : usage);
    if (completion?.isEstimated) request.notes.tokensEstimated = true;
    const compaction = call.compaction();
    if (compaction !== undefined) request.notes.compaction = compaction;
    noteUsage(request.notes, usage);
  }
}
