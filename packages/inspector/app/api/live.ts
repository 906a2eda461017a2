import { useEffect, useRef } from "react";
import { send } from "./client.ts";

/** A session changed, by these events. */
export interface Change {
  readonly session: string;
  readonly events: readonly string[];
}

type Listener = (change: Change) => void;

const listeners = new Set<Listener>();
const RETRY_MS = 3000;
let isOpen = false;

/** Calls back when this session changes, or any if none is named. */
export function useChanges(session: string | undefined, onChange: Listener): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const listener: Listener = (change) => {
      if (session === undefined || change.session === session) latest.current(change);
    };
    listeners.add(listener);
    void keepOpen();
    return () => {
      listeners.delete(listener);
    };
  }, [session]);
}

/** Something was done here: whoever shows the session asks again at once. */
export function announce(session: string): void {
  for (const listener of listeners) listener({ session, events: [] });
}

/** One stream for the whole page; the server ends it now and then. */
async function keepOpen(): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  while (listeners.size > 0) {
    try {
      await readStream(await send("v1/inspect/events"), tell);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  isOpen = false;
}

function tell(data: string): void {
  const change = JSON.parse(data) as Change;
  for (const listener of listeners) listener(change);
}

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
