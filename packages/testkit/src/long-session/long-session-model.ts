import { isRecord } from "../wire-record.js";
import { type Format, heuristicEstimator, type ItemView, type TokenEstimator } from "plimsoll";
import { createItemMeter, type ItemMeter } from "plimsoll/tokens";
import { jsonText } from "../json-text.js";
import { readableText, unquoted } from "plimsoll/testing";
import { callKey, type LongSession, type LongSessionCall } from "./long-session.js";

/** A request as a provider gets it. */
export interface ModelInput<W extends object> {
  readonly format: Format<W>;
  readonly items: readonly W[];
  /** The system prompt, where it is not an item. */
  readonly instructions?: string;
  /** The tool definitions as they were sent. */
  readonly tools?: unknown;
}

/** What the model was shown, and how large it was. */
export interface RecordedRequest {
  readonly tokens: number;
  readonly views: readonly ItemView[];
  /** Everything that can be read in the request. */
  readonly visible: string;
  readonly refused: boolean;
}

export type ModelMove =
  | { readonly kind: "calls"; readonly calls: readonly (LongSessionCall & { readonly id: string })[] }
  | { readonly kind: "text"; readonly text: string }
  /** The provider refuses the request as too long. */
  | { readonly kind: "overflow"; readonly message: string };

export type ModelReply = ModelMove & {
  readonly inputTokens: number;
  readonly outputTokens: number;
};

export interface LongSessionModelOptions {
  /** @default the heuristic one */
  readonly estimator?: TokenEstimator;
  /** Numbers of requests, from 1, that are refused as too long although they are not. @default none */
  readonly refuses?: readonly number[];
}

/** More than any sensible run of the session takes. */
const MAX_REQUESTS = 300;

/**
 * The model and the provider of a long session in one: it refuses a request that is larger than the window, and does what
 * the script says as far as what it is shown lets it know. It remembers nothing from one request to the next.
 */
export class LongSessionModel {
  readonly requests: RecordedRequest[] = [];
  readonly #session: LongSession;
  readonly #estimator: TokenEstimator;
  readonly #refuses: ReadonlySet<number>;
  readonly #meters = new WeakMap<object, ItemMeter<object>>();
  #calls = 0;

  constructor(
    session: LongSession,
    { estimator = heuristicEstimator, refuses = [] }: LongSessionModelOptions = {},
  ) {
    this.#session = session;
    this.#estimator = estimator;
    this.#refuses = new Set(refuses);
  }

  /** Answers one request; throws where a host asks without end. */
  respond<W extends object>(input: ModelInput<W>): ModelReply {
    if (this.requests.length >= MAX_REQUESTS)
      throw new Error(`The session did not end after ${MAX_REQUESTS} requests.`);
    const meter = this.#meterOf(input.format);
    const views = input.items.map((item) => meter.view(item));
    const inputTokens =
      input.items.reduce((sum, item) => sum + meter.tokens(item), 0) +
      meter.text(input.instructions ?? "") +
      (input.tools === undefined ? 0 : meter.text(jsonText(input.tools)));
    const visible = unquoted([input.instructions ?? "", ...views.map(readableText)].join("\n"));
    const { window } = this.#session;
    const refused = inputTokens > window || this.#refuses.has(this.requests.length + 1);
    this.requests.push({ tokens: inputTokens, views, visible, refused });
    if (refused) {
      const message = `This model's maximum context length is ${window} tokens. However, your messages resulted in ${Math.max(inputTokens, window + 1)} tokens.`;
      return { kind: "overflow", message, inputTokens, outputTokens: 0 };
    }
    const move = this.#move(views, visible);
    return { ...move, inputTokens, outputTokens: meter.text(JSON.stringify(move)) };
  }

  #meterOf<W extends object>(format: Format<W>): ItemMeter<W> {
    const known = this.#meters.get(format);
    if (known) return known as unknown as ItemMeter<W>;
    const meter = createItemMeter(format, this.#estimator);
    this.#meters.set(format, meter as unknown as ItemMeter<object>);
    return meter;
  }

  #move(views: readonly ItemView[], visible: string): ModelMove {
    const opening = views.findLastIndex(({ role, text }) => role === "user" && requestNumber(text) > 0);
    const turn = this.#session.turns[requestNumber(views[opening]?.text ?? "") - 1];
    if (!turn) return { kind: "text", text: "I do not know what I am asked to do." };
    const done = answeredCalls(views.slice(opening + 1));
    for (const step of turn.steps(visible)) {
      const open = step.filter((call) => !done.has(callKey(call)));
      if (open.length === 0) continue;
      return { kind: "calls", calls: open.map((call) => ({ ...call, id: `call_${++this.#calls}` })) };
    }
    return { kind: "text", text: turn.answer(visible) };
  }
}

/** The number of the request that a message is; 0 for any other. */
function requestNumber(text: string): number {
  return Number(/^Request (\d{1,3}): /.exec(text)?.[1] ?? 0);
}

/** Calls whose results can be seen. */
function answeredCalls(views: readonly ItemView[]): ReadonlySet<string> {
  const answered = new Set<string>();
  const ids = new Set(views.flatMap(({ results }) => results.map(({ callId }) => callId)));
  for (const view of views) {
    for (const call of view.calls) if (ids.has(call.callId)) answered.add(callKey(parsedCall(call)));
  }
  return answered;
}

function parsedCall(call: { readonly name: string; readonly arguments: string }): LongSessionCall {
  let values: unknown;
  try {
    values = JSON.parse(call.arguments);
  } catch {
    values = {};
  }
  const entries = isRecord(values) ? Object.entries(values) : [];
  return {
    name: call.name,
    arguments: Object.fromEntries(entries.map(([key, value]) => [key, String(value)])),
  };
}

/** True for a request that a provider refuses because a call has no result or a result no call. */
export function hasOrphans({ views }: RecordedRequest): boolean {
  const made = new Set<string>();
  const unanswered = new Set<string>();
  for (const { calls, results } of views) {
    for (const { callId } of calls) {
      if (made.has(callId)) return true;
      made.add(callId);
      unanswered.add(callId);
    }
    for (const { callId } of results) if (!unanswered.delete(callId)) return true;
  }
  return unanswered.size > 0;
}
