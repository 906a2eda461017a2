import type { JsonRecord } from "../json/json-record.js";
import type { ToolOrigin } from "./tool-origin.js";
import type { AnswerEvent, AnswerUsage } from "./answer-event.js";
import type { ItemSite } from "./item-site.js";
import { OpenCall } from "./open-call.js";
import { OpenMessage } from "./open-message.js";
import { OpenReasoning } from "./open-reasoning.js";
import type { ResponseEvent } from "./response-event.js";
import type { FailureCode } from "./upstream-failure.js";
import { responseObject, type ResponseState } from "./response-object.js";

export interface ResponseWriterOptions {
  /** The request, whose settings the response repeats. */
  readonly body: JsonRecord;
  readonly id: string;
  /** Seconds since the epoch. */
  now(): number;
  /** A new id that begins with this. */
  newId(prefix: string): string;
  /** The client's tool behind each name that the model may call. */
  readonly origins: ReadonlyMap<string, ToolOrigin>;
  /** Ids of the calls in the history, which a new one must not have. */
  readonly usedCallIds: ReadonlySet<string>;
  /** Seals what the upstream wants back with its reasoning. */
  sealReasoning(kind: string, data: unknown): string;
  /** The usage, where the upstream reports none. */
  estimateUsage(output: readonly JsonRecord[]): AnswerUsage;
}

const MAX_CALL_ID = 64;

/**
 * Writes what a model answers as the events of a streamed response, and as the response itself. One writer serves one answer.
 */
export class ResponseWriter {
  readonly #options: ResponseWriterOptions;
  readonly #createdAt: number;
  readonly #output: (JsonRecord | undefined)[] = [];
  readonly #calls = new Map<string, OpenCall>();
  readonly #callIds: Set<string>;
  #events: ResponseEvent[] = [];
  #sequence = 0;
  #reasoning: OpenReasoning | undefined;
  #message: OpenMessage | undefined;
  #usage: AnswerUsage | undefined;
  #estimated = false;
  #ended: Partial<ResponseState> | undefined;
  #failure: { readonly code: FailureCode; readonly message: string } | undefined;

  constructor(options: ResponseWriterOptions) {
    this.#options = options;
    this.#createdAt = options.now();
    this.#callIds = new Set(options.usedCallIds);
  }

  /** The events before the first output. */
  begin(): ResponseEvent[] {
    this.#emit("response.created", { response: this.response() });
    this.#emit("response.in_progress", { response: this.response() });
    return this.#take();
  }

  /** A sign of life while nothing can be said yet. */
  keepAlive(): ResponseEvent[] {
    this.#emit("response.in_progress", { response: this.response() });
    return this.#take();
  }

  /** True after the answer ended or failed. */
  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** False if the usage is an estimate. */
  get hasReportedUsage(): boolean {
    return this.#usage !== undefined && !this.#estimated;
  }

  get usage(): AnswerUsage | undefined {
    return this.#usage;
  }

  /** Why the answer failed, if it did. */
  get failure(): { readonly code: FailureCode; readonly message: string } | undefined {
    return this.#failure;
  }

  /** The events that follow from one event of the answer. What comes after the end is passed over. */
  take(event: AnswerEvent): ResponseEvent[] {
    if (!this.ended) this.#apply(event);
    return this.#take();
  }

  /** The response as it stands. */
  response(): JsonRecord {
    const output = this.#output.filter((item) => item !== undefined);
    return responseObject(this.#options.body, {
      id: this.#options.id,
      createdAt: this.#createdAt,
      status: "in_progress",
      output,
      ...(this.#ended && this.#usage ? { usage: this.#usage } : {}),
      ...this.#ended,
    });
  }

