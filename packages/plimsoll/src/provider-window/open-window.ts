import { CompactError } from "../errors/compact-error.js";
import { KeyedQueue } from "../collections/keyed-queue.js";
import { readCheckpoint } from "../engine/commit/stored-checkpoint.js";
import { isRecord } from "../text/is-record.js";
import type { Checkpoint } from "../facts/checkpoint/checkpoint.js";
import type { ResetReason } from "./request/continuation-miss.js";
import { failureOfEvent } from "./transport/provider-failure.js";
import type {
  CompactNowResult,
  Created,
  PreparedRequest,
  ProviderWindow,
  WindowRequestOptions,
} from "./provider-window.js";
import { isAsyncIterable, StreamReader } from "./transport/read-stream.js";
import { compactOrFallBack } from "./compact-or-fall-back.js";
import { passThrough, prepareRequest } from "./request/prepare-request.js";
import { remoteTrigger } from "./remote/remote-trigger.js";
import type { RequestBody } from "./transport/responses-transport.js";
import { inputItems } from "./window/window-item.js";
import type { WindowParts } from "./window-parts.js";
import { type WindowCall, WindowSession } from "./window-session.js";
import type { ProviderWindowState } from "./window/provider-window-state.js";

/** Said before the model has begun to answer. */
const QUIET: ReadonlySet<unknown> = new Set(["response.created", "response.in_progress", "response.queued"]);
const TERMINAL: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete"]);

/** A window over its parts; `close` runs last. */
export class OpenWindow<R, E> implements ProviderWindow<R, E> {
  readonly sessionId: string;
  readonly #parts: WindowParts;
  readonly #session: WindowSession;
  readonly #lock = new KeyedQueue();
  readonly #close: () => Promise<void>;

  constructor(parts: WindowParts, close: () => Promise<void>) {
    this.sessionId = parts.sessionId;
    this.#parts = parts;
    this.#session = new WindowSession(parts);
    this.#close = close;
  }

