import type { TranscriptPage, TranscriptRow } from "plimsoll/inspection";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiFailure, ask, sessionPath } from "../api/client.ts";
import { useChanges } from "../api/live.ts";

const PAGE = 100;
const MAX_SEARCHED_PAGES = 200;

/** A transcript of any length: its parts are read when they come near the view. */
export function useTranscript(session: string, item: string) {
  const [head, setHead] = useState<TranscriptPage>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [target, setTarget] = useState<number>();
  const [, setTurn] = useState(0);
  const rows = useRef(new Map<number, TranscriptRow>());
  const pages = useRef(new Set<number>());
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
  const reload = useCallback(() => {
    const known = [...pages.current];
    pages.current.clear();
    for (const page of known.length > 0 ? known : [0]) void load(page);
  }, [load]);
  useChanges(session, reload);
  useEffect(() => {
    rows.current.clear();
    pages.current.clear();
    void load(0);
  }, [load]);
  const need = useCallback(
    (first: number, last: number) => {
      for (let page = Math.max(0, Math.floor(first / PAGE) - 1); page <= Math.floor(last / PAGE) + 1; page++)
        if (!pages.current.has(page)) void load(page).then(() => setTurn((turn) => turn + 1));
    },
    [load],
  );
  useTarget({ item, load, rows, setTarget });
  return { head, failure, target, reload, need, rowAt: (index: number) => rows.current.get(index) };
}

interface TargetSearch {
  readonly item: string;
  readonly rows: { readonly current: ReadonlyMap<number, TranscriptRow> };
  load(page: number): Promise<TranscriptPage | undefined>;
  setTarget(index: number | undefined): void;
}

/** Finds the item that the address names. */
function useTarget({ item, load, rows, setTarget }: TargetSearch): void {
  useEffect(() => {
    const stop = new AbortController();
    const find = async (): Promise<void> => {
      setTarget(undefined);
      if (item === "") return;
      for (let page = 0; page < MAX_SEARCHED_PAGES; page++) {
        const known = [...rows.current.values()].find(({ id }) => id === item);
        if (known) return setTarget(known.index);
        const data = await load(page);
        if (!data || stop.signal.aborted) return;
        const found = data.items.find(({ id }) => id === item);
        if (found) return setTarget(found.index);
        if (data.offset + data.items.length >= data.total) return;
      }
    };
    void find();
    return () => stop.abort();
  }, [item, load, rows, setTarget]);
}
