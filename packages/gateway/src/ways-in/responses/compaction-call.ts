import type { AnswerEvent, AnswerUsage } from "../../answers/answer-event.js";
import type { ResponseWriter } from "../../answers/response-writer.js";
import { compactNow } from "../../compaction/compact-now.js";
import type { CompactionOrigin } from "../../compaction/compaction-account.js";
import type { CompactionContent } from "../../compaction/compaction-content.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { stringOf } from "../../json/string-of.js";
import type { AnsweringCall } from "./answering-call.js";
import { keepCompaction } from "../compactions/keep-compaction.js";
import { sealedContent } from "../compactions/sealed-content.js";
import { sharedSummarizer } from "../summaries/route-summarizer.js";
import { keepResponse } from "./keep-response.js";
import { newWriter } from "./new-writer.js";
import { type Conversation, type ConversationRequest, readableItems } from "./open-conversation.js";

export interface CompactionRequest extends ConversationRequest {
  /** @default "trigger" */
  readonly origin?: CompactionOrigin;
}

/** A request that ends in `compaction_trigger`: its answer is one compaction item. */
export class CompactionCall implements AnsweringCall {
  readonly writer: ResponseWriter;
  readonly #context: GatewayContext;
  readonly #request: ConversationRequest;
  readonly #conversation: Conversation;
  readonly #id: string;
  readonly #origin: CompactionOrigin;
  #content: CompactionContent | undefined;

  constructor(context: GatewayContext, request: CompactionRequest, conversation: Conversation) {
    this.#context = context;
    this.#request = request;
    this.#conversation = conversation;
    this.#origin = request.origin ?? "trigger";
    this.#id = context.newId("resp");
    this.writer = newWriter(context, {
      id: this.#id,
      body: request.create.body,
      items: [],
      sealReasoning: () => "",
      estimateUsage: () => usageOf(this.#content),
    });
  }

  async *events(): AsyncGenerator<AnswerEvent, void, undefined> {
    const content = await this.compact();
    const { tenant } = this.#request.request;
    yield { type: "compaction", id: content.id, sealed: sealedContent(this.#context, tenant, content) };
    yield { type: "usage", usage: usageOf(content) };
    yield { type: "end", reason: "completed" };
  }

  async compact(): Promise<CompactionContent> {
    const { request, create, route } = this.#request;
    const { budget, fixed, onDisk } = this.#conversation;
    const { items, session } = await readableItems(this.#context, request.tenant, this.#conversation);
    const instructions = stringOf(create.body["instructions"]);
    const compactor = this.#context.compactors.of(request.tenant, "responses", onDisk);
    this.#content = await compactNow(compactor.manager(route.upstreamModel), {
      origin: this.#origin,
      route,
      prices: this.#context.compactors.prices,
      summarizer: sharedSummarizer(this.#context, compactor, route),
      configured: this.#context.compactors.summarizer,
      session: session ?? this.#context.newId("thread"),
      items,
      tools: fixed,
      budget,
      id: this.#context.newId("cmp"),
      createdAt: Math.floor(this.#context.now() / 1000),
      signal: request.signal,
      ...(instructions === "" ? {} : { instructions }),
    });
    const isDegraded = this.#content.account.degraded.length > 0;
    request.notes.compaction = isDegraded ? "requested_degraded" : "requested";
    await keepCompaction(this.#context, { request, onDisk }, this.#content);
    return this.#content;
  }

  async finish(): Promise<void> {
    const { request, create } = this.#request;
    const { inputTokens, outputTokens } = usageOf(this.#content);
    Object.assign(request.notes, { inputTokens, outputTokens });
    const session = this.#content?.session ?? this.#id;
    await keepResponse(
      this.#context,
      { request, create, session, input: this.#conversation.input },
      this.writer.response(),
    );
  }
}

/** What was read and what was written, whoever wrote it. */
function usageOf(content: CompactionContent | undefined): AnswerUsage {
  return {
    inputTokens: Math.max(1, content?.account.tokensBefore ?? 0),
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: Math.max(1, content?.account.tokensAfter ?? 0),
    reasoningTokens: 0,
  };
}