  #apply(event: AnswerEvent): void {
    switch (event.type) {
      case "reasoning":
        return this.#openReasoning().add(event.delta);
      case "reasoning_payload":
        return this.#sealReasoning(event.kind, event.data);
      case "text":
        return this.#openMessage().add(event.delta);
      case "citation":
        return this.#openMessage().cite(event.url, event.title);
      case "call":
        return this.#openCall(event);
      case "arguments":
        return this.#calls.get(event.key)?.add(event.delta);
      case "call_end":
        return this.#closeCall(event.key);
      case "web_search":
        return this.#addWebSearch(event);
      case "compaction":
        return this.#addCompaction(event.id, event.sealed);
      case "usage":
        this.#usage = event.usage;
        return undefined;
      case "end":
        return this.#end(event.reason);
      case "failed":
        return this.#fail(event.code, event.message);
    }
  }

  #openReasoning(): OpenReasoning {
    this.#closeMessage();
    this.#reasoning ??= new OpenReasoning(this.#options.newId("rs"), this.#site());
    return this.#reasoning;
  }

  #sealReasoning(kind: string, data: unknown): void {
    this.#openReasoning().seal(this.#options.sealReasoning(kind, data));
    this.#closeReasoning();
  }

  #openMessage(): OpenMessage {
    this.#closeReasoning();
    this.#message ??= new OpenMessage(this.#options.newId("msg"), this.#site());
    return this.#message;
  }

  #openCall({ key, id, name }: { readonly key: string; readonly id: string; readonly name: string }): void {
    this.#closeReasoning();
    this.#closeMessage();
    const origin = this.#options.origins.get(name) ?? { kind: "function", name };
    const call = new OpenCall({
      callId: this.#newCallId(id),
      origin,
      newId: this.#options.newId,
      site: this.#site(),
    });
    this.#calls.set(key, call);
  }

  /** The upstream's own id where no other call has it: some models count anew in every answer. */
  #newCallId(id: string): string {
    const usable = id !== "" && id.length <= MAX_CALL_ID && !this.#callIds.has(id);
    const callId = usable ? id : this.#options.newId("call");
    this.#callIds.add(callId);
    return callId;
  }

  #closeCall(key: string): void {
    const call = this.#calls.get(key);
    if (!call) return;
    this.#calls.delete(key);
    this.#output[call.outputIndex] = call.close();
  }

  #closeReasoning(): void {
    if (this.#reasoning) this.#output[this.#reasoning.outputIndex] = this.#reasoning.close();
    this.#reasoning = undefined;
  }

  #closeMessage(status?: "completed" | "incomplete"): void {
    if (this.#message) this.#output[this.#message.outputIndex] = this.#message.close(status);
    this.#message = undefined;
  }

  #breakOff(): void {
    for (const item of [this.#reasoning, this.#message]) {
      if (item) this.#output[item.outputIndex] = item.broken();
    }
    this.#reasoning = undefined;
    this.#message = undefined;
  }

  #addWebSearch({ query, action }: Extract<AnswerEvent, { readonly type: "web_search" }>): void {
    this.#closeReasoning();
    this.#closeMessage();
    const site = this.#site();
    const item = {
      id: this.#options.newId("ws"),
      type: "web_search_call",
      status: "completed",
      action: action ?? { type: "search", query, queries: [query], sources: [] },
    };
    site.emit("response.output_item.added", { item: { ...item, status: "in_progress" } });
    for (const state of ["in_progress", "searching", "completed"])
      site.emit(`response.web_search_call.${state}`, { item_id: item.id });
    site.emit("response.output_item.done", { item });
    this.#output[site.outputIndex] = item;
  }

  #addCompaction(id: string, sealed: string): void {
    const site = this.#site();
    const item = { id, type: "compaction", encrypted_content: sealed };
    site.emit("response.output_item.added", { item });
    site.emit("response.output_item.done", { item });
    this.#output[site.outputIndex] = item;
  }

  /** The next place in the output; it is taken even if its item is never finished. */
  #site(): ItemSite {
    const outputIndex = this.#output.push(undefined) - 1;
    return {
      outputIndex,
      emit: (type, fields) => this.#emit(type, { output_index: outputIndex, ...fields }),
    };
  }

  /** A call that the model did not finish is none: nobody may run it. */
  #end(reason: "completed" | "max_output_tokens" | "content_filter"): void {
    this.#closeReasoning();
    this.#closeMessage(reason === "completed" ? "completed" : "incomplete");
    if (reason === "completed") for (const key of this.#calls.keys()) this.#closeCall(key);
    const output = this.#output.filter((item) => item !== undefined);
    this.#completeUsage(output);
    this.#ended =
      reason === "completed"
        ? { status: "completed", completedAt: this.#options.now() }
        : { status: "incomplete", incompleteReason: reason };
    this.#emit(`response.${reason === "completed" ? "completed" : "incomplete"}`, {
      response: this.response(),
    });
  }

  /** Usage of 0 would make a client believe that its window is empty for ever. */
  #completeUsage(output: readonly JsonRecord[]): void {
    const known = this.#usage;
    const lacksInput = known === undefined || known.inputTokens === 0;
    if (!lacksInput && (known.outputTokens > 0 || output.length === 0)) return;
    const estimated = this.#options.estimateUsage(output);
    this.#usage = lacksInput ? estimated : { ...known, outputTokens: estimated.outputTokens };
    this.#estimated = true;
  }

  #fail(code: FailureCode, message: string): void {
    this.#breakOff();
    this.#failure = { code, message };
    this.#ended = { status: "failed", error: this.#failure };
    this.#emit("response.failed", { response: this.response() });
  }

  #emit(type: string, fields: JsonRecord): void {
    this.#events.push({ type, sequence_number: this.#sequence++, ...fields });
  }

  #take(): ResponseEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
