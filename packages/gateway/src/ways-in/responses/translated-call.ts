import type { AnswerEvent, AnswerUsage } from "../../answers/answer-event.js";
import type { ResponseWriter } from "../../answers/response-writer.js";
import { responseUsage } from "../../answers/response-usage.js";
import { CLIENT_FORMATS } from "../../compaction/compactors.js";
import { countPrompt } from "../../exchange/count-prompt.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { translatedExchange } from "../../exchange/translated-exchange.js";
import { isTransient } from "../../exchange/is-transient.js";
import { UpstreamRefused } from "../../exchange/upstream-refused.js";
import { isRecord } from "../../json/is-record.js";
import { plainValue } from "../../json/exact-text.js";
import type { JsonRecord } from "../../json/json-record.js";
import type { Route } from "../../routes/route.js";
import type { ReasoningPayload } from "../../translation/reasoning-payload.js";
import { translateRequest } from "../../translation/translate-request.js";
import type { TranslatedRequest } from "../../translation/translated-request.js";
import { type AlikeRoutes, alikeRoutes } from "../alike-routes.js";
import type { AnsweringCall } from "./answering-call.js";
import { keepAutomatic } from "../compactions/keep-automatic.js";
import { sealedContent } from "../compactions/sealed-content.js";
import { keepResponse } from "./keep-response.js";
import { newWriter } from "./new-writer.js";
import { withExactItems } from "./with-exact-items.js";
import { withExactTools } from "./with-exact-tools.js";
import {
  type CalledConversation,
  type Conversation,
  type ConversationRequest,
  callConversation,
  conversationBudget,
} from "./open-conversation.js";

const PURPOSE = "reasoning";

/** A Responses request to an upstream that speaks another protocol. */
export class TranslatedCall implements AnsweringCall {
  readonly writer: ResponseWriter;
  readonly #context: GatewayContext;
  readonly #request: ConversationRequest;
  readonly #given: Conversation;
  readonly #id: string;
  #route: Route;
  #sent: TranslatedRequest | undefined;
  #conversation: CalledConversation | undefined;
  #compacted: CalledConversation["compacted"];

  constructor(context: GatewayContext, request: ConversationRequest, conversation: Conversation) {
    this.#context = context;
    this.#request = request;
    this.#given = conversation;
    this.#route = request.route;
    this.#id = context.newId("resp");
    this.writer = newWriter(context, {
      id: this.#id,
      body: request.create.body,
      items: conversation.items,
      sealReasoning: (kind, data) => this.#seal(kind, data),
      estimateUsage: (output) => this.#estimate(output),
    });
  }

  /**
   * What the model answers; a compaction that was made for it comes first. The conversation is compacted here if it must be, so
   * that a streaming client hears that the work goes on.
   */
  async *events(): AsyncGenerator<AnswerEvent, void, undefined> {
    const answer = this.#answers(this.#request.route, this.#given);
    const first = await answer.next();
    if (this.#compacted) {
      const sealed = sealedContent(this.#context, this.#request.request.tenant, this.#compacted);
      yield { type: "compaction", id: this.#compacted.id, sealed };
    }
    if (first.done) return;
    yield first.value;
    yield* answer;
  }

  /** Where a route with a smaller window must stand in, the conversation is made to fit that first. */
  async *#answers(route: Route, given: Conversation): AsyncGenerator<AnswerEvent, void, undefined> {
    const context = this.#context;
    const request = { ...this.#request, route };
    const budgetOf = (other: Route): number => conversationBudget(context, request.create.body, other);
    const { alike, next } = alikeRoutes(route, (other) => budgetOf(other) >= given.budget);
    const called = await callConversation(context, request, { ...given, isPassed: false });
    this.#conversation = called;
    this.#compacted ??= called.compacted;
    try {
      return yield* this.#ask(called, alike);
    } catch (error) {
      if (!next || !(error instanceof UpstreamRefused && isTransient(error.failure))) throw error;
    }
    yield* this.#answers(next, { ...called, budget: budgetOf(next) });
  }

  #ask(
    { call }: CalledConversation,
    routes: AlikeRoutes["alike"],
  ): AsyncGenerator<AnswerEvent, void, undefined> {
    const { request, create } = this.#request;
    const came = { input: create.input, received: request.body };
    return translatedExchange(this.#context, {
      routes,
      call,
      translate: (items, to) =>
        translateRequest(withExactTools(create.body, request.body), withExactItems(items, came), {
          model: to.upstreamModel,
          outputReserve: to.outputReserve,
          webSearch: to.webSearch,
          openReasoning: (sealed) => this.#open(sealed, to),
        }),
      accepted: (to, translation) => {
        this.#route = to;
        this.#sent = translation.request;
        request.notes.upstream = to.upstream.name;
        if (translation.dropped.length > 0)
          this.#context.say(`Not sent to ${to.upstream.name}: ${translation.dropped.join(", ")}.`);
      },
      signal: request.signal,
    });
  }

  /** Keeps the response if its client wants that, and tells what it cost. Called before the client sees its end. */
  async finish(): Promise<void> {
    const { request, create } = this.#request;
    if (!this.#conversation) return;
    const { call, input } = this.#conversation;
    const { usage } = this.writer;
    const response = this.writer.response();
    note(request.notes, usage, call.compaction());
    if (usage && !this.writer.hasReportedUsage) request.notes.tokensEstimated = true;
    if (this.writer.failure) {
      request.notes.error = this.writer.failure.code;
      return;
    }
    call.succeeded(usage && this.writer.hasReportedUsage ? responseUsage(usage) : undefined);
    const { items, onDisk } = this.#conversation;
    await keepAutomatic(this.#context, {
      request,
      route: this.#route,
      call,
      api: "responses",
      items,
      onDisk,
    });
    const session = call.sessionId ?? this.#id;
    await keepResponse(this.#context, { request, create, session, input }, plainValue(response));
  }

  #seal(kind: string, data: unknown): string {
    const payload: ReasoningPayload = {
      vendor: this.#route.upstream.vendor.name,
      model: this.#route.upstreamModel,
      kind,
      data,
    };
    return this.#context.sealer.seal({ purpose: PURPOSE, tenant: this.#request.request.tenant }, payload);
  }

  /** Only what the same vendor gave is sent back to it. */
  #open(sealed: string, route: Route): ReasoningPayload | undefined {
    if (sealed === "") return undefined;
    const payload = this.#context.sealer.open(
      { purpose: PURPOSE, tenant: this.#request.request.tenant },
      sealed,
    );
    if (!isRecord(payload) || payload["vendor"] !== route.upstream.vendor.name) return undefined;
    return payload as unknown as ReasoningPayload;
  }

  #estimate(output: readonly JsonRecord[]): AnswerUsage {
    const { estimator } = this.#context;
    const said = output.map(({ id: _id, encrypted_content: _sealed, ...item }) => item);
    const sent = this.#sent ? [this.#sent.turns, this.#sent.tools] : [];
    return {
      inputTokens: Math.max(1, estimator.count(JSON.stringify(sent))),
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: countPrompt(estimator, { format: CLIENT_FORMATS.responses, items: said, fixed: [] }),
      reasoningTokens: 0,
    };
  }
}

function note(
  notes: ConversationRequest["request"]["notes"],
  usage: AnswerUsage | undefined,
  compaction: string | undefined,
): void {
  if (usage) {
    notes.inputTokens = usage.inputTokens;
    notes.cachedTokens = usage.cachedTokens;
    notes.outputTokens = usage.outputTokens;
  }
  if (compaction !== undefined) notes.compaction = compaction;
}
