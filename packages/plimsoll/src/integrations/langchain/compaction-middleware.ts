import type { AgentMiddleware } from "langchain";
import { langchain, type LangchainMessage } from "../../formats/langchain/langchain.js";
import { checkedCompactionOptions, SESSION_FIELD } from "../core/checked-compaction-options.js";
import { CallCompactor } from "../core/call-compactor.js";
import { RecallSessions } from "./recall-sessions.js";
import { CarriedState } from "../core/carried-state.js";
import { canonicalMessage } from "./canonical-message.js";
import {
  type CompactionHandle,
  handleOf,
  type LangchainCompactionOptions,
} from "./langchain-compaction-options.js";
import { modelRequest } from "./run-request.js";

type WrapModelCall = NonNullable<AgentMiddleware["wrapModelCall"]>;
type Messages = Parameters<WrapModelCall>[0]["messages"];

/** A middleware for `createAgent`, with access to its manager. */
export interface LangchainCompactionMiddleware extends AgentMiddleware, CompactionHandle {}

/**
 * Compacts what the model receives, on every model call, and sends less if the provider refuses it as too long.
 * The state of the agent keeps every message. List it last, so that it sees what other middlewares changed in a
 * request.
 */
export function compactionMiddleware(
  options: LangchainCompactionOptions = {},
): LangchainCompactionMiddleware {
  const { sessionId, recall, ...rest } = checkedCompactionOptions<LangchainCompactionOptions>(options, {
    ...SESSION_FIELD,
    recall: "flag",
  });
  const carried = rest.storage || rest.manager ? undefined : new CarriedState();
  const compactor = new CallCompactor<LangchainMessage>(
    "langchain",
    { format: langchain, ...rest, ...(carried ? { storage: carried.storage } : {}) },
    canonicalMessage,
  );
  if (carried) compactor.ownStorage();
  const sessions = new RecallSessions(compactor, sessionId);
  const wrapModelCall: WrapModelCall = async (request, handler) => {
    const wanted = modelRequest(request, sessionId);
    await carried?.load(wanted.sessionId, wanted.items);
    return compactor.call(
      wanted,
      async (items, call) => {
        // The model makes messages of the few that are plain data.
        const answer = await handler({ ...request, messages: items as Messages });
        sessions.note(call.sessionId, answer);
        await carried?.attach(wanted.sessionId, answer);
        return answer;
      },
      (answer) => ("usage_metadata" in answer ? answer.usage_metadata : undefined),
    );
  };
  return {
    name: "PlimsollCompaction",
    wrapModelCall,
    ...handleOf(compactor),
    ...(recall === true ? { tools: sessions.tools() } : {}),
  };
}
