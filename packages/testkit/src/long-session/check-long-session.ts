import { callKey, type LongSession, type LongSessionCall } from "./long-session.js";
import { hasOrphans, type RecordedRequest } from "./long-session-model.js";

/** What happened in a long session. */
export interface PlayedSession {
  readonly requests: readonly RecordedRequest[];
  /** The calls that were carried out, in order. */
  readonly calls: readonly LongSessionCall[];
  /** The answer to the last request; undefined if the session did not get there. */
  readonly answer: string | undefined;
  /** How many turns ended with an answer. */
  readonly turns: number;
  /** What ended the session early. */
  readonly failure?: unknown;
}

export interface LongSessionVerdict {
  readonly completed: boolean;
  /** How many turns ended with an answer. */
  readonly turns: number;
  /** The message of the error that ended the session early; empty if nothing did. */
  readonly failure: string;
  readonly requests: number;
  readonly largestRequest: number;
  /** Input tokens of all requests together. */
  readonly inputTokens: number;
  /** Numbers, from 1, of requests larger than the window. */
  readonly overWindow: readonly number[];
  /** Numbers of requests with a call without a result, or a result without a call. */
  readonly orphans: readonly number[];
  /** Numbers of requests in which the policy cannot be read. */
  readonly withoutPolicy: readonly number[];
  readonly refused: readonly number[];
  /** Calls that were made again because their results were not visible any more. */
  readonly repeatedCalls: number;
  /** The container that must not leave was held. */
  readonly policyObeyed: boolean;
  /** The fact of turn 2 was used in the end. */
  readonly factUsed: boolean;
  /** What was corrected was used as corrected. */
  readonly correctionUsed: boolean;
}

/** Holds a played session against what must be so. */
export function checkLongSession(session: LongSession, played: PlayedSession): LongSessionVerdict {
  const { requests, calls, answer } = played;
  const numbersOf = (wrong: (request: RecordedRequest) => boolean): number[] =>
    requests.flatMap((request, index) => (wrong(request) ? [index + 1] : []));
  const tokens = requests.map((request) => request.tokens);
  const { failure } = played;
  return {
    turns: played.turns,
    failure: failure instanceof Error ? failure.message : String(failure ?? ""),
    completed: played.turns === session.turns.length && answer !== undefined,
    requests: requests.length,
    largestRequest: Math.max(0, ...tokens),
    inputTokens: tokens.reduce((sum, count) => sum + count, 0),
    overWindow: numbersOf((request) => request.tokens > session.window),
    orphans: numbersOf(hasOrphans),
    withoutPolicy: numbersOf(({ visible }) => !visible.includes(session.policy)),
    refused: numbersOf(({ refused }) => refused),
    repeatedCalls: calls.length - new Set(calls.map(callKey)).size,
    policyObeyed:
      calls.some(({ name }) => name === "hold_container") &&
      calls.every(({ name }) => name !== "release_container"),
    factUsed: answer?.includes(session.fact) === true,
    correctionUsed:
      answer?.includes(session.correction.after) === true && !answer.includes(session.correction.before),
  };
}
