import type { SessionRow } from "plimsoll/inspection";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { sessionPath } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { ActionBar } from "../parts/action-bar.tsx";
import { Shown } from "../parts/states.tsx";
import { visibleText } from "../parts/visible-text.ts";
import { type SessionTab, sessionRoute } from "../routes.ts";
import { useWords } from "../words/use-words.ts";
import { ArtifactsView } from "./artifacts-view.tsx";
import { CompactionsView } from "./compactions-view.tsx";
import { CompareView } from "./compare-view.tsx";
import { LedgersView } from "./ledgers-view.tsx";
import { LoadLineView } from "./load-line-view.tsx";
import { TranscriptView } from "./transcript-view.tsx";
import { WindowView } from "./window-view.tsx";

const TABS = [
  ["load-line", "loadLine"],
  ["transcript", "transcript"],
  ["window", "windowNow"],
  ["compactions", "compactions"],
  ["ledgers", "ledgers"],
  ["artifacts", "artifacts"],
  ["compare", "compare"],
] as const;

const VIEWS: Readonly<Record<SessionTab, (id: string, rest: string) => ReactNode>> = {
  "load-line": (id) => <LoadLineView session={id} />,
  transcript: (id, rest) => <TranscriptView session={id} item={rest} />,
  window: (id) => <WindowView session={id} />,
  compactions: (id, rest) => <CompactionsView session={id} compaction={rest} />,
  ledgers: (id) => <LedgersView session={id} />,
  artifacts: (id, rest) => <ArtifactsView session={id} artifact={rest} />,
  compare: (id) => <CompareView session={id} />,
};

/** One session: what it is, what can be done, and a view of it. */
export function SessionView({
  id,
  tab,
  rest,
}: {
  readonly id: string;
  readonly tab: string;
  readonly rest: string;
}) {
  const { say } = useWords();
  const row = useResource<SessionRow>(sessionPath(id), id);
  const known = (TABS.find(([name]) => name === tab)?.[0] ?? "load-line") satisfies SessionTab;
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow page the tab of the view may be out of sight.
    const chosen = tabs.current?.querySelector<HTMLElement>("[aria-current]");
    if (tabs.current && chosen) tabs.current.scrollLeft = chosen.offsetLeft - tabs.current.offsetLeft - 40;
  }, [known, row.data !== undefined]);
  return (
    <section className="session">
      {row.data ? null : (
        <h1 className="clamp">
          <bdi>{visibleText(id)}</bdi>
        </h1>
      )}
      <Shown of={row}>{(session) => <SessionHead session={session} />}</Shown>
      {row.data ? (
        <>
          <nav ref={tabs} className="tabs" aria-label={say("session")}>
            {TABS.map(([name, word]) => (
              <Link
                key={name}
                href={sessionRoute(id, name)}
                aria-current={known === name ? "page" : undefined}
              >
                {say(word)}
              </Link>
            ))}
          </nav>
          <div className="view">{VIEWS[known](id, rest)}</div>
        </>
      ) : null}
    </section>
  );
}

function SessionHead({ session }: { readonly session: SessionRow }) {
  const { say, short, number, dollars, percent } = useWords();
  const { id, title, tokens, max } = session;
  return (
    <header className="session-head">
      <div>
        <h1 className="clamp">
          <bdi>{visibleText(title === "" ? id : title)}</bdi>
        </h1>
        <p className="muted small break">
          {session.live ? <span className="tag green">{say("live")}</span> : null}{" "}
          {[session.model, session.format].filter((part) => part !== "").join(" · ")}
          {title === "" ? "" : ` · ${visibleText(id)}`}
        </p>
      </div>
      <dl className="facts">
        <div>
          <dt>{say("window")}</dt>
          <dd>
            {short(tokens)}
            {max > 0 ? (
              <span className="muted">
                {" "}
                / {short(max)} ({percent(tokens / max)})
              </span>
            ) : null}
          </dd>
        </div>
        <div>
          <dt>{say("compactions")}</dt>
          <dd>{number(session.compactions)}</dd>
        </div>
        <div>
          <dt>{say("cost")}</dt>
          <dd>{dollars(session.cost)}</dd>
        </div>
      </dl>
      <ActionBar session={id} />
    </header>
  );
}
