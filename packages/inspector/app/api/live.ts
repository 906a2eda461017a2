import { useEffect, useRef, useSyncExternalStore } from "react";
import { ApiFailure, send } from "./client.ts";

/** A session changed, by these events. */
export interface Change {
  readonly session: string;
  readonly events: readonly string[];
}

type Listener = (change: Change) => void;

const listeners = new Set<Listener & { readonly session?: string | undefined }>();
const RETRY_MS = 2000;
/** The server ends a stream after 20 seconds: the next one is open before that, so that nothing falls between them. */
const RENEW_MS = 15_000;
/** A server that ends every stream at once is not asked without a pause. */
const SETTLE_MS = 250;
let isOpen = false;

/** Calls back when this session changes, or any if none is named. */
export function useChanges(session: string | undefined, onChange: Listener): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const listener = Object.assign((change: Change) => latest.current(change), { session });
    listeners.add(listener);
    void keepOpen();
    return () => {
      listeners.delete(listener);
    };
  }, [session]);
}

/** Something was done here: whoever shows the session asks again at once. */
export const announce = (session: string): void => tell({ session, events: [] });

function tell(change: Change): void {
  for (const listener of listeners)
    if (listener.session === undefined || listener.session === change.session) listener(change);
}

/** Nobody knows what happened meanwhile: whatever is shown is asked for again. */
function tellAll(): void {
  for (const listener of listeners) listener({ session: listener.session ?? "", events: [] });
}

const watchers = new Set<() => void>();
let lostSince: Date | undefined;

function setLost(isLost: boolean): void {
  if (isLost === (lostSince !== undefined)) return;
  lostSince = isLost ? new Date() : undefined;
  for (const watcher of watchers) watcher();
}

/** Since when the server does not answer; undefined while it does. */
export const useLostSince = (): Date | undefined =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => lostSince,
  );

/** One stream for the whole page, and the next one before it ends. */
async function keepOpen(): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  let isGap = false;
  while (listeners.size > 0) {
    try {
      const stop = new AbortController();
      const response = await send("v1/inspect/events", { signal: stop.signal });
      setLost(false);
      if (isGap) tellAll();
      const ended = readStream(response, (data) => tell(JSON.parse(data) as Change));
      isGap = await Promise.race([ended.then(() => true), pause(RENEW_MS).then(() => false)]);
      // What it tells until the next one is open still counts.
      void ended.catch(() => {});
      if (isGap) await pause(SETTLE_MS);
      else setTimeout(() => stop.abort(), RETRY_MS);
    } catch (error) {
      isGap = true;
      setLost(error instanceof ApiFailure ? error.status === 0 || error.status >= 500 : true);
      await pause(RETRY_MS);
    }
  }
  isOpen = false;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Reads server-sent events to the end of an answer. */
export async function readStream(response: Response, onData: (data: string) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    const blocks = (rest + chunk.value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split(/\r?\n/).filter((line) => line.startsWith("data:"));
      if (lines.length > 0) onData(lines.map((line) => line.slice(5).trimStart()).join("\n"));
    }
  }
}
