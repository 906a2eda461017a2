import { chat } from "../../formats/chat/chat.js";
import { anthropic } from "../../formats/anthropic/anthropic.js";
import type { Format } from "../../formats/format.js";
import { responses } from "../../formats/responses/responses.js";
import type { CompactManager } from "../../engine/compact-manager.js";
import { answerRecall } from "../core/answer-recall.js";
import { CallCompactor } from "../core/call-compactor.js";
import { CallSessions } from "../core/call-sessions.js";
import type { Shape } from "../../validation/shape.js";
import { checkedCompactionOptions } from "../core/checked-compaction-options.js";
import { withoutCacheMarks } from "../core/without-cache-marks.js";
import { answeredExchange, streamedExchange } from "./answered-exchange.js";
import { callsIn } from "./calls-in.js";
import type { OpenAiCompactionOptions } from "./open-ai-compaction-options.js";
import { askedForWhole } from "./asked-for-whole.js";
import { type Api, missedConversation, readRequest } from "./read-request.js";
import { readRecallCall, recallTools } from "./recall-tools.js";

type Fetch = typeof globalThis.fetch;

/** What the compaction of a client gives in addition to smaller requests. */
export interface FetchCompaction {
  /**
   * The manager of an API: recall, undo, remember and the rest. @default the API of the newest request, else
   * `responses`
   */
  manager(api?: Api): CompactManager<object>;
  /** Let a model search and read what left its window: add them to the tools of a request. */
  tools(api: Api): object[];
  /**
   * Answers a call of a recall tool, as the model made it, from the conversation that made it. Undefined for a
   * call of another tool.
   */
  answer(call: object): Promise<string | undefined>;
  /** Resolves when no compaction is being prepared in the background. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A `fetch` that compacts, with access to its manager. */
export interface CompactingFetch extends Fetch, FetchCompaction {}

const SESSION: Shape = {
  kind: "either",
  of: [{ kind: "text", min: 1 }, "function"],
  be: "a text, or a function that returns one",
};
const FORMATS: Readonly<Record<Api, Format>> = { chat, responses, messages: anthropic as unknown as Format };

/**
 * A `fetch` that compacts requests to Chat Completions, Responses and Anthropic's Messages, recovers if the
 * provider refuses one as too long, and does not touch other requests. For any client that takes a `fetch` and
 * does not sign its bodies.
 */
export function compactingFetch(
  options: OpenAiCompactionOptions = {},
  send: Fetch = globalThis.fetch,
): CompactingFetch {
  const checked = checkedCompactionOptions<OpenAiCompactionOptions>(options, { sessionId: SESSION });
  const { sessionId } = checked;
  const parts = new FetchParts(checked);
  const compacted = async (...[input, given]: Parameters<Fetch>): Promise<Response> => {
    const init = await withBody(input, given);
    const read = readRequest(input, { init, sessionId });
    if (!read) {
      const missed = missedConversation(input, init);
      if (missed !== undefined) parts.of("responses").tell("unknown_request", missed);
      return send(input, given);
    }
    const { api } = read;
    const call = await parts.of(api).begin(read.request);
    const exchange = read.streams ? streamedExchange : answeredExchange;
    const calls: object[] = [];
    const answer = await exchange(call, {
      send: (items) => send(input, { ...init, body: read.bodyWith(items) }),
      noteAnswer(data) {
        if (calls.push(...callsIn(api, data)) > 0) parts.sessionsOf(api).note(call.sessionId, calls);
      },
    });
    return read.continuesThread ? askedForWhole(answer) : answer;
  };
  return Object.assign(compacted, {
    manager: (api?: Api) => parts.of(api).manager(),
    tools: (api: Api) => recallTools(api),
    answer: (call: object) => parts.answer(call),
    settled: () => parts.all((compactor) => compactor.settled()),
    close: () => parts.all((compactor) => compactor.close()),
  });
}

/** A client may pass a `Request` that holds its body. */
async function withBody(
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
): Promise<RequestInit | undefined> {
  if (typeof input === "string" || input instanceof URL || (init?.body ?? null) !== null) return init;
  const { method, signal } = input;
  const read = { method, signal, ...init };
  return read.method === "POST" ? { ...read, body: await input.clone().text() } : init;
}

/** The compactors of one `fetch`, one for each API, and the sessions of the calls in their answers. */
class FetchParts {
  readonly #options: OpenAiCompactionOptions;
  readonly #compactors = new Map<Api, CallCompactor<object>>();
  readonly #sessions = new Map<Api, CallSessions>();
  #newest: Api = "responses";

  constructor(options: OpenAiCompactionOptions) {
    this.#options = options;
  }

  of(api: Api = this.#newest): CallCompactor<object> {
    this.#newest = api;
    const known = this.#compactors.get(api);
    if (known) return known;
    const { sessionId: _, ...settings } = this.#options;
    const name = api === "messages" ? "anthropic-messages" : `openai-${api}`;
    const made = new CallCompactor<object>(name, { ...settings, format: FORMATS[api] }, withoutCacheMarks);
    this.#compactors.set(api, made);
    return made;
  }

  sessionsOf(api: Api): CallSessions {
    const sessions = this.#sessions.get(api) ?? new CallSessions();
    this.#sessions.set(api, sessions);
    return sessions;
  }

  async answer(call: object): Promise<string | undefined> {
    const read = readRecallCall(call);
    if (!read) return undefined;
    const { sessionId: named } = this.#options;
    let [api, sessionId] = [this.#newest, typeof named === "string" ? named : undefined];
    for (const [candidate, sessions] of this.#sessions) {
      const found = sessions.of(read.known);
      if (found !== undefined) [api, sessionId] = [candidate, found];
    }
    return answerRecall(this.of(api).manager(), { name: read.name, input: read.input, sessionId });
  }

  async all(task: (compactor: CallCompactor<object>) => Promise<void>): Promise<void> {
    await Promise.all([...this.#compactors.values()].map(task));
  }
}
