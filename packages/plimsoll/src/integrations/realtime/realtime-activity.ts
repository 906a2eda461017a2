import { isRecord } from "../../text/is-record.js";
import { recognizeOverflow } from "../../tokens/recognize-overflow.js";
import type { LedgerEntry } from "./realtime-ledger.js";
import { type ClientEvent, idOf, type ServerEvent } from "./server-event.js";

/** Items of these kinds are followed by a response. */
function asksForAnswer({ item }: LedgerEntry): boolean {
  return item.type === "function_call_output" || (item.type === "message" && item.role === "user");
}

/** The state of a session besides its items: responses, the usage of the last one, the session's settings. */
export class RealtimeActivity {
  readonly #responses = new Set<string>();
  #expectsResponse = false;
  #transcribes = true;
  #usedTokens: number | undefined;
  #overflowed = false;
  #instructions: string | undefined;
  #tools: unknown;

  /** True while a response is made or about to be. */
  get isResponding(): boolean {
    return this.#responses.size > 0 || this.#expectsResponse;
  }

  /** False if the session does not transcribe the user's speech: then no transcript will ever come. */
  get transcribes(): boolean {
    return this.#transcribes;
  }

  /** Tokens of the conversation at the last response, audio included; absent if unknown. */
  get usedTokens(): number | undefined {
    return this.#usedTokens;
  }

  /** True if the last response was refused because the conversation is too long. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  /** What is sent with every response in addition to the items. */
  get fixed(): { readonly instructions?: string; readonly tools?: unknown } {
    return {
      ...(this.#instructions === undefined ? {} : { instructions: this.#instructions }),
      ...(this.#tools === undefined ? {} : { tools: this.#tools }),
    };
  }

  /** Records what the application sends: a response is on its way before the server says so. */
  hearSent(event: ClientEvent): void {
    const item = event["item"];
    const asks =
      event.type === "response.create" ||
      (event.type === "conversation.item.create" &&
        isRecord(item) &&
        (item["type"] === "function_call_output" || item["role"] === "user"));
    if (asks) this.#expectsResponse = true;
  }

  /** The server refused a request of the application; if it was for a response, none will come. */
  hearRefused({ error }: ServerEvent): void {
    this.#expectsResponse = false;
    if (isRecord(error) && recognizeOverflow(error).overflow) this.#overflowed = true;
  }

  hear(event: ServerEvent, added: LedgerEntry | undefined): void {
    if (added && asksForAnswer(added)) this.#expectsResponse = true;
    switch (event.type) {
      case "session.created":
      case "session.updated":
        this.#hearSession(event["session"]);
        break;
      case "response.created":
        this.#responses.add(responseId(event));
        break;
      case "response.done":
        this.#hearDone(event);
        break;
    }
  }

  /** Forgets the reported usage, which belongs to a conversation that no longer exists. */
  forgetUsage(): void {
    this.#usedTokens = undefined;
  }

  disconnect(): void {
    this.#overflowed = false;
    this.#responses.clear();
    this.#expectsResponse = false;
    this.#usedTokens = undefined;
  }

  #hearDone(event: ServerEvent): void {
    this.#responses.delete(responseId(event));
    const response = event["response"];
    if (!isRecord(response)) return;
    // A response beside the conversation says nothing of the conversation's size.
    if (response["conversation_id"] === null) return;
    this.#expectsResponse = false;
    this.#overflowed = isOverflow(response);
    const usage = response["usage"];
    if (!isRecord(usage)) return;
    const total = tokensAt(usage, "total_tokens");
    const sum = tokensAt(usage, "input_tokens") + tokensAt(usage, "output_tokens");
    if (total + sum > 0) this.#usedTokens = Math.max(total, sum);
  }

  #hearSession(session: unknown): void {
    if (!isRecord(session)) return;
    if (typeof session["instructions"] === "string") this.#instructions = session["instructions"];
    if (Array.isArray(session["tools"])) this.#tools = session["tools"];
    const transcription = transcriptionOf(session);
    if (transcription !== undefined) this.#transcribes = transcription !== null;
  }
}

function responseId(event: ServerEvent): string {
  const response = event["response"];
  return isRecord(response) ? idOf(response["id"]) : "";
}

function isOverflow(response: Readonly<Record<string, unknown>>): boolean {
  const details = response["status_details"];
  const error = isRecord(details) ? details["error"] : undefined;
  return response["status"] === "failed" && isRecord(error) && recognizeOverflow(error).overflow;
}

function tokensAt(usage: Readonly<Record<string, unknown>>, key: string): number {
  const value = usage[key];
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}

/** `null` if the session does not transcribe; `undefined` if it does not say. */
function transcriptionOf(session: Readonly<Record<string, unknown>>): unknown {
  const audio = session["audio"];
  const input = isRecord(audio) ? audio["input"] : undefined;
  return isRecord(input) ? input["transcription"] : session["input_audio_transcription"];
}
