import type { OpenCall } from "plimsoll/calls";
import type { AnswerEvent } from "../answers/answer-event.js";
import type { UpstreamFailure } from "../answers/upstream-failure.js";
import type { JsonRecord } from "../json/json-record.js";
import type { UpstreamRequest } from "../protocols/protocol.js";
import type { Route } from "../routes/route.js";
import type { Translation } from "../translation/translate-request.js";
import { BrokenOff } from "../upstream/broken-off.js";
import { readBounded } from "../upstream/read-bounded.js";
import { withoutKey } from "../upstream/without-key.js";
import { UpstreamUnreachable } from "../upstream/upstream-client.js";
import type { GatewayContext } from "./gateway-context.js";
import { readAnswer, type SendRequest } from "./read-answer.js";
import { streamedBody } from "./streamed-body.js";
import { UpstreamRefused } from "./upstream-refused.js";
import { exactText } from "../json/exact-text.js";
import { jsonOrText } from "../json/json-or-text.js";
import { isTransient } from "./is-transient.js";

export interface TranslatedExchange {
  /** The route, and after it those that stand in for it. */
  readonly routes: readonly [Route, ...Route[]];
  /** The list to send; may be compacted further if the upstream refuses it. */
  readonly call: Pick<OpenCall<object>, "items" | "succeeded" | "failed">;
  /** Writes the request for a route. */
  translate(items: readonly JsonRecord[], route: Route): Translation;
  /** Called before the first event, with the translation that was accepted. */
  accepted(route: Route, translation: Translation): void;
  readonly signal: AbortSignal;
}

const MAX_ERROR_BYTES = 65_536;
const WITHOUT_OUTPUT: ReadonlySet<AnswerEvent["type"]> = new Set(["usage", "failed"]);

/**
 * Asks an upstream and gives what it answers. Until the first output the request can still be changed: a refusal because of its
 * length is answered with a smaller one, and an upstream that fails is replaced by the next route.
 *
 * @throws UpstreamRefused if nothing was answered.
 */
export async function* translatedExchange(
  context: GatewayContext,
  exchange: TranslatedExchange,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const attempts = new Attempts(context, exchange);
  for (;;) {
    const attempt = await attempts.open();
    let shown = false;
    let failure: UpstreamFailure | undefined;
    const held: AnswerEvent[] = [];
    for await (const given of attempt) {
      const event = attempts.shown(given);
      if (!shown && event.type === "failed") {
        failure = { status: 200, code: event.code, message: event.message };
        break;
      }
      held.push(event);
      if (!shown && WITHOUT_OUTPUT.has(event.type)) continue;
      shown = true;
      yield* held.splice(0);
    }
    if (!failure) return;
    await attempts.recover(failure);
  }
}

/** The requests that were tried for one answer, and what to try next. */
class Attempts {
  readonly #context: GatewayContext;
  readonly #exchange: TranslatedExchange;
  #items: readonly object[];
  #next = 0;

  constructor(context: GatewayContext, exchange: TranslatedExchange) {
    this.#context = context;
    this.#exchange = exchange;
    this.#items = exchange.call.items;
  }

  get #route(): Route {
    const [first, ...others] = this.#exchange.routes;
    return [first, ...others][this.#next] ?? first;
  }

  /** An event as a client may see it. */
  shown(event: AnswerEvent): AnswerEvent {
    if (event.type !== "failed") return event;
    return { ...event, message: withoutKey(event.message, this.#route.upstream) };
  }

  /** The events of an upstream that accepted the request. */
  async open(): Promise<AsyncGenerator<AnswerEvent, void, undefined>> {
    for (;;) {
      const route = this.#route;
      const protocol = this.#context.protocols[route.upstream.protocol];
      const translation = this.#exchange.translate(this.#items as readonly JsonRecord[], route);
      const request = protocol.toRequest(translation.request, route.upstream.vendor);
      const body = await this.#post(route, request);
      if ("failure" in body) await this.recover(body.failure);
      else {
        const dropped = [...translation.dropped, ...(request.dropped ?? [])];
        this.#exchange.accepted(route, { ...translation, dropped });
        const state = protocol.start(translation.request, route.upstream.vendor);
        return readAnswer(state, protocol, { request, body, send: (next) => this.#post(route, next) });
      }
    }
  }

  async #post(route: Route, { path, headers, body }: UpstreamRequest): ReturnType<SendRequest> {
    const protocol = this.#context.protocols[route.upstream.protocol];
    const { signal } = this.#exchange;
    try {
      const answer = await this.#context.client.post(route.upstream, {
        path,
        headers: { accept: "text/event-stream", ...headers },
        body: exactText(body),
        signal,
      });
      if (answer.status >= 200 && answer.status < 300)
        return await streamedBody(answer, protocol, route.upstream);
      const text = withoutKey(await readBounded(answer.body, MAX_ERROR_BYTES), route.upstream);
      return { failure: protocol.readFailure(answer.status, jsonOrText(text), answer.headers) };
    } catch (error) {
      if (!(error instanceof UpstreamUnreachable || error instanceof BrokenOff)) throw error;
      return { failure: { status: 0, code: "server_error", message: error.message } };
    }
  }

  /** Makes the request smaller, or turns to the next route. Throws if neither helps. */
  async recover(failure: UpstreamFailure): Promise<void> {
    if (failure.code === "context_length_exceeded") {
      this.#context.windows.learn(this.#route, failure.window);
      const error = {
        status: failure.status || 400,
        error: { code: failure.code, message: failure.message },
      };
      const smaller = await this.#exchange.call.failed(error);
      if (!smaller) throw new UpstreamRefused(failure);
      this.#items = smaller;
      return;
    }
    const isOver = this.#next + 1 >= this.#exchange.routes.length;
    if (isOver || !isTransient(failure)) throw new UpstreamRefused(failure);
    this.#context.say(
      `The upstream ${this.#route.upstream.name} failed (${failure.code}); the next one is asked.`,
    );
    this.#next++;
  }
}
