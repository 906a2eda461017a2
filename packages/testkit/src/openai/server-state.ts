import type { Account } from "./account.js";
import type { ResolveRules } from "./effective-input.js";
import type { OpenAIFault, OverflowShape } from "./openai-fault.js";
import type { PromptRenderer } from "./prompt-renderer.js";
import type { ScriptedOutput } from "./scripted-output.js";
import type { OpenAIReplySettings, Respond } from "./scripted-openai-options.js";
import type { StreamEvent } from "./stream-event.js";
import type { WireRecord } from "../wire-record.js";

export interface QueuedReply {
  readonly output: readonly ScriptedOutput[];
  readonly settings: OpenAIReplySettings;
}

/** What the routes of one server share. */
export interface ServerState {
  readonly renderer: PromptRenderer;
  readonly replies: QueuedReply[];
  readonly respond: Respond;
  readonly rules: ResolveRules;
  readonly contextWindow: number;
  readonly overflow: OverflowShape;
  readonly compactionTokens: number;
  readonly compactingEvents: boolean;
  readonly encryptReasoning: boolean;
  makeId(prefix: string): string;
  now(): number;
}

/** A request on its way to a route. */
export interface RouteRequest {
  readonly account: Account;
  readonly body: WireRecord;
  readonly fault: OpenAIFault | undefined;
}

/** What a route answers. Nothing is remembered of an answer until it is committed. */
export type Outcome = { readonly commit?: () => void; readonly rollback?: () => void } & (
  | { readonly json: WireRecord }
  | { readonly events: readonly StreamEvent[] }
);
