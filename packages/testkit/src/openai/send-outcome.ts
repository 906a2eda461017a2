import type { ServerResponse } from "node:http";
import type { MetFault } from "./openai-fault.js";
import type { ApiError } from "./api-error.js";
import type { Outcome } from "./server-state.js";
import type { StreamEvent } from "./stream-event.js";

const JSON_HEADERS = { "content-type": "application/json" };
const STREAM_HEADERS = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" };

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

async function writeFrames(response: ServerResponse, frames: readonly string[]): Promise<void> {
  for (const text of frames) {
    if (response.destroyed) return;
    if (!response.write(text)) {
      await new Promise<void>((resolve) => {
        const goOn = (): void => {
          response.off("drain", goOn).off("close", goOn);
          resolve();
        };
        response.once("drain", goOn).once("close", goOn);
      });
    }
  }
}

export function sendRefusal(response: ServerResponse, error: ApiError, body?: string): void {
  response.writeHead(error.status, { ...JSON_HEADERS, ...error.headers });
  response.end(body ?? `${JSON.stringify({ error: error.body }, null, 2)}\n`);
}

function sendJson(response: ServerResponse, text: string, isCut: boolean): Promise<void> | void {
  response.writeHead(200, { ...JSON_HEADERS, "content-length": Buffer.byteLength(text) });
  if (isCut) return sendCut(response, text.slice(0, Math.floor(text.length / 2)));
  response.end(text);
}

/** Sends what a route answers: whole, cut, or with a pause in the stream. A cut answer is not remembered. */
export async function sendOutcome(
  response: ServerResponse,
  outcome: Outcome,
  met: MetFault | undefined,
): Promise<void> {
  const fault = met?.fault;
  if (fault?.kind === "cut") outcome.rollback?.();
  else outcome.commit?.();
  if ("json" in outcome) {
    await sendJson(response, JSON.stringify(outcome.json), fault?.kind === "cut");
    return;
  }
  response.writeHead(200, STREAM_HEADERS);
  await sendFrames(response, outcome.events.map(frame), met);
}

async function sendFrames(
  response: ServerResponse,
  frames: readonly string[],
  met: MetFault | undefined,
): Promise<void> {
  const fault = met?.fault;
  if (fault?.kind === "cut") {
    await sendCut(response, frames.slice(0, fault.afterEvents ?? Math.floor(frames.length / 2)).join(""));
    return;
  }
  const before = fault?.kind === "hang" ? (fault.afterEvents ?? 0) : 0;
  await writeFrames(response, frames.slice(0, before));
  if (before > 0) await met?.released;
  await writeFrames(response, frames.slice(before));
  response.end();
}
