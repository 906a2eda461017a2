import type { SessionPage, SessionRow } from "plimsoll/inspection";
import { useDeferredValue } from "react";
import { Link } from "wouter";
import { useResource } from "../api/use-resource.ts";
import { Empty, Shown } from "../parts/states.tsx";
import { visibleText } from "../parts/visible-text.ts";
import { sessionRoute } from "../routes.ts";
import { useWords } from "../words/use-words.ts";
import { FILTERS, useSessionSearch } from "./use-session-search.ts";

const PAGE = 50;

export function SessionsView() {
  const { say } = useWords();
  const { text, filter, offset, change } = useSessionSearch();
  const query = new URLSearchParams({
    text: useDeferredValue(text),
    filter,
    offset: String(offset),
    limit: String(PAGE),
  });
  const page = useResource<SessionPage>(`v1/inspect/sessions?${query}`, undefined, { keep: true });
  return (
    <section>
      <h1>{say("sessions")}</h1>
      <div className="toolbar">
        <label className="field inline">
          <span className="visually-hidden">{say("search")}</span>
          <input
            type="search"
            value={text}
            placeholder={say("searchSessions")}
            onChange={(event) => change({ text: event.target.value })}
          />
        </label>
        <div className="choice" role="group" aria-label={say("filter")}>
          {FILTERS.map(([name, word]) => (
            <button
              key={name}
              type="button"
              aria-pressed={filter === name}
              onClick={() => change({ filter: name })}
            >
              {say(word)}
            </button>
          ))}
        </div>
      </div>
      <Shown of={page}>
        {({ sessions, total }) =>
          sessions.length > 0 ? (
            <>
              <SessionTable sessions={sessions} />
              <Turn offset={offset} shown={sessions.length} total={total} onTurn={change} />
            </>
          ) : text !== "" || filter !== "all" || offset > 0 ? (
            <Empty title={say("noMatch")} />
          ) : (
            <Empty title={say("noSessions")} hint={say("noSessionsHint")} />
          )
        }
      </Shown>
    </section>
  );
}

/** Which of them are shown, and the way to the others. */
function Turn({
  offset,
  shown,
  total,
  onTurn,
}: {
  readonly offset: number;
  readonly shown: number;
  readonly total: number;
  onTurn(to: { offset: number }): void;
}) {
  const { say, number } = useWords();
  const range = { first: number(offset + 1), last: number(offset + shown), all: number(total) };
  return (
    <p className="toolbar muted small">
      {say("nOfSessions", range)}
      {total > PAGE ? (
        <>
          <button
            type="button"
            disabled={offset === 0}
            onClick={() => onTurn({ offset: Math.max(0, offset - PAGE) })}
          >
            {say("previous")}
          </button>
          <button
            type="button"
            disabled={offset + shown >= total}
            onClick={() => onTurn({ offset: offset + PAGE })}
          >
            {say("next")}
          </button>
        </>
      ) : null}
    </p>
  );
}

function SessionTable({ sessions }: { readonly sessions: readonly SessionRow[] }) {
  const { say } = useWords();
  return (
    <div className="table-frame" role="region" aria-label={say("sessions")} tabIndex={0}>
      <table className="sessions">
        <thead>
          <tr>
            <th scope="col">{say("session")}</th>
            <th scope="col">{say("size")}</th>
            <th scope="col">{say("compactions")}</th>
            <th scope="col">{say("cost")}</th>
            <th scope="col">{say("lastUsed")}</th>
            <th scope="col">{say("lastWarning")}</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const HIGH = 0.85;

/** How full a window is; the number stands below it. */
function Gauge({ share }: { readonly share: number }) {
  return (
    <span className={share >= HIGH ? "gauge high" : "gauge"} aria-hidden="true">
      <span style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  );
}

function SessionLine({ session }: { readonly session: SessionRow }) {
  const { say, named, number, short, dollars, time, percent } = useWords();
  const { id, title, tokens, max, compactions, undone, removedTokens, warning } = session;
  return (
    <tr>
      <th scope="row">
        <Link href={sessionRoute(id)} className="session-link">
          <bdi>{visibleText(title === "" ? id : title)}</bdi>
        </Link>
        <span className="muted small break">
          {session.live ? <span className="tag green">{say("live")}</span> : null}{" "}
          {[session.model, session.format].filter((part) => part !== "").join(" · ")}
          {title === "" ? null : (
            <>
              {" · "}
              <bdi>{visibleText(id)}</bdi>
            </>
          )}
        </span>
      </th>
      <td data-name={say("size")} className="size">
        {max > 0 ? <Gauge share={tokens / max} /> : null}
        <span className="small nowrap">
          {short(tokens)}
          {max > 0 ? ` / ${short(max)} · ${percent(tokens / max)}` : ""}
        </span>
      </td>
      <td data-name={say("compactions")}>
        {number(compactions)}
        {undone > 0 ? (
          <span className="muted small">
            {" "}
            (+{number(undone)} {say("undone")})
          </span>
        ) : null}
        {removedTokens > 0 ? (
          <span className="muted small block">−{say("nTokens", { n: short(removedTokens) })}</span>
        ) : null}
      </td>
      <td data-name={say("cost")}>{dollars(session.cost)}</td>
      <td className="small" data-name={say("lastUsed")}>
        {time(session.lastTs)}
      </td>
      <td className="small break" data-name={say("lastWarning")}>
        {warning === null ? (
          <span className="muted">–</span>
        ) : (
          <>
            <span className="red">{named("warning", warning.event)}</span>
            {warning.text === "" ? null : (
              <span className="muted small clamp" title={visibleText(warning.text)}>
                {visibleText(warning.text)}
              </span>
            )}
          </>
        )}
      </td>
    </tr>
  );
}
