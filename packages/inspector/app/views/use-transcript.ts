import type { TranscriptPage, TranscriptRow } from "plimsoll/inspection";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiFailure, ask, sessionPath } from "../api/client.ts";
import { useChanges } from "../api/live.ts";

const PAGE = 100;

/** A transcript of any length: its parts are read when they come near the view. */
export function useTranscript(session: string, item: string) {
  const [head, setHead] = useState<TranscriptPage>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [target, setTarget] = useState<number>();
  const [, setTurn] = useState(0);
  const rows = useRef(new Map<number, TranscriptRow>());
  const pages = useRef(new Set<number>());
  const near = useRef<readonly [number, number]>([0, 0]);
  const load = useCallback(
    async (page: number): Promise<TranscriptPage | undefined> => {
      pages.current.add(page);
      try {
        const path = sessionPath(session, `transcript?offset=${page * PAGE}&limit=${PAGE}`);
        const data = await ask<TranscriptPage>(path);
        for (const row of data.items) rows.current.set(row.index, row);
        setHead(data);
        setFailure(undefined);
        return data;
      } catch (error) {
        pages.current.delete(page);
        setFailure(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
        return undefined;
      }
    },
    [session],
  );
  const need = useCallback(
    (first: number, last: number) => {
      near.current = [first, last];
      for (let page = Math.max(0, Math.floor(first / PAGE) - 1); page <= Math.floor(last / PAGE) + 1; page++)
        if (!pages.current.has(page)) void load(page).then(() => setTurn((turn) => turn + 1));
    },
    [load],
  );
  // What is far from the view is read again when it comes near.
  const reload = useCallback(() => {
    pages.current.clear();
    need(...near.current);
  }, [need]);
  useChanges(session, reload);
  useEffect(() => {
    rows.current.clear();
    pages.current.clear();
    void load(0);
  }, [load]);
  useTarget({ item, session, rows, setTarget });
  return { head, failure, target, reload, need, rowAt: (index: number) => rows.current.get(index) };
}

interface TargetSearch {
  readonly item: string;
  readonly session: string;
  readonly rows: { readonly current: ReadonlyMap<number, TranscriptRow> };
  setTarget(index: number | undefined): void;
}

/** Finds the item that the address names. Its page is read when it comes into view. */
function useTarget({ item, session, rows, setTarget }: TargetSearch): void {
  useEffect(() => {
    const stop = new AbortController();
    const find = async (): Promise<void> => {
      setTarget(undefined);
      if (item === "") return;
      const known = [...rows.current.values()].find(({ id }) => id === item);
      if (known) return setTarget(known.index);
      const path = sessionPath(session, `transcript?limit=${PAGE}&item=${encodeURIComponent(item)}`);
      const page = await ask<TranscriptPage>(path, { signal: stop.signal });
      setTarget(page.items.find(({ id }) => id === item)?.index);
    };
    // The view itself says what is wrong.
    find().catch(() => {});
    return () => stop.abort();
  }, [item, session, rows, setTarget]);
}
