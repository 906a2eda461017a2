import type { SummaryCost } from "../../compaction/compaction-account.js";
import { EVENT_STREAM } from "../../http/event-stream.js";
import type { Reply, StreamedReply } from "../../http/reply.js";
import type { JsonRecord } from "../../json/json-record.js";
import { blockEvents, compactionIteration } from "./answer-amendments.js";

/** What an answer that is a block alone holds. */
export interface PausedContent {
  readonly block: JsonRecord;
  readonly cost: SummaryCost;
}

export interface PausedAnswer {
  readonly reply: Reply;
  readonly id: string;
  /** The name that the client used. */
  readonly model: string;
  readonly isStream: boolean;
  /** True if edits are reported. */
  readonly isReported: boolean;
}

const NOTHING = { input_tokens: 0, output_tokens: 0 };

/** Answers with a `compaction` block and nothing else. */
export async function answerPaused(answer: PausedAnswer, { block, cost }: PausedContent): Promise<void> {
  const usage = { ...NOTHING, iterations: [compactionIteration(cost)] };
  const report = answer.isReported ? { context_management: { applied_edits: [] } } : {};
  const message = messageOf(answer);
  if (!answer.isStream)
    return answer.reply.json(200, {
      ...message,
      content: [block],
      stop_reason: "compaction",
      usage,
      ...report,
    });
  const stream = answer.reply.stream(200, EVENT_STREAM);
  await write(stream, [
    { type: "message_start", message },
    ...blockEvents(block),
    {
      type: "message_delta",
      delta: { stop_reason: "compaction", stop_sequence: null },
      usage,
      ...report,
    },
    { type: "message_stop" },
  ]);
  stream.end();
}

async function write(stream: StreamedReply, events: readonly JsonRecord[]): Promise<void> {
  const text = events.map((event) => `event: ${String(event["type"])}\ndata: ${JSON.stringify(event)}\n\n`);
  await stream.write(text.join(""));
}

const messageOf = ({ id, model }: PausedAnswer): JsonRecord => ({
  id,
  type: "message",
  role: "assistant",
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: NOTHING,
});
