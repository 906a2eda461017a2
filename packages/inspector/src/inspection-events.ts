import type { Inspection } from "plimsoll/inspection";

/** Where events go: a stream that is open as long as its reader takes what is written. */
export interface InspectionStream {
  /** Returns what to wait for before the next, if anything. */
  write(chunk: string): Promise<void> | undefined;
  end(): void;
}

/** So long a stream stays open; its reader opens another. A server that stops need not wait longer for it. */
const OPEN_MS = 20_000;
/** Many changes at once are told as one. */
const GATHER_MS = 150;
const MAX_NAMES = 20;

/** Tells which sessions change, as server-sent events, until the reader leaves or the stream has been open for long enough. */
export async function inspectionEvents(
  inspection: Inspection,
  stream: InspectionStream,
  { signal, openMs = OPEN_MS }: { readonly signal: AbortSignal; readonly openMs?: number },
): Promise<void> {
  const changed = new Map<string, Set<string>>();
  let wake = (): void => {};
  const end = inspection.listen((event) => {
    const names = changed.get(event.session_id) ?? new Set();
    if (names.size < MAX_NAMES) names.add(event.event);
    changed.set(event.session_id, names);
    wake();
  });
  const until = AbortSignal.any([signal, AbortSignal.timeout(openMs)]);
  try {
    await stream.write(": open\n\n");
    while (!until.aborted) {
      if (changed.size === 0) await waitFor((resume) => (wake = resume), until);
      if (changed.size === 0) continue;
      await waitFor((resume) => void setTimeout(resume, GATHER_MS), until);
      const told = [...changed].map(([session, events]) => ({ session, events: [...events] }));
      changed.clear();
      for (const change of told) await stream.write(`event: change\ndata: ${JSON.stringify(change)}\n\n`);
    }
    stream.end();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    end();
  }
}

function waitFor(start: (resume: () => void) => void, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const resume = (): void => {
      until.removeEventListener("abort", resume);
      resolve();
    };
    until.addEventListener("abort", resume);
    start(resume);
  });
}
