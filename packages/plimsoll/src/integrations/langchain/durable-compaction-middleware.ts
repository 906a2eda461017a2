import type { BaseMessage } from "@langchain/core/messages";
import type { AgentMiddleware } from "langchain";
import { isRecord } from "../../text/is-record.js";
import { langchain, type LangchainMessage } from "../../formats/langchain/langchain.js";
import { checkedCompactionOptions, SESSION_FIELD } from "../core/checked-compaction-options.js";
import { CallCompactor } from "../core/call-compactor.js";
import { RecallSessions } from "./recall-sessions.js";
import { canonicalMessage } from "./canonical-message.js";
import type { LangchainCompactionMiddleware } from "./compaction-middleware.js";
import { handleOf, type LangchainCompactionOptions } from "./langchain-compaction-options.js";
import { modelRequest } from "./run-request.js";

type BeforeModel = Extract<NonNullable<AgentMiddleware["beforeModel"]>, (...args: never[]) => unknown>;

/** Tells LangGraph's reducer to forget everything; its class accepts this form too. */
const REMOVE_ALL = { type: "remove", id: "__remove_all__" } as const;

/**
 * Compacts the state of the agent itself before a model call, so that checkpoints stay small; removed messages
 * are in the archive. The hook sees only the messages: pass `instructions` and `tools` to count the rest of a
 * request, and add `compactionMiddleware` to recover from overflows.
 */
export function durableCompactionMiddleware(
  options: LangchainCompactionOptions & {
    readonly instructions?: string;
    readonly tools?: readonly unknown[];
  } = {},
): LangchainCompactionMiddleware {
  const { sessionId, recall, instructions, tools, ...rest } = checkedCompactionOptions<typeof options>(
    options,
    {
      ...SESSION_FIELD,
      tools: "anything",
      instructions: "text",
      recall: "flag",
    },
  );
  const compactor = new CallCompactor<LangchainMessage>(
    "langchain",
    { format: langchain, prepareAtPct: 0, ...rest },
    canonicalMessage,
  );
  const beforeModel: BeforeModel = async (state, runtime) => {
    const messages = messagesOf(state);
    const call = await compactor.begin(
      modelRequest({ messages, systemPrompt: instructions, tools, runtime }, sessionId),
    );
    if (unchanged(messages, call.items)) return undefined;
    // The reducer makes messages of what is plain data.
    return { messages: [REMOVE_ALL, ...withIds(messages, call.items)] as unknown as BaseMessage[] };
  };
  return {
    name: "PlimsollDurableCompaction",
    beforeModel,
    ...handleOf(compactor),
    ...(recall === true ? { tools: new RecallSessions(compactor, sessionId).tools() } : {}),
  };
}

function messagesOf(state: unknown): readonly LangchainMessage[] {
  const messages = isRecord(state) ? state["messages"] : undefined;
  return Array.isArray(messages) ? (messages as LangchainMessage[]) : [];
}

/**
 * A result that was shortened stays the message that it was, with its id: a graph around the agent puts it in the place of the old
 * one, and adds no second result for the same call.
 */
function withIds(
  before: readonly LangchainMessage[],
  after: readonly LangchainMessage[],
): LangchainMessage[] {
  const kept = new Set<object>(before);
  const results = new Map<unknown, LangchainMessage | undefined>();
  for (const message of before) {
    const call = callOf(message);
    // Which of two results for calls of the same id was shortened cannot be told.
    results.set(call, results.has(call) ? undefined : message);
  }
  return after.map((message) => {
    const call = callOf(message);
    const original = kept.has(message) || call === undefined ? undefined : results.get(call);
    if (!isRecord(original)) return message;
    const { id, artifact } = original;
    return {
      ...message,
      ...(id === undefined ? {} : { id }),
      ...(artifact === undefined ? {} : { artifact }),
    };
  });
}

const callOf = (message: LangchainMessage): unknown =>
  isRecord(message) ? message["tool_call_id"] : undefined;

function unchanged(before: readonly object[], after: readonly object[]): boolean {
  return before.length === after.length && before.every((message, index) => message === after[index]);
}
