import type { ProtocolName } from "../protocols/protocol-name.js";
import type { AnthropicQuirks } from "../protocols/anthropic/anthropic-quirks.js";
import type { ChatQuirks } from "../protocols/chat/chat-quirks.js";
import type { GeminiQuirks } from "../protocols/gemini/gemini-quirks.js";
import type { ResponsesQuirks } from "../protocols/responses/responses-quirks.js";

/** What differs from a protocol as its inventor speaks it. Absent: nothing does. */
export interface Quirks {
  readonly chat?: Partial<ChatQuirks>;
  readonly responses?: Partial<ResponsesQuirks>;
  readonly gemini?: Partial<GeminiQuirks>;
  readonly anthropic?: Partial<AnthropicQuirks>;
}

/** Who serves models, and what is special about how it does. A declaration: all logic is in the protocols. */
export interface Vendor {
  readonly name: string;
  readonly title: string;
  /** Absent: the configuration must name it. */
  readonly baseUrl?: string;
  /** Where a protocol is served at another address than that one. */
  readonly addresses?: Partial<Readonly<Record<ProtocolName, string>>>;
  /** The ways in which it can be asked, the best first. */
  readonly protocols: readonly ProtocolName[];
  readonly auth: "bearer" | "x-api-key" | "x-goog-api-key" | "api-key" | "none";
  /** The environment variable in which its users keep the key. */
  readonly keyEnv?: string;
  /** Models whose quirks differ, one of each kind, the most usual first: for the tables in the docs and the tests. */
  readonly examples: readonly string[];
  /** By the upstream's name of the model. */
  quirks(model: string): Quirks;
  /** What its users should know, one sentence each, for the table in the docs. */
  readonly notes: readonly string[];
}
