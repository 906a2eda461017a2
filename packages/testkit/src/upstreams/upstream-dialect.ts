import type { ApiRefusal } from "./api-refusal.js";
import type { ScriptedAnswer } from "./scripted-answer.js";
import type { WireRecord } from "../wire-record.js";

/** A request as it came. */
export interface UpstreamCall {
  readonly method: string;
  /** With the query, as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
  /** The body as it came. */
  readonly text: string;
  readonly bytes: number;
}

/** A request that the API accepted. */
export interface AcceptedCall {
  readonly body: WireRecord;
  readonly model: string;
  readonly inputTokens: number;
}

/** How a vendor's API talks. */
export interface UpstreamDialect {
  /** Finds the route and checks everything. Throws `ApiRefusal`. */
  accept(call: UpstreamCall): AcceptedCall & { readonly kind: "answer" | "stream" | "count" };
  /** Writes an answer. `number` counts the answers of the server. */
  write(answer: ScriptedAnswer, call: AcceptedCall, number: number): { json: WireRecord; frames: string[] };
  count(call: AcceptedCall): WireRecord;
  refusalBody(refusal: ApiRefusal): WireRecord;
  /** The error as a frame of a stream. */
  errorFrame(refusal: ApiRefusal): string;
}
