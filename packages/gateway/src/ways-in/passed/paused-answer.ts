import type { SummaryCost } from "../../compaction/compaction-account.js";
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
  /** So long the client may hear nothing. */
  readonly keepAliveMs: number;
}

const HEADERS = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" };
const NOTHING = { input_tokens: 0, output_tokens: 0 };

/** Answers with a `compaction` block and nothing else. A streaming client hears that the work goes on. */
export async function answerPaused(answer: PausedAnswer, made: Promise<PausedContent>): Promise<void> {
  if (answer.isStream) return streamPaused(answer, made);
  const { block, cost } = await made;
  answer.reply.json(200, {
    ...messageOf(answer),
    content: [block],
    stop_reason: "compaction",
    usage: { ...NOTHING, iterations: [compactionIteration(cost)] },
    ...reportOf(answer),
  });
}

async function streamPaused(answer: PausedAnswer, made: Promise<PausedContent>): Promise<void> {
  const stream = answer.reply.stream(200, HEADERS);
  await write(stream, [{ type: "message_start", message: messageOf(answer) }]);
  const timer = setInterval(() => {
    void write(stream, [{ type: "ping" }]).catch(() => undefined);
  }, answer.keepAliveMs);
  const { block, cost } = await made.finally(() => clearInterval(timer));
  await write(stream, [
    ...blockEvents(block),
    {
      type: "message_delta",
      delta: { stop_reason: "compaction", stop_sequence: null },
      usage: { ...NOTHING, iterations: [compactionIteration(cost)] },
      ...reportOf(answer),
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

const reportOf = ({ isReported }: PausedAnswer): JsonRecord =>
  isReported ? { context_management: { applied_edits: [] } } : {};
