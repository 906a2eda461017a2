import type { AgentInputItem } from "@openai/agents";
import { agents } from "../../formats/agents/agents.js";
import type { Format } from "../../formats/format.js";
import { CallCompactor } from "../core/call-compactor.js";
import { checkedCompactionOptions } from "../core/checked-compaction-options.js";
import type { AgentsCompactionOptions } from "./agents-compaction-options.js";
import { canonicalAgentsItem } from "./canonical-agents-item.js";

/** The options of this integration, checked. */
export const checkedAgentsOptions = (options: unknown): AgentsCompactionOptions =>
  checkedCompactionOptions<AgentsCompactionOptions>(options, { sessionIdOf: "function", tracing: "flag" });

/** What compacts the requests of the SDK, whether they come through a model, a filter or a session. */
export function agentsCompactor(options: AgentsCompactionOptions): CallCompactor<AgentInputItem> {
  const { sessionIdOf: _, tracing: __, ...rest } = options;
  const format = agents as unknown as Format<AgentInputItem>;
  return new CallCompactor("openai-agents", { format, ...rest }, canonicalAgentsItem);
}
