import type { AgentMiddleware } from "langchain";
import { isRecord } from "../../text/is-record.js";
import { RECALL_TOOL_DESCRIPTIONS } from "../../recall/recall-tools.js";

/** A call of a recall tool, and the configuration of the run that makes it. */
export interface LangchainRecallCall {
  readonly name: string;
  readonly id: string | undefined;
  readonly input: unknown;
  readonly config: unknown;
}

/** The recall tools as LangChain's agents call them: with a call, or with the arguments alone. */
export function recallTools(
  answer: (call: LangchainRecallCall) => Promise<string>,
): NonNullable<AgentMiddleware["tools"]> {
  return RECALL_TOOL_DESCRIPTIONS.map(({ name, description, parameters }) => ({
    name,
    description,
    schema: parameters,
    lc_runnable: true,
    invoke: (call: unknown, config?: unknown) => answer({ name, config, ...readCall(call) }),
  })) as unknown as NonNullable<AgentMiddleware["tools"]>;
}

function readCall(call: unknown): Pick<LangchainRecallCall, "id" | "input"> {
  if (!isRecord(call) || call["type"] !== "tool_call") return { id: undefined, input: call };
  const { id, args } = call;
  return { id: typeof id === "string" ? id : undefined, input: args };
}
