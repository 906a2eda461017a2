import type { AnswerEvent } from "../answers/answer-event.js";
import type { UpstreamFailure } from "../answers/upstream-failure.js";
import type { JsonRecord } from "../json/json-record.js";
import type { TranslatedRequest } from "../translation/translated-request.js";
import type { Vendor } from "../vendors/vendor.js";
import type { ProtocolName } from "./protocol-name.js";

/** A request as it goes over the wire. Keys and the base address are added by the caller. */
export interface UpstreamRequest {
  /** Behind the base address of the vendor: `/chat/completions`. */
  readonly path: string;
  /** Only what the protocol itself wants: versions, betas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** What the client wants and this upstream cannot be asked for, one short name each, for the log. */
  readonly dropped?: readonly string[];
}

/** One server-sent event of an upstream. */
export interface UpstreamEvent {
  /** The name behind `event:`; empty if there is none. */
  readonly event: string;
  /** The parsed data; a string if it is not JSON (`[DONE]`). */
  readonly data: unknown;
}

/** What a step gives: the next state, and what happened in the answer. */
export interface Step<State> {
  readonly state: State;
  readonly events: readonly AnswerEvent[];
}

/** A request that a client wrote in this protocol, and that goes on in it. */
export interface PassedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How a paused answer goes on. */
export interface Resumed<State> {
  readonly state: State;
  readonly request: UpstreamRequest;
}

/**
 * A protocol that an upstream speaks. Pure: no I/O, no clock, no randomness. Answers are always streamed; a client that wants
 * one object gets it from the collected events.
 */
export interface Protocol<State = unknown> {
  readonly name: ProtocolName;
  toRequest(request: TranslatedRequest, vendor: Vendor): UpstreamRequest;
  /** The state before the first event. */
  start(request: TranslatedRequest, vendor: Vendor): State;
  /** Takes one event of the stream. Bad data is no exception: it is passed over, or it fails the answer. */
  step(state: State, event: UpstreamEvent): Step<State>;
  /** The events of an answer that came in one piece, although a stream was asked for; none if it is no answer. */
  wholeEvents?(data: unknown): readonly UpstreamEvent[];
  /** The answer that came in events, although none were asked for; undefined if they do not make a whole one. */
  collected?(events: readonly JsonRecord[]): JsonRecord | undefined;
  /** True for a whole answer with a good status that says that something went wrong. */
  isFailure(data: JsonRecord): boolean;
  /**
   * What to send after a stream in which the upstream paused in the middle of its answer, by the request that was sent last.
   * The steps go on with the state that is given here. Undefined: there was no pause.
   */
  resume?(state: State, sent: UpstreamRequest): Resumed<State> | undefined;
  /** What else must be said, or left out, where the list of a passed request was changed on its way. */
  amend?(passed: PassedRequest, vendor: Vendor): PassedRequest;
  /** What of `context_management` of a passed request the upstream does by itself. Absent: its API has no such thing. */
  managesContext?(model: string, vendor: Vendor): "all" | "clearing" | "none";
  /** The stream ended. Without a finish reason the answer failed: it is never completed by guessing. */
  end(state: State): readonly AnswerEvent[];
  /** Reads a refusal: any status but 2xx, with the parsed body or its text. */
  readFailure(status: number, body: unknown, headers: Readonly<Record<string, string>>): UpstreamFailure;
}
