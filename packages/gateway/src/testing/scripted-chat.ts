import { heuristicEstimator } from "plimsoll";
import { type ScriptedAnswer, startScriptedChat, type UpstreamFault } from "plimsoll-testkit";
import { onTestFinished } from "vitest";
import type { JsonRecord } from "../json/json-record.js";

/** What the model says to one request. */
export interface ChatAnswer {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly usage?: JsonRecord | "none";
  readonly status?: number;
  readonly error?: JsonRecord;
  /** Ends the connection after the text. */
  readonly cut?: boolean;
  /** Goes on with the same text until the client leaves. */
  readonly endless?: boolean;
  /** A text in place of a stream of events. */
  readonly garbage?: string;
  /** Never answers. */
  readonly hang?: boolean;
}

export interface ScriptedChat {
  readonly baseUrl: string;
  readonly requests: readonly JsonRecord[];
  /** The body of each request as it came. */
  readonly bodies: readonly string[];
  readonly largest: () => number;
  /** How many requests were over the window. */
  readonly refused: () => number;
}

export interface ScriptedChatOptions {
  readonly window?: number;
  /** The tokens of a request. @default an estimate by its JSON */
  count?(request: JsonRecord): number;
  answer(request: JsonRecord, index: number): ChatAnswer;
}

/** The testkit's Chat server at its most lenient, for tests that are about the gateway and not about a vendor. */
export async function scriptedChat({
  window = 1_000_000,
  count = (request) => heuristicEstimator.count(JSON.stringify([request["messages"], request["tools"]])),
  answer,
}: ScriptedChatOptions): Promise<ScriptedChat> {
  const upstream = await startScriptedChat({
    vendor: "lenient",
    contextWindow: window,
    count,
    respond: ({ body }) => scriptedAnswer(answer(body as JsonRecord, upstream.requests.length - 1)),
  });
  onTestFinished(() => upstream.close());
  return {
    baseUrl: `${upstream.origin}/v1`,
    get requests() {
      return upstream.requests.map(({ body }) => body as JsonRecord);
    },
    get bodies() {
      return upstream.requests.map(({ text }) => text);
    },
    largest: () => Math.max(0, ...upstream.accepted.map(({ inputTokens }) => inputTokens)),
    refused: () => upstream.refusals.filter((refusal) => refusal.includes("maximum context length")).length,
  };
}

function scriptedAnswer(answer: ChatAnswer): ScriptedAnswer {
  const { reasoning, text, calls = [], usage } = answer;
  const fault = faultOf(answer);
  return {
    parts: [
      ...(reasoning ? [{ type: "thinking" as const, text: reasoning }] : []),
      ...(text ? [text] : []),
      ...calls.map(({ id, name, arguments: given }) => ({
        type: "call" as const,
        id,
        name,
        arguments: JSON.parse(given) as JsonRecord,
      })),
    ],
    ...(usage === "none" ? { withoutUsage: true } : usage ? { usage } : {}),
    ...(fault ? { fault } : {}),
  };
}

function faultOf({ status, error, cut, endless, garbage, hang }: ChatAnswer): UpstreamFault | undefined {
  if (status !== undefined)
    return { kind: "status", status, body: JSON.stringify({ error: error ?? { message: "no" } }) };
  if (garbage !== undefined) return { kind: "garbage", text: garbage };
  if (endless) return { kind: "endless" };
  if (hang) return { kind: "stall" };
  return cut ? { kind: "cut", afterEvents: 2 } : undefined;
}
