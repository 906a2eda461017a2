import type { FunctionTool } from "@openai/agents";
import { RECALL_TOOL_DESCRIPTIONS } from "../../recall/recall-tools.js";
import { answerRecall } from "../core/answer-recall.js";
import type { AgentsCompactionCore } from "./agents-compaction-core.js";

/**
 * The tools with which an agent reads back what left its window. Each call reads only the session that made it.
 */
export function recallTools({ compactor, sessions }: AgentsCompactionCore): FunctionTool[] {
  return RECALL_TOOL_DESCRIPTIONS.map(
    ({ name, description, parameters }): FunctionTool => ({
      type: "function",
      name,
      description,
      parameters: parameters as FunctionTool["parameters"],
      strict: false,
      needsApproval: () => Promise.resolve(false),
      isEnabled: () => Promise.resolve(true),
      invoke: (_context, input, details) =>
        answerRecall(compactor.manager(), { name, input, sessionId: sessions.of(details?.toolCall) }),
    }),
  );
}
