import type { Signer } from "../signer.js";
import type { WireRecord } from "../../wire-record.js";
import type { ClaudeRules } from "./claude-rules.js";

/** What a request of the Messages API is checked with. */
export interface MessagesContext {
  readonly rules: ClaudeRules;
  readonly signer: Signer;
  /** Values of the header `anthropic-beta`. */
  readonly betas: readonly string[];
}

/** Consecutive messages of one role: the API combines them. */
export interface MessageTurn {
  readonly role: string;
  /** Of its first message in the list. */
  readonly index: number;
  readonly blocks: readonly WireRecord[];
}
