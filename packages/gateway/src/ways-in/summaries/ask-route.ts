import type { SummaryAnswer, SummaryQuestion } from "plimsoll/summarizers";
import type { AnswerEvent, AnswerUsage } from "../../answers/answer-event.js";
import { responseUsage } from "../../answers/response-usage.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { translatedExchange } from "../../exchange/translated-exchange.js";
import { UpstreamRefused } from "../../exchange/upstream-refused.js";
import type { JsonRecord } from "../../json/json-record.js";
import type { Route } from "../../routes/route.js";
import { translateRequest } from "../../translation/translate-request.js";
import { LONGEST_SUMMARY } from "./longest-summary.js";

/** A refusal with the status that says whether asking again helps. */
class SummaryRefused extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.name = "SummaryRefused";
    this.status = status;
  }
}

const UNUSABLE = 422;
const BROKEN_OFF = 502;

/** Asks the model of a route one question, in whatever protocol it speaks. @throws an error with a `status` */
export async function askRoute(
  context: GatewayContext,
  route: Route,
  question: SummaryQuestion,
): Promise<SummaryAnswer> {
  const events = translatedExchange(context, {
    routes: [route],
    call: { items: itemsOf(question), succeeded: () => undefined, failed: () => Promise.resolve(undefined) },
    translate: (items, to) =>
      translateRequest(bodyOf(question, to), items, {
        model: to.upstreamModel,
        outputReserve: to.outputReserve,
        webSearch: false,
        openReasoning: () => undefined,
      }),
    accepted: () => undefined,
    signal: question.signal,
  });
  try {
    return await collected(events);
  } catch (error) {
    if (!(error instanceof UpstreamRefused)) throw error;
    const { code, message, status } = error.failure;
    throw new SummaryRefused(`${code}: ${message}`, status >= 400 ? status : BROKEN_OFF);
  }
}

const itemsOf = ({ user }: SummaryQuestion): JsonRecord[] => [
  { type: "message", role: "user", content: [{ type: "input_text", text: user }] },
];

/** No tool is offered, and an answer is never longer than the room that the route keeps free for it. */
function bodyOf({ system, schema, maxOutputTokens }: SummaryQuestion, to: Route): JsonRecord {
  const format = { type: "json_schema", name: "summary", schema, strict: false };
  return {
    instructions: system,
    max_output_tokens: Math.min(maxOutputTokens, to.outputReserve),
    ...(schema === undefined ? {} : { text: { format } }),
  };
}

function longer(text: string, delta: string): string {
  if (text.length + delta.length > LONGEST_SUMMARY)
    throw new SummaryRefused("the model does not come to an end", UNUSABLE);
  return text + delta;
}

async function collected(events: AsyncIterable<AnswerEvent>): Promise<SummaryAnswer> {
  let text = "";
  let usage: AnswerUsage | undefined;
  let called = "";
  for await (const event of events) {
    if (event.type === "text") text = longer(text, event.delta);
    else if (event.type === "call") called = event.name;
    else if (event.type === "usage") usage = event.usage;
    else if (event.type === "failed") throw new SummaryRefused(event.message, BROKEN_OFF);
    else if (event.type === "end" && event.reason === "content_filter")
      throw new SummaryRefused("the upstream held the answer back", UNUSABLE);
  }
  if (text.trim() === "" && called !== "")
    throw new SummaryRefused(`the model called ${called.slice(0, 80)} instead of writing`, UNUSABLE);
  return { text, ...(usage ? { usage: responseUsage(usage) } : {}) };
}
