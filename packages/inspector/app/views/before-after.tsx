import type { ComparedPage, ComparedRow, ItemRow } from "plimsoll/inspection";
import { diffWordsWithSpace } from "diff";
import { useEffect, useMemo, useState } from "react";
import { ask, sessionPath } from "../api/client.ts";
import { WithArtifacts } from "../parts/artifact-links.tsx";
import { ItemText } from "../parts/item-text.tsx";
import { useOpenItem } from "../parts/item-dialog.tsx";
import { visibleText } from "../parts/visible-text.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { failureText } from "../words/server-text.ts";
import { useWords } from "../words/use-words.ts";

const PAGE = 500;
const MAX_ROWS = 20_000;

/** Reads all rows, page by page. */
function useRows(session: string, compaction: string): { rows: readonly ComparedRow[]; failed: unknown } {
  const [rows, setRows] = useState<readonly ComparedRow[]>([]);
  const [failed, setFailed] = useState<unknown>();
  useEffect(() => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      let all: readonly ComparedRow[] = [];
      for (let offset = 0; offset < MAX_ROWS; offset += PAGE) {
        const path = sessionPath(
          session,
          `compactions/${encodeURIComponent(compaction)}/items?offset=${offset}&limit=${PAGE}`,
        );
        const page = await ask<ComparedPage>(path, { signal: stop.signal });
        all = [...all, ...page.rows];
        setRows(all);
        if (all.length >= page.total) return;
      }
    };
    read().catch((error: unknown) => {
      if (!stop.signal.aborted) setFailed(error);
    });
    return () => stop.abort();
  }, [session, compaction]);
  return { rows, failed };
}

/** The list before and the window after, beside each other. */
export function BeforeAfter({
  session,
  compaction,
}: {
  readonly session: string;
  readonly compaction: string;
}) {
  const words = useWords();
  const { say } = words;
  const { rows, failed } = useRows(session, compaction);
  const [onlyChanges, setOnlyChanges] = useState(false);
  const shown = useMemo(
    () => (onlyChanges ? rows.filter(({ fate }) => fate !== "kept") : rows),
    [rows, onlyChanges],
  );
  return (
    <div className="before-after">
      <label className="check">
        <input
          type="checkbox"
          checked={onlyChanges}
          onChange={(event) => setOnlyChanges(event.target.checked)}
        />
        {say("onlyChanges")}
      </label>
      {failed === undefined ? null : <p role="alert">{failureText(failed, words)}</p>}
      <div className="pair heads" aria-hidden="true">
        <span>{say("before")}</span>
        <span>{say("after")}</span>
      </div>
      <VirtualList
        count={shown.length}
        label={say("sideBySide")}
        estimate={64}
        keyOf={(index) => String(index)}
      >
        {(index) => {
          const row = shown[index];
          return row ? <PairRow row={row} session={session} /> : null;
        }}
      </VirtualList>
    </div>
  );
}

function PairRow({ row, session }: { readonly row: ComparedRow; readonly session: string }) {
  const { named } = useWords();
  return (
    <div className={`pair fate-${row.fate}`}>
      <Side row={row.before} session={session} />
      {row.fate === "shortened" && row.before && row.after ? (
        <Shortened before={row.before} after={row.after} session={session} />
      ) : (
        <Side row={row.after} session={session} />
      )}
      <span className="fate">{named("fate", row.fate)}</span>
    </div>
  );
}

const textOf = (row: ItemRow): string =>
  [
    row.text,
    ...row.calls.map((call) => `${call.name} ${call.arguments}`),
    ...row.results.map(({ text }) => text),
  ]
    .filter((part) => part !== "")
    .join("\n")
    .slice(0, 700);

function Side({ row, session }: { readonly row: ItemRow | null; readonly session: string }) {
  const { named, short } = useWords();
  const openItem = useOpenItem();
  if (row === null) return <div className="pair-side none" />;
  return (
    <div className={`pair-side role-${row.role}`}>
      <button type="button" className="quiet small" onClick={() => openItem(session, row.id)}>
        {named("role", row.role)} · {short(row.tokens)}
      </button>
      <p>
        <ItemText text={textOf(row)} session={session} />
      </p>
    </div>
  );
}

/** What stands in place of an item, with the words that are new marked. */
function Shortened({
  before,
  after,
  session,
}: {
  readonly before: ItemRow;
  readonly after: ItemRow;
  readonly session: string;
}) {
  const { named, short } = useWords();
  const openItem = useOpenItem();
  const parts = useMemo(() => diffWordsWithSpace(textOf(before), textOf(after)), [before, after]);
  return (
    <div className={`pair-side role-${after.role}`}>
      <button type="button" className="quiet small" onClick={() => openItem(session, after.id)}>
        {named("role", after.role)} · {short(after.tokens)}
      </button>
      <p>
        <bdi className="said">
          {parts
            .filter(({ removed }) => !removed)
            .map((part, index) =>
              part.added ? (
                <ins key={`${index} new`}>
                  <WithArtifacts text={visibleText(part.value)} session={session} />
                </ins>
              ) : (
                <span key={`${index} same`}>
                  <WithArtifacts text={visibleText(part.value)} session={session} />
                </span>
              ),
            )}
        </bdi>
      </p>
    </div>
  );
}
