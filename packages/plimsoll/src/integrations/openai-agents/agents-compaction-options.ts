import type { AgentInputItem, ModelRequest } from "@openai/agents";
import type { CompactionOptions } from "../core/compaction-options.js";

export interface AgentsCompactionOptions extends CompactionOptions<AgentInputItem> {
  /** The session of a request, if the caller knows one. @default found by the content of the history */
  readonly sessionIdOf?: (request: ModelRequest) => string | undefined;
  /** Spans for compactions in the SDK's own tracing. @default true */
  readonly tracing?: boolean;
}
