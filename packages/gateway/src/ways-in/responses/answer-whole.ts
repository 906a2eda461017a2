import { UpstreamRefused } from "../../exchange/upstream-refused.js";
import type { Reply } from "../../http/reply.js";
import { exactText } from "../../json/exact-text.js";
import { failureError } from "../failure-error.js";
import type { AnsweringCall } from "./answering-call.js";

/** Collects an answer and sends it as one object. One that failed is an error: clients ask again by its status. */
export async function answerWhole(call: AnsweringCall, reply: Reply): Promise<void> {
  try {
    for await (const event of call.events()) call.writer.take(event);
  } catch (error) {
    throw error instanceof UpstreamRefused ? failureError(error.failure) : error;
  }
  if (!call.writer.ended) call.writer.take(brokenOff);
  await call.finish();
  const { failure } = call.writer;
  if (failure) throw failureError({ ...failure, status: 200 });
  const text = exactText(call.writer.response());
  reply.bytes(200, Buffer.from(text, "utf8"), { "content-type": "application/json" });
}

const brokenOff = {
  type: "failed",
  code: "server_error",
  message: "The upstream ended its answer without saying that it was complete.",
} as const;
