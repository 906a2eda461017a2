import type { ServerResponse } from "node:http";
import type { OpenAIFault } from "./fault.js";
import type { ApiError } from "./api-error.js";
import type { Outcome } from "./server-state.js";
import type { StreamEvent } from "./stream-events.js";

const JSON_HEADERS = { "content-type": "application/json" };
const STREAM_HEADERS = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" };

type CutFault = Extract<OpenAIFault, { readonly kind: "cut" }>;

function frame(event: StreamEvent, index: number): string {
  return `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`;
}

/** Sends a part of an answer and then resets the connection. */
function sendCut(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    response.write(text, () => {
      response.socket?.resetAndDestroy();
      resolve();
    });
  });
}

async function sendFrames(response: ServerResponse, frames: readonly string[]): Promise<void> {
  for (const text of frames) {
    if (response.destroyed) return;
    if (!response.write(text)) {
      await new Promise<void>((resolve) => {
        response.once("drain", resolve);
        response.once("close", resolve);
      });
    }
  }
  response.end();
}

export function sendRefusal(response: ServerResponse, error: ApiError, body?: string): void {
  response.writeHead(error.status, { ...JSON_HEADERS, ...error.headers });
  response.end(body ?? `${JSON.stringify({ error: error.body }, null, 2)}\n`);
}

/** Sends what a route answers, whole or cut. A cut answer is not remembered. */
export async function sendOutcome(
  response: ServerResponse,
  outcome: Outcome,
  cut: CutFault | undefined,
): Promise<void> {
  if (cut === undefined) outcome.commit?.();
  else outcome.rollback?.();
  if ("json" in outcome) {
    const text = JSON.stringify(outcome.json);
    response.writeHead(200, { ...JSON_HEADERS, "content-length": Buffer.byteLength(text) });
    if (cut === undefined) response.end(text);
    else await sendCut(response, text.slice(0, Math.floor(text.length / 2)));
    return;
  }
  const frames = outcome.events.map(frame);
  response.writeHead(200, STREAM_HEADERS);
  if (cut === undefined) return sendFrames(response, frames);
  return sendCut(response, frames.slice(0, cut.afterEvents ?? Math.floor(frames.length / 2)).join(""));
}
