import { isRecord } from "../wire-record.js";
import type { RealtimeItem } from "plimsoll/realtime";
import {
  type HeldItem,
  MILLISECONDS_PER_TOKEN,
  RealtimeConversation,
  realtimeItemTokens,
  RefusedEvent,
} from "./realtime-conversation.js";
import type { RealtimeReply, RealtimeServerState, WireEvent } from "./realtime-server-state.js";
import type { ServerSocket } from "./server-socket.js";

/** One connection of a client: its conversation, and what it is told. */
export class RealtimePeer {
  readonly conversation: RealtimeConversation = new RealtimeConversation();
  readonly #socket: ServerSocket;
  readonly #state: RealtimeServerState;
  readonly #held: WireEvent[] = [];
  /** Items put first by the client that the client was told of. */
  readonly #acknowledged = new Set<string>();
  readonly #roots = new Set<string>();
  #session: Readonly<Record<string, unknown>> = { type: "realtime", id: "sess_1" };
  #responding = false;
  #sent = 0;
  #responses = 0;

  constructor(socket: ServerSocket, state: RealtimeServerState) {
    this.#socket = socket;
    this.#state = state;
    socket.on("message", (data) => this.#hear(String(data)));
    socket.on("close", () => state.changed());
  }

  begin(): void {
    this.#send({ type: "session.created", session: this.#session });
    this.#state.changed();
  }

  disconnect(): void {
    this.#socket.terminate();
  }

  release(): void {
    for (const event of this.#held.splice(0)) this.#deliver(event);
    this.#state.changed();
  }

  /** Speech of the user, as voice detection gives it: the item first, its transcript later. */
  speak(
    transcript: string,
    { audioTokens = 0, respond = true }: { readonly audioTokens?: number; readonly respond?: boolean },
  ): void {
    const id = this.conversation.newId();
    const spoken = (said: string | null): HeldItem => ({
      id,
      type: "message",
      role: "user",
      content: [{ type: "input_audio", transcript: said }],
    });
    const previous = this.conversation.append(spoken(null));
    this.#tellItem(spoken(null), previous);
    this.conversation.replace({ ...spoken(transcript), audio_tokens: audioTokens });
    this.#send({
      type: "conversation.item.input_audio_transcription.completed",
      item_id: id,
      content_index: 0,
      transcript,
      usage: { type: "duration", seconds: audioTokens / 10 },
    });
    if (respond) void this.#respond();
    this.#state.changed();
  }

