import type { Server } from "node:http";
import { Server as NetServer } from "node:net";

export interface DrainOptions {
  /** 0 waits forever. */
  readonly deadlineMs: number;
  /** Called when answers must end; connections close soon after it. */
  onDeadline(): void;
  /** True while the end of an answer is on its way to its client. Node takes its connection for idle then. */
  isFlushing(): boolean;
}

/** Connections become idle one after the other. */
const LOOK_AGAIN_MS = 50;
/** What answers have to say that they were stopped. */
const LAST_WORDS_MS = 1000;

/** Resolves when all of the work has ended, or the time is over; 0 waits forever. */
export async function workEnded(work: ReadonlySet<Promise<unknown>>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    if (milliseconds > 0) timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.allSettled(work), tooLate]);
  clearTimeout(timer);
}

/** Ends a server once its open answers are whole, or the deadline has passed. */
export async function drainServer(
  server: Server,
  { deadlineMs, onDeadline, isFlushing }: DrainOptions,
): Promise<void> {
  const timers: NodeJS.Timeout[] = [];
  // `close` of an HTTP server closes idle connections at once, also those whose answer is still on its way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const closeIdle = (): void => {
    if (!isFlushing()) server.closeIdleConnections();
  };
  closeIdle();
  const again = setInterval(closeIdle, LOOK_AGAIN_MS);
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
