import type { IncomingMessage } from "node:http";

const MAX_MILLISECONDS = 5000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Lets a client finish what it is sending after it was refused, up to a limit, so that it reads the refusal: a
 * connection that is closed at once takes the answer with it. What still comes is thrown away.
 */
export function linger(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  const { socket } = incoming;
  let left = MAX_BYTES;
  const timer = setTimeout(() => socket.destroy(), MAX_MILLISECONDS);
  timer.unref();
  incoming.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  incoming.once("close", () => clearTimeout(timer));
  incoming.resume();
}
