import type { LedgerEntry, LedgerState } from "plimsoll/inspection";
import { useState } from "react";
import { Link } from "wouter";
import { sessionPath } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { BusyButton } from "../parts/busy-button.tsx";
import { ArtifactsIn } from "../parts/artifact-links.tsx";
import { useOpenItem } from "../parts/item-dialog.tsx";
import { Empty, Shown } from "../parts/states.tsx";
import { useActions } from "../parts/use-action.ts";
import { visibleText } from "../parts/visible-text.ts";
import { compactionRoute } from "../routes.ts";
import { useWords } from "../words/use-words.ts";
import { versionName } from "../words/version-name.ts";

const SECTIONS = [
  "constraints",
  "plan",
  "decisions",
  "errors",
  "risks",
  "handles",
  "files",
  "facts",
  "commands",
  "identifiers",
  "requests",
  "statements",
  "sources",
] as const;

/** What code keeps: rules, files, decisions, open work, errors, handles, with their history. */
export function LedgersView({ session }: { readonly session: string }) {
  const { say } = useWords();
  const state = useResource<LedgerState>(sessionPath(session, "ledgers"), session);
  return (
    <Shown of={state}>
      {(ledgers) =>
        ledgers.entries.length === 0 ? (
          <Empty title={say("emptyLedgers")} />
        ) : (
          <Ledgers ledgers={ledgers} session={session} />
        )
      }
    </Shown>
  );
}

function Ledgers({ ledgers, session }: { readonly ledgers: LedgerState; readonly session: string }) {
  const { say } = useWords();
  const [all, setAll] = useState(false);
  const actions = useActions(session);
  const shown = ledgers.entries.filter(({ status }) => all || status === "current");
  const sections = SECTIONS.filter((section) => shown.some((entry) => entry.section === section));
  return (
    <div className="ledgers">
      <dl className="wanted">
        {ledgers.objective === "" ? null : (
          <div>
            <dt>{say("objective")}</dt>
            <dd className="clamp">{visibleText(ledgers.objective)}</dd>
          </div>
        )}
        {ledgers.activeWork === "" ? null : (
          <div>
            <dt>{say("activeWork")}</dt>
            <dd className="clamp">{visibleText(ledgers.activeWork)}</dd>
          </div>
        )}
      </dl>
      <label className="check">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
        {say("showReplaced")}
      </label>
      <output className={actions.outcome?.isError ? "outcome red" : "outcome"}>
        {actions.outcome?.text ?? ""}
      </output>
      <div className="ledger-grid">
        {sections.map((section) => (
          <LedgerSection
            key={section}
            section={section}
            entries={shown.filter((entry) => entry.section === section)}
            session={session}
            actions={actions}
          />
        ))}
      </div>
      <LedgerHistory ledgers={ledgers} session={session} />
    </div>
  );
}

const FIRST = 12;

function LedgerSection({
  section,
  entries,
  session,
  actions,
}: {
  readonly section: string;
  readonly entries: readonly LedgerEntry[];
  readonly session: string;
  readonly actions: ReturnType<typeof useActions>;
}) {
  const { say, named, number } = useWords();
  const [most, setMost] = useState(FIRST);
  return (
    <section className={`ledger ledger-${section}`} aria-label={named("entries", section)}>
      <h2>
        {named("entries", section)} <span className="muted">{number(entries.length)}</span>
      </h2>
      <ul>
        {entries.slice(0, most).map((entry) => (
          <LedgerLine key={entry.id} entry={entry} session={session} actions={actions} />
        ))}
      </ul>
      {entries.length > most ? (
        <button type="button" className="quiet" onClick={() => setMost(most + 100)}>
          {say("more")} ({number(entries.length - most)})
        </button>
      ) : null}
    </section>
  );
}

function LedgerLine({
  entry,
  session,
  actions,
}: {
  readonly entry: LedgerEntry;
  readonly session: string;
  readonly actions: ReturnType<typeof useActions>;
}) {
  const words = useWords();
  const { say, named } = words;
  const openItem = useOpenItem();
  const [source] = entry.items;
  const takeBack = async (button: Element): Promise<void> => {
    const line = button.closest("li");
    const next = line?.nextElementSibling ?? line?.previousElementSibling;
    // The line goes, and the button with it: whoever uses keys is at the next one.
    if (await actions.run({ action: "withdraw", entry: entry.id }))
      next?.querySelector<HTMLElement>("button:last-of-type")?.focus();
  };
  const isRule = entry.section === "constraints" && entry.status === "current" && entry.by === "user";
  return (
    <li className={entry.status}>
      <button
        type="button"
        className="text-button"
        disabled={source === undefined}
        title={named("by", entry.by)}
        onClick={() => source !== undefined && openItem(session, source)}
      >
        <bdi>{visibleText(entry.text)}</bdi>
      </button>
      <ArtifactsIn text={entry.text} session={session} />
      {entry.status === "superseded" ? <span className="tag">{say("replaced")}</span> : null}
      {entry.status === "gone" ? <span className="tag">{say("gone")}</span> : null}
      {entry.by === "model" ? <span className="tag violet">{say("origin_model")}</span> : null}
      {entry.since === null ? null : (
        <span className="muted small">{say("since", { version: versionName(entry.since, words) })}</span>
      )}
      {isRule ? (
        <BusyButton
          className="quiet"
          isBusy={actions.isBusy}
          onClick={({ currentTarget }) => void takeBack(currentTarget)}
        >
          {say("takeBack")}
        </BusyButton>
      ) : null}
    </li>
  );
}

function LedgerHistory({ ledgers, session }: { readonly ledgers: LedgerState; readonly session: string }) {
  const words = useWords();
  const { say, time } = words;
  if (ledgers.history.length === 0) return null;
  return (
    <section aria-label={say("history")}>
      <h2>{say("history")}</h2>
      <ol className="marks">
        {ledgers.history.map(({ compaction, version, ts, added, replaced }) => (
          <li key={compaction}>
            <Link href={compactionRoute(session, compaction)}>
              {say("historyText", { version: versionName(version, words), added, replaced })}
            </Link>{" "}
            <span className="muted small">{time(ts)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
