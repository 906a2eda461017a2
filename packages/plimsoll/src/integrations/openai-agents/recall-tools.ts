import type { FunctionTool } from "@openai/agents";
import type { Recall } from "../../recall/recall.js";
import { recallTools as toolsOf } from "../../recall/recall-tools.js";
import type { AgentsCompactionCore } from "./agents-compaction-core.js";

/** Nothing is called on it: only the descriptions of the tools are taken. */
const UNASKED: Recall = {
  search: () => Promise.resolve([]),
  read: () => Promise.reject(new Error("not asked")),
  list: () => Promise.resolve([]),
};

/**
 * The tools with which an agent reads back what left its window. Each call reads only the session that made it.
 */
export function recallTools({ compactor, sessions }: AgentsCompactionCore): FunctionTool[] {
  const answer = async (name: string, input: string, call: unknown): Promise<string> => {
    const sessionId = sessions.of(call);
    if (sessionId === undefined) return NOTHING;
    const recall = await compactor.manager().recall(sessionId);
    return (
      (await toolsOf(recall)
        .find((tool) => tool.name === name)
        ?.execute(parse(input))) ?? NOTHING
    );
  };
  return toolsOf(UNASKED).map(
    ({ name, description, parameters }): FunctionTool => ({
      type: "function",
      name,
      description,
      parameters: parameters as FunctionTool["parameters"],
      strict: false,
      needsApproval: () => Promise.resolve(false),
      isEnabled: () => Promise.resolve(true),
      invoke: (_context, input, details) => answer(name, input, details?.toolCall),
    }),
  );
}

const NOTHING = JSON.stringify({ note: "Nothing has left this conversation's window yet." });

function parse(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return {};
  }
}
