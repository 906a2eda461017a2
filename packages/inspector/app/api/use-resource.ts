import { useCallback, useEffect, useRef, useState } from "react";
import { ApiFailure, ask } from "./client.ts";
import { useChanges } from "./live.ts";

/** Something that is asked for: not here yet, here, or refused. While it is asked for again the old one stays. */
export interface Resource<T> {
  readonly data: T | undefined;
  readonly failure: ApiFailure | undefined;
  reload(): void;
}

export interface ResourceOptions {
  /** What was shown stays until the answer for another path is here. */
  readonly keep?: boolean;
}

/** Asks for a path again whenever the session changes. An empty path asks for nothing. */
export function useResource<T>(
  path: string,
  session?: string,
  { keep = false }: ResourceOptions = {},
): Resource<T> {
  const [state, setState] = useState<{ path: string; data?: T; failure?: ApiFailure }>({ path });
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((count) => count + 1), []);
  useChanges(session, reload);
  const shown = useRef(path);
  shown.current = path;
  useEffect(() => {
    if (path === "") return;
    const stop = new AbortController();
    ask<T>(path, { signal: stop.signal })
      .then((data) => setState({ path, data }))
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        const failure = error instanceof ApiFailure ? error : new ApiFailure(0, String(error));
        setState((before) => ({ ...(before.path === path ? before : { path }), failure }));
      });
    return () => stop.abort();
  }, [path, turn]);
  const isCurrent = state.path === path || (keep && state.data !== undefined);
  return { data: isCurrent ? state.data : undefined, failure: isCurrent ? state.failure : undefined, reload };
}
