import type { CompactedRun, TranscriptDivider, TranscriptPage, TranscriptRow } from "plimsoll/inspection";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { BusyButton } from "../parts/busy-button.tsx";
import { ItemCard } from "../parts/item-card.tsx";
import { ListBar } from "../parts/list-bar.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useActions } from "../parts/use-action.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { compactionRoute } from "../routes.ts";
import { useWords } from "../words/use-words.ts";
import { versionName } from "../words/version-name.ts";
import { useTranscript } from "./use-transcript.ts";

/** A line of the list: an item, or what stands for items that left. */
type Line = { readonly item: number } | { readonly run: CompactedRun; readonly key: string };

/** What is shown: compacted items only where their divider is open. */
function linesOf({ total, runs, compactions }: TranscriptPage, open: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  const told = new Set(runs.map(({ compaction }) => compaction));
  const bare = compactions.filter(({ id }) => !told.has(id));
  let next = 0;
  const upTo = (end: number): void => {
    for (; next < end; next++) {
      for (const { id, after } of bare)
        if (after === next) lines.push({ run: { start: next, end: next, compaction: id }, key: id });
      lines.push({ item: next });
    }
  };
  for (const run of runs) {
    upTo(run.start);
    const key = runKey(run);
    lines.push({ run, key });
    if (open.has(key)) upTo(run.end);
    else next = run.end;
  }
  upTo(total);
  return lines;
}

export function TranscriptView({ session, item }: { readonly session: string; readonly item: string }) {
  const { say, number } = useWords();
  const transcript = useTranscript(session, item);
  const { head, rowAt, failure } = transcript;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const opened = useMemo(() => withTarget(head, transcript.target, open), [head, transcript.target, open]);
  const lines = useMemo(() => (head ? linesOf(head, opened) : []), [head, opened]);
  const actions = useActions(session);
  const [toEnd, setToEnd] = useState(0);
  const row = lines.findIndex((line) => "item" in line && line.item === transcript.target);
  const at = useMemo(() => (row < 0 ? undefined : { row, name: item }), [row, item]);
  if (!head) return failure ? <Failure failure={failure} retry={transcript.reload} /> : <Loading />;
  if (head.total === 0) return <Empty title={say("emptyTranscript")} />;
  const toggle = (key: string): void => setOpen((before) => toggled(before, key));
  return (
    <>
      <ListBar actions={actions} says={say("nItems", { n: number(head.total) })}>
        <button type="button" onClick={() => setToEnd(toEnd + 1)}>
          {say("toNewest")}
        </button>
        {head.runs.length === 0 ? null : (
          <button type="button" onClick={() => setOpen(open.size > 0 ? new Set() : allOf(head))}>
            {open.size > 0 ? say("closeAll") : say("openAll")}
          </button>
        )}
      </ListBar>
      <VirtualList
        count={lines.length}
        label={say("transcript")}
        at={at}
        toEnd={toEnd}
        keyOf={(index) => keyOf(lines[index])}
        onRange={(first, last) => transcript.need(itemAt(lines, first), itemAt(lines, last))}
      >
        {(index) => {
          const line = lines[index];
          if (!line) return null;
          if ("run" in line)
            return (
              <Divider
                line={line}
                head={head}
                session={session}
                isOpen={opened.has(line.key)}
                onToggle={toggle}
              />
            );
          const row = rowAt(line.item);
          return row ? (
            <Row row={row} session={session} actions={actions} isTarget={line.item === transcript.target} />
          ) : (
            <div className="item skeleton" aria-hidden="true" />
          );
        }}
      </VirtualList>
    </>
  );
}

const toggled = (open: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  new Set(open.has(key) ? [...open].filter((one) => one !== key) : [...open, key]);

const runKey = ({ compaction, start }: CompactedRun): string => `${compaction} ${start}`;

const allOf = ({ runs }: TranscriptPage): ReadonlySet<string> => new Set(runs.map(runKey));

/** The divider before the item that the address names is open. */
function withTarget(head: TranscriptPage | undefined, target: number | undefined, open: ReadonlySet<string>) {
  const run = head?.runs.find(({ start, end }) => target !== undefined && start <= target && target < end);
  return run ? new Set([...open, runKey(run)]) : open;
}

const keyOf = (line: Line | undefined): string =>
  line === undefined ? "" : "item" in line ? `i${line.item}` : `d${line.key}`;

const itemAt = (lines: readonly Line[], index: number): number => {
  const line = lines[index];
  return line === undefined ? 0 : "item" in line ? line.item : line.run.start;
};

function Divider({
  line,
  head,
  session,
  isOpen,
  onToggle,
}: {
  readonly line: Extract<Line, { readonly run: CompactedRun }>;
  readonly head: TranscriptPage;
  readonly session: string;
  readonly isOpen: boolean;
  onToggle(key: string): void;
}) {
  const words = useWords();
  const { say, number, time, named } = words;
  const { run, key } = line;
  const made: TranscriptDivider | undefined = head.compactions.find(({ id }) => id === run.compaction);
  const count = run.end - run.start;
  const isFirst = head.runs.find(({ compaction }) => compaction === run.compaction)?.start === run.start;
  if (!isFirst && count > 0) {
    return (
      <div className="fold">
        <button type="button" className="quiet" aria-expanded={isOpen} onClick={() => onToggle(key)}>
          {say("itemsLeft", { n: number(count) })}
        </button>
        {made ? <span className="muted small">{versionName(made.version, words)}</span> : null}
      </div>
    );
  }
  return (
    <div className="divider" role="group" aria-label={say("compactedHere")}>
      <span className="divider-mark" aria-hidden="true" />
      <div className="divider-text">
        <b>
          {say("compactedHere")} {made ? versionName(made.version, words) : ""}
        </b>{" "}
        {made ? (
          <span className="muted small">
            {time(made.ts)} · {named("cause", made.trigger)} ·{" "}
            {say("dividerText", {
              removed: number(made.removed),
              before: number(made.tokensBefore),
              after: number(made.tokensAfter),
            })}
          </span>
        ) : null}
      </div>
      {count > 0 ? (
        <button type="button" className="quiet" aria-expanded={isOpen} onClick={() => onToggle(key)}>
          {isOpen ? say("hideRemoved") : say("showRemoved")} ({number(count)})
        </button>
      ) : null}
      {made ? <Link href={compactionRoute(session, made.id)}>{say("open")}</Link> : null}
    </div>
  );
}

function Row({
  row,
  session,
  actions,
  isTarget,
}: {
  readonly row: TranscriptRow;
  readonly session: string;
  readonly actions: ReturnType<typeof useActions>;
  readonly isTarget: boolean;
}) {
  const { say, named } = useWords();
  const action = row.isProtected ? "release" : "protect";
  return (
    <ItemCard row={row} session={session} tone={`${row.state}${isTarget ? " target" : ""}`}>
      {row.state === "shown" ? null : <span className="tag">{named("state", row.state)}</span>}
      {row.isProtected ? <span className="tag gold">{say("protected")}</span> : null}
      <BusyButton
        className="quiet"
        isBusy={actions.isBusy}
        onClick={() => void actions.run({ action, item: row.id })}
      >
        {say(action)}
      </BusyButton>
    </ItemCard>
  );
}
