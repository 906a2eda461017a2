import type { AnswerEvent } from "../../answers/answer-event.js";
import type { ResponseWriter } from "../../answers/response-writer.js";
import { checkpointOf, compactNow } from "../../compaction/compact-now.js";
import { compactionView } from "../../compaction/compaction-view.js";
import { factsBlock } from "../../compaction/facts-block.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { UpstreamRefused } from "../../exchange/upstream-refused.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import { keepCompaction } from "../compactions/keep-compaction.js";
import { LONGEST_SUMMARY } from "../summaries/longest-summary.js";
import type { AnsweringCall } from "./answering-call.js";
import { type Conversation, type ConversationRequest, commonOptions } from "./open-conversation.js";

const CALLS: ReadonlySet<AnswerEvent["type"]> = new Set(["call", "arguments", "call_end", "web_search"]);

export interface LocalCompaction {
  readonly asked: ConversationRequest;
  readonly conversation: Conversation;
  /** The same request to the model, which ends when its signal does. */
  ask(signal: AbortSignal): AnsweringCall;
}

/**
 * A request in which the client has the model write the summary that it goes on from. The model answers as to any other request;
 * what code keeps is added below, marked as such. Where the model fails, says nothing or takes too long, the embedded summarizer
 * writes, because a client whose summary fails cannot go on.
 */
export class LocalCompactionCall implements AnsweringCall {
  readonly writer: ResponseWriter;
  readonly #context: GatewayContext;
  readonly #local: LocalCompaction;
  readonly #patience: AbortSignal;
  readonly #inner: AnsweringCall;
  readonly #unnamed: string;
  #isDegraded = false;

  constructor(context: GatewayContext, local: LocalCompaction) {
    this.#context = context;
    this.#local = local;
    this.#patience = AbortSignal.timeout(context.patienceMs);
    this.#inner = local.ask(AbortSignal.any([local.asked.request.signal, this.#patience]));
    this.#unnamed = context.newId("thread");
    this.writer = this.#inner.writer;
  }

  async *events(): AsyncGenerator<AnswerEvent, void, undefined> {
    const facts = await this.#facts();
    const answer = new Answered();
    yield* this.#summary(answer);
    if (answer.problem !== undefined)
      yield {
        type: "text",
        delta: `${answer.text === "" ? "" : "\n\n"}${await this.#embedded(answer.problem)}`,
      };
    if (facts !== undefined) yield { type: "text", delta: `\n\n${facts}` };
    yield { type: "end", reason: "completed" };
  }

  async finish(): Promise<void> {
    await this.#inner.finish();
    this.#local.asked.request.notes.compaction = this.#isDegraded ? "local_degraded" : "local";
  }

  /** What the model writes, without its end. A call of a tool is nothing to a client that wants a text. */
  async *#summary(answer: Answered): AsyncGenerator<AnswerEvent, void, undefined> {
    const { request } = this.#local.asked;
    try {
      for await (const event of this.#inner.events()) {
        answer.take(event);
        if (answer.text.length > LONGEST_SUMMARY) return answer.fail("the model does not come to an end");
        if (event.type !== "end" && event.type !== "failed" && !CALLS.has(event.type)) yield event;
      }
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (this.#patience.aborted) answer.fail(`it took longer than ${this.#context.patienceMs} ms`);
      else if (error instanceof UpstreamRefused) answer.fail(error.failure.message);
      else throw error;
    }
  }

  /** The conversation without the prompt for the summary, which is the client's own. */
  get #items(): readonly JsonRecord[] {
    return this.#local.conversation.items.slice(0, -1);
  }

  async #facts(): Promise<string | undefined> {
    const { asked, conversation } = this.#local;
    const { request, route } = asked;
    const manager = this.#context.compactors
      .of(request.tenant, "responses", conversation.onDisk)
      .manager(route.upstreamModel);
    const session = this.#session;
    await manager.decide(session, this.#items, commonOptions(asked, conversation)).catch(() => undefined);
    const checkpoint = await checkpointOf(manager, session);
    const users = this.#items.filter(({ role }) => role === "user");
    return (
      checkpoint &&
      factsBlock(checkpoint, {
        keys: this.#context.summaryKeysOf(request.tenant),
        earlier: users.map(textOf),
      })
    );
  }

  get #session(): string {
    return this.#local.conversation.session ?? this.#unnamed;
  }

  /** The summary that the embedded summarizer writes. */
  async #embedded(reason: string): Promise<string> {
    const { asked, conversation } = this.#local;
    const { request, route } = asked;
    const { compactors } = this.#context;
    const manager = compactors
      .of(request.tenant, "responses", conversation.onDisk)
      .manager(route.upstreamModel);
    const made = await compactNow(manager, {
      ...commonOptions(asked, conversation),
      tools: conversation.fixed,
      origin: "local",
      route,
      session: this.#session,
      items: this.#items,
      budget: conversation.budget,
      id: this.#context.newId("cmp"),
      createdAt: Math.floor(this.#context.now() / 1000),
      signal: request.signal,
    });
    const degraded = [
      { kind: "summarizer" as const, reason: reason.slice(0, 500) },
      ...made.account.degraded,
    ];
    const content = { ...made, account: { ...made.account, degraded } };
    this.#isDegraded = true;
    await keepCompaction(this.#context, { request, onDisk: conversation.onDisk }, content);
    return stringOf(compactionView(content)["summary"]) || "There is nothing to summarize yet.";
  }
}

/** What a model answered so far, and why that is no summary. */
class Answered {
  text = "";
  #problem: string | undefined;
  #called = "";

  take(event: AnswerEvent): void {
    if (event.type === "text") this.text += event.delta;
    else if (event.type === "call") this.#called = event.name;
    else if (event.type === "failed") this.#problem = event.message;
  }

  fail(reason: string): void {
    this.#problem = reason;
  }

  get problem(): string | undefined {
    if (this.#problem !== undefined || this.text.trim() !== "") return this.#problem;
    return this.#called === ""
      ? "the model wrote nothing"
      : `the model called ${this.#called} instead of writing`;
  }
}

function textOf({ content }: JsonRecord): string {
  if (typeof content === "string") return content;
  return recordsIn(content)
    .map(({ text }) => stringOf(text))
    .join("\n");
}