  async request(given: object, options: WindowRequestOptions = {}): Promise<PreparedRequest> {
    const body = bodyOf(given);
    if (isManaged(body)) return passThrough(body);
    const call = callOf(body, options);
    return this.#locked(async () => {
      await this.#session.follow(call);
      const { mode, triggerPct } = this.#parts.settings;
      const trigger =
        mode === "standalone" || mode === "trigger"
          ? remoteTrigger({
              state: this.#session.state,
              items: this.#session.items(call.list),
              body,
              meter: this.#parts.meter,
              triggerPct,
              maxTokens: this.#session.maxTokens,
              isSmaller: this.#session.largerModel !== undefined,
            })
          : undefined;
      const done =
        trigger === undefined
          ? undefined
          : await compactOrFallBack(this.#parts, this.#session, { call, trigger });
      return prepareRequest(this.#parts, this.#session, {
        call,
        recovered: { kinds: new Set(), remedies: new Set(), compacted: done?.outcome ?? "none" },
        run: (task) => this.#locked(task),
      });
    });
  }

  async create<const B extends object>(
    body: B,
    options: WindowRequestOptions = {},
  ): Promise<Created<B, R, E>> {
    const { stream, ...plain } = bodyOf(body);
    const answer: unknown =
      stream === true ? this.stream(body, options) : await this.#createOnce(plain, options);
    return answer as Created<B, R, E>;
  }

  async #createOnce(plain: RequestBody, options: WindowRequestOptions): Promise<unknown> {
    let prepared = await this.request(plain, options);
    for (;;) {
      let failure: unknown;
      let answer: unknown;
      try {
        answer = await this.#parts.transport.create(prepared.body, options);
        failure = failureOfEvent(answer);
      } catch (error) {
        const next = await prepared.failed(error);
        if (next === undefined) throw error;
        prepared = next;
        continue;
      }
      const next = failure === undefined ? undefined : await prepared.failed(failure);
      if (next === undefined) {
        if (failure === undefined) await prepared.received(answer);
        return isRecord(answer) ? answer : { output: [] };
      }
      prepared = next;
    }
  }

  async *stream(body: object, options: WindowRequestOptions = {}): AsyncGenerator<E, void, undefined> {
    let prepared: PreparedRequest | undefined = await this.request({ ...body, stream: true }, options);
    while (prepared) prepared = yield* this.#streamOnce(prepared, options);
  }

  /**
   * Streams one request; returns the request to send instead if it failed before the model began to answer.
   */
  async *#streamOnce(
    prepared: PreparedRequest,
    options: WindowRequestOptions,
  ): AsyncGenerator<E, PreparedRequest | undefined, undefined> {
    const reader = new StreamReader();
    const held: E[] = [];
    let open = false;
    try {
      const answer = await this.#parts.transport.create(prepared.body, options);
      for await (const event of eventsOf(answer) as AsyncIterable<E>) {
        reader.push(event);
        const type = isRecord(event) ? event["type"] : undefined;
        if (!open && QUIET.has(type)) {
          held.push(event);
          continue;
        }
        const failure = open ? undefined : failureOfEvent(event);
        const next = failure === undefined ? undefined : await prepared.failed(failure);
        if (next) return next;
        if (TERMINAL.has(type)) await prepared.received(gathered(reader));
        open = true;
        yield* held.splice(0);
        yield event;
      }
    } catch (error) {
      const next = open ? undefined : await prepared.failed(error);
      if (next) return next;
      yield* held.splice(0);
      throw error;
    }
    yield* held;
    return undefined;
  }

  async compact(body: object, options: WindowRequestOptions = {}): Promise<CompactNowResult> {
    const call = callOf(bodyOf(body), options);
    return this.#locked(async () => {
      await this.#session.follow(call);
      return compactOrFallBack(this.#parts, this.#session, { call, trigger: "manual" });
    });
  }

  reset(reason: ResetReason = "requested"): Promise<void> {
    return this.#locked(() => this.#session.reset(reason));
  }

  state(): Promise<ProviderWindowState> {
    return this.#locked(async () => this.#session.state);
  }

  checkpoint(): Promise<Checkpoint | undefined> {
    return this.#locked(async () => {
      const id = this.#session.state.compactions.findLast(
        (made) => made.checkpoint !== undefined,
      )?.checkpoint;
      return id === undefined ? undefined : readCheckpoint(this.#parts.storage, this.sessionId, id);
    });
  }

  close(): Promise<void> {
    return this.#locked(this.#close);
  }

  #locked<T>(task: () => Promise<T>): Promise<T> {
    return this.#lock.run(this.sessionId, async () => {
      await this.#session.open();
      try {
        return await task();
      } finally {
        await this.#parts.archiveEvents();
      }
    });
  }
}

/** The caller lets the provider keep the conversation, so earlier items are not known here. */
const isManaged = (body: RequestBody): boolean =>
  (body["previous_response_id"] ?? null) !== null || (body["conversation"] ?? null) !== null;

function bodyOf(body: object): RequestBody {
  if (isRecord(body)) return body;
  throw new CompactError("INVALID_INPUT", "A request must be an object; pass what `responses.create` takes.");
}

function callOf(body: RequestBody, { signal }: WindowRequestOptions): WindowCall {
  const list = inputItems(body["input"]);
  if (list === undefined) {
    throw new CompactError(
      "INVALID_INPUT",
      "The input of a request is neither a text nor a list of items; pass the whole conversation as `input`.",
    );
  }
  return { body, list, ...(signal ? { signal } : {}) };
}

function gathered(reader: StreamReader): unknown {
  const { response, output } = reader.read;
  return { ...response, output };
}

async function* eventsOf(answer: unknown): AsyncGenerator<unknown> {
  if (isAsyncIterable(answer)) yield* answer;
  else if (isRecord(answer)) yield { type: "response.completed", response: answer };
}