  #hear(data: string): void {
    const event: unknown = JSON.parse(data);
    if (!isRecord(event) || typeof event["type"] !== "string") return;
    const heard = event as WireEvent;
    this.#state.received.push(heard);
    try {
      const refused = this.#state.options.refuse?.(heard);
      if (refused !== undefined) throw new RefusedEvent("server_error", refused);
      this.#obey(heard);
    } catch (error) {
      if (!(error instanceof RefusedEvent)) throw error;
      this.#refuse(heard, error);
    }
    this.#state.changed();
  }

  #obey(event: WireEvent): void {
    switch (event.type) {
      case "session.update":
        this.#session = { ...this.#session, ...(event["session"] as object) };
        return this.#send({ type: "session.updated", session: this.#session });
      case "conversation.item.create":
        return this.#create(event);
      case "conversation.item.delete":
        return this.#delete(event);
      case "conversation.item.truncate":
        return this.#cut(event);
      case "conversation.item.retrieve":
        return this.#send({
          type: "conversation.item.retrieved",
          item: wireOf(this.conversation.find(event["item_id"])),
        });
      case "response.create":
        if (this.#responding)
          throw new RefusedEvent("conversation_already_has_active_response", "A response is active.");
        void this.#respond();
        return undefined;
      case "response.cancel":
      case "input_audio_buffer.append":
      case "input_audio_buffer.clear":
        return undefined;
      default:
        throw new RefusedEvent("invalid_event", `There is no event ${JSON.stringify(event.type)}.`);
    }
  }

  #create(event: WireEvent): void {
    const { item, previous } = this.conversation.create(
      event["item"] as RealtimeItem,
      event["previous_item_id"],
    );
    if (event["previous_item_id"] === "root") this.#roots.add(item.id);
    const { maxContextTokens: most = Number.POSITIVE_INFINITY, truncateTo } = this.#state.options;
    if (truncateTo === undefined && this.conversation.tokens > most)
      this.#state.violations.push(`the conversation has ${this.conversation.tokens} of ${most} tokens`);
    this.#tellItem(item, previous);
  }

  #delete(event: WireEvent): void {
    const item = this.conversation.find(event["item_id"]);
    const standsFirst = this.conversation.items.filter(({ id }) => this.#roots.has(id) && id !== item.id);
    if (!this.#roots.has(item.id) && !standsFirst.some(({ id }) => this.#acknowledged.has(id)))
      this.#state.violations.push(`${item.id} was deleted before a summary was acknowledged`);
    if (this.#responding) this.#state.violations.push(`${item.id} was deleted during a response`);
    this.conversation.delete(item.id);
    for (const orphan of this.conversation.orphans)
      this.#state.violations.push(`the output ${orphan.id} stands without its call`);
    this.#send({ type: "conversation.item.deleted", item_id: item.id });
  }

  /** Cuts speech of the assistant to what was heard: the sound is shortened, its transcript is gone. */
  #cut({ item_id: id, content_index: index, audio_end_ms: end }: WireEvent): void {
    this.conversation.cutSpeech(id, index, end);
    this.#send({
      type: "conversation.item.truncated",
      item_id: id,
      content_index: index,
      audio_end_ms: end,
    });
  }

  #tellItem(item: HeldItem, previous: string | null): void {
    this.#send({
      type: "conversation.item.added",
      previous_item_id: previous,
      item: wireOf(item, "in_progress"),
    });
    this.#send({
      type: "conversation.item.done",
      previous_item_id: previous,
      item: wireOf(item, "completed"),
    });
  }

  async #respond(): Promise<void> {
    this.#responding = true;
    const id = `resp_${++this.#responses}`;
    const response = { object: "realtime.response", id, conversation_id: "conv_1" };
    this.#send({ type: "response.created", response: { ...response, status: "in_progress", output: [] } });
    const inputTokens = this.#admit();
    const replies =
      inputTokens === undefined ? [] : await this.#state.options.respond(this.conversation.items);
    const output = replies.map((reply) => this.#say(id, reply));
    this.#responding = false;
    const outcome = inputTokens === undefined ? OVERFLOW : { status: "completed" };
    const usage = usageOf(inputTokens ?? this.conversation.tokens, output);
    this.#send({
      type: "response.done",
      response: { ...response, ...outcome, output: output.map((item) => wireOf(item)), usage },
    });
    this.#state.changed();
  }

  /** Tokens that the response is made from; `undefined` if the conversation is too long for it. */
  #admit(): number | undefined {
    const { maxContextTokens: most = Number.POSITIVE_INFINITY, truncateTo } = this.#state.options;
    if (this.#state.options.overflow?.(this.#responses)) return undefined;
    if (this.conversation.tokens > most) {
      if (truncateTo === undefined) {
        this.#state.violations.push(
          `a response was asked for on ${this.conversation.tokens} of ${most} tokens`,
        );
        return undefined;
      }
      this.#truncate(most * truncateTo);
    }
    this.#state.inputTokens += this.conversation.tokens;
    this.#state.peakTokens = Math.max(this.#state.peakTokens, this.conversation.tokens);
    return this.conversation.tokens;
  }

  /** Drops the oldest items, silently. */
  #truncate(target: number): void {
    while (this.conversation.tokens > target) {
      const [oldest] = this.conversation.items;
      if (!oldest) break;
      this.#state.truncated.push(this.conversation.delete(oldest.id));
    }
    for (const orphan of this.conversation.orphans)
      this.#state.truncated.push(this.conversation.delete(orphan.id));
  }

  #say(responseId: string, reply: RealtimeReply): HeldItem {
    const id = this.conversation.newId();
    const item: HeldItem =
      "text" in reply
        ? {
            id,
            type: "message",
            role: "assistant",
            content: [{ type: "output_audio", transcript: reply.text }],
            ...(reply.audioTokens === undefined ? {} : { audio_tokens: reply.audioTokens }),
          }
        : { id, type: "function_call", call_id: reply.call, name: reply.name, arguments: reply.arguments };
    const place = { response_id: responseId, output_index: 0 };
    this.#send({ type: "response.output_item.added", ...place, item: wireOf(item, "in_progress") });
    const previous = this.conversation.append(item);
    this.#tellItem(item, previous);
    if ("text" in reply && reply.sound) {
      const delta = silence(reply.audioTokens ?? 0);
      this.#send({ type: "response.output_audio.delta", ...place, item_id: id, content_index: 0, delta });
    }
    this.#send({ type: "response.output_item.done", ...place, item: wireOf(item, "completed") });
    return item;
  }

  #refuse({ event_id: eventId }: WireEvent, { code, message }: RefusedEvent): void {
    this.#send({
      type: "error",
      error: { type: "invalid_request_error", code, message, param: null, event_id: eventId ?? null },
    });
  }

  #send(event: WireEvent): void {
    const fault = this.#state.options.fault?.(event) ?? "pass";
    if (fault === "hold") this.#held.push(event);
    if (fault === "pass" || fault === "double") this.#deliver(event);
    if (fault === "double") this.#deliver(event);
  }

  #deliver(event: WireEvent): void {
    const item = event["item"];
    if (isRecord(item) && typeof item["id"] === "string") this.#acknowledged.add(item["id"]);
    this.#socket.send(JSON.stringify({ event_id: `event_${++this.#sent}`, ...event }));
  }
}

const OVERFLOW = {
  status: "failed",
  status_details: {
    type: "failed",
    error: {
      type: "invalid_request_error",
      code: "context_length_exceeded",
      message: "The conversation is longer than the context window of the model.",
    },
  },
} as const;

/** Sixteen bits at 24 kHz, in base64. */
const silence = (tokens: number): string =>
  Buffer.alloc(tokens * MILLISECONDS_PER_TOKEN * 48).toString("base64");

/** An item as it is told: what speech costs is not part of it. */
function wireOf(item: HeldItem, status: string = "completed"): object {
  const { audio_tokens: _price, ...wire } = item;
  return { object: "realtime.item", status, ...wire };
}

function usageOf(inputTokens: number, output: readonly HeldItem[]): object {
  const outputTokens = output.reduce((sum, item) => sum + realtimeItemTokens(item), 0);
  const audio = output.reduce((sum, item) => sum + (item.audio_tokens ?? 0), 0);
  return {
    total_tokens: inputTokens + outputTokens,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    input_token_details: { text_tokens: inputTokens, audio_tokens: 0, cached_tokens: 0 },
    output_token_details: { text_tokens: outputTokens - audio, audio_tokens: audio },
  };
}
