import type { AgentMiddleware } from "langchain";
import type { LangchainMessage } from "../../formats/langchain/langchain.js";
import { isRecord } from "../../text/is-record.js";
import { answerRecall } from "../core/answer-recall.js";
import type { CallCompactor } from "../core/call-compactor.js";
import { CallSessions } from "../core/call-sessions.js";
import { type LangchainRecallCall, recallTools } from "./recall-tools.js";
import { threadOf } from "./run-request.js";

/** The recall tools of a middleware. Each call reads the thread that made it, or the session that the model answered in. */
export class RecallSessions {
  readonly #compactor: CallCompactor<LangchainMessage>;
  readonly #named: string | undefined;
  readonly #calls = new CallSessions();

  constructor(compactor: CallCompactor<LangchainMessage>, named: string | undefined) {
    this.#compactor = compactor;
    this.#named = named;
  }

  /** Records the calls in a model's answer. */
  note(sessionId: string | undefined, answer: unknown): void {
    const calls: unknown = isRecord(answer) ? answer["tool_calls"] : undefined;
    if (!Array.isArray(calls)) return;
    this.#calls.note(
      sessionId,
      calls.filter(isRecord).map(({ id, name, args }) => known({ id, name, input: args })),
    );
  }

  tools(): NonNullable<AgentMiddleware["tools"]> {
    return recallTools((call) =>
      answerRecall(this.#compactor.manager(), { ...call, sessionId: this.#sessionOf(call) }),
    );
  }

  #sessionOf(call: LangchainRecallCall): string | undefined {
    return this.#named ?? threadOf(call.config) ?? this.#calls.of(known(call));
  }
}

const known = ({ id, name, input }: { id: unknown; name: unknown; input: unknown }): object => ({
  type: "function_call",
  callId: id,
  name,
  arguments: JSON.stringify(input),
});
