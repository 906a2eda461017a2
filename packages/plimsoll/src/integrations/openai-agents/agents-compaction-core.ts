import type { AgentInputItem } from "@openai/agents";
import type { CallCompactor } from "../core/call-compactor.js";
import type { AgentsCompactionOptions } from "./agents-compaction-options.js";
import type { CallSessions } from "../core/call-sessions.js";

/** What the parts of one `AgentsCompaction` share. */
export interface AgentsCompactionCore {
  readonly compactor: CallCompactor<AgentInputItem>;
  readonly options: AgentsCompactionOptions;
  readonly sessions: CallSessions;
}
