import type { Server } from "node:http";

export interface DrainOptions {
  /** 0 waits forever. */
  readonly deadlineMs: number;
  /** Called when answers must end; connections close soon after it. */
  onDeadline(): void;
}

/** Connections become idle one after the other. */
const LOOK_AGAIN_MS = 50;
/** What answers have to say that they were stopped. */
const LAST_WORDS_MS = 1000;

/** Ends a server once its open answers are whole, or the deadline has passed. */
export async function drainServer(server: Server, { deadlineMs, onDeadline }: DrainOptions): Promise<void> {
  const timers: NodeJS.Timeout[] = [];
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const again = setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS);
  if (deadlineMs > 0) {
    timers.push(
      setTimeout(() => {
        onDeadline();
        timers.push(setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS));
      }, deadlineMs),
    );
  }
  await closed;
  clearInterval(again);
  for (const timer of timers) clearTimeout(timer);
}
