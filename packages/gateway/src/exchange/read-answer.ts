import type { AnswerEvent } from "../answers/answer-event.js";
import type { UpstreamFailure } from "../answers/upstream-failure.js";
import type { Protocol, UpstreamRequest } from "../protocols/protocol.js";
import { upstreamEvents } from "../upstream/upstream-events.js";
import type { UpstreamAnswer } from "../upstream/upstream-answer.js";

/** What was sent, and the body of the answer to it. */
export interface AnsweredRequest {
  readonly request: UpstreamRequest;
  readonly body: UpstreamAnswer["body"];
}

/** How a request is sent: gives the body of the answer, or why there is none. */
export type SendRequest = (
  request: UpstreamRequest,
) => Promise<UpstreamAnswer["body"] | { readonly failure: UpstreamFailure }>;

/** A model that pauses more often is going round in circles. */
const MOST_PAUSES = 10;

/** The events of an answer. One that breaks off failed, whatever came before; one that pauses is asked to go on. */
export async function* readAnswer<State>(
  start: State,
  protocol: Protocol<State>,
  { request, body, send }: AnsweredRequest & { readonly send: SendRequest },
): AsyncGenerator<AnswerEvent, void, undefined> {
  let state = start;
  let answered: AnsweredRequest = { request, body };
  for (let pauses = 0; ; pauses++) {
    try {
      for await (const event of upstreamEvents(answered.body)) {
        const step = protocol.step(state, event);
        state = step.state;
        yield* step.events;
      }
    } catch {
      yield { type: "failed", code: "server_error", message: "The upstream broke off its answer." };
      return;
    } finally {
      answered.body.destroy();
    }
    const resumed = pauses < MOST_PAUSES ? protocol.resume?.(state, answered.request) : undefined;
    if (!resumed) break;
    const next = await send(resumed.request);
    if ("failure" in next) {
      yield { type: "failed", code: next.failure.code, message: next.failure.message };
      return;
    }
    state = resumed.state;
    answered = { request: resumed.request, body: next };
  }
  yield* protocol.end(state);
}
