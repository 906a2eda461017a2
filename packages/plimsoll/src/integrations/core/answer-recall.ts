import type { CompactManager } from "../../engine/compact-manager.js";
import { recallTools } from "../../recall/recall-tools.js";

/** A call of a recall tool by the agent of a framework. */
export interface RecallToolCall {
  readonly name: string;
  /** The arguments, as an object or as JSON. */
  readonly input: unknown;
  /** The session that made the call; undefined if that is not certain. */
  readonly sessionId: string | undefined;
}

const NOTHING = JSON.stringify({ note: "Nothing has left this conversation's window yet." });

/** Answers a call of a recall tool, from the session that made it alone. */
export async function answerRecall<W extends object>(
  manager: CompactManager<W>,
  { name, input, sessionId }: RecallToolCall,
): Promise<string> {
  if (sessionId === undefined) return NOTHING;
  const tools = recallTools(await manager.recall(sessionId));
  const answer = await tools.find((tool) => tool.name === name)?.execute(parsed(input));
  return answer ?? NOTHING;
}

function parsed(input: unknown): unknown {
  if (typeof input !== "string") return input;
  try {
    return JSON.parse(input);
  } catch {
    return {};
  }
}
