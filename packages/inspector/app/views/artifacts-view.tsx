import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { send, sessionPath } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { saveBlob } from "../chart/save-chart.ts";
import { useOpenItem } from "../parts/item-dialog.tsx";
import { ItemText } from "../parts/item-text.tsx";
import { Empty, Shown } from "../parts/states.tsx";
import { visibleText } from "../parts/visible-text.ts";
import { artifactRoute } from "../routes.ts";
import { failureText } from "../words/server-text.ts";
import { useWords } from "../words/use-words.ts";

interface ArtifactInfo {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly characters: number;
  readonly lines: number;
  readonly lastTs: string;
}

interface Hit {
  readonly id: string;
  readonly role: string;
  readonly line: number;
  readonly snippet: string;
}

interface Part {
  readonly text: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly lines: number;
}

/** Large outputs, and a search over everything that left the window. */
export function ArtifactsView({
  session,
  artifact,
}: {
  readonly session: string;
  readonly artifact: string;
}) {
  const { say } = useWords();
  const list = useResource<{ artifacts: ArtifactInfo[] }>(sessionPath(session, "artifacts"), session);
  return (
    <div className="artifacts">
      <RecallSearch session={session} />
      <h2>{say("artifacts")}</h2>
      <Shown of={list}>
        {({ artifacts }) =>
          artifacts.length === 0 ? (
            <Empty title={say("noArtifacts")} hint={say("noArtifactsHint")} />
          ) : (
            <ArtifactTable artifacts={artifacts} session={session} chosen={artifact} />
          )
        }
      </Shown>
      {artifact === "" ? null : <ArtifactText key={artifact} session={session} artifact={artifact} />}
    </div>
  );
}

function RecallSearch({ session }: { readonly session: string }) {
  const { say } = useWords();
  const [query, setQuery] = useState("");
  const path = query === "" ? "" : sessionPath(session, `recall?query=${encodeURIComponent(query)}`);
  const hits = useResource<{ hits: Hit[] }>(path, session);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setQuery(String(new FormData(event.currentTarget).get("query") ?? "").trim());
  };
  return (
    <section aria-label={say("recall")}>
      <h2>{say("recall")}</h2>
      <form className="toolbar" onSubmit={submit}>
        <label className="field inline">
          <span className="visually-hidden">{say("recallHint")}</span>
          <input name="query" type="search" placeholder={say("recallHint")} />
        </label>
        <button type="submit" className="primary">
          {say("search")}
        </button>
      </form>
      {query === "" ? null : (
        <Shown of={hits}>
          {(found) =>
            found.hits.length === 0 ? (
              <Empty title={say("recallEmpty")} />
            ) : (
              <Hits key={query} hits={found.hits} session={session} />
            )
          }
        </Shown>
      )}
    </section>
  );
}

/** So many are shown at first: what was stored stands below them. */
const FIRST_HITS = 8;

function Hits({ hits, session }: { readonly hits: readonly Hit[]; readonly session: string }) {
  const { say, named, number } = useWords();
  const openItem = useOpenItem();
  const [most, setMost] = useState(FIRST_HITS);
  return (
    <>
      <ol className="hits">
        {hits.slice(0, most).map((hit, index) => (
          <li key={`${index} ${hit.id}`}>
            <span className="muted small">
              {named("role", hit.role)} · {say("lineNumber", { n: number(hit.line) })} ·{" "}
              {hit.id.startsWith("art_") ? (
                <Link href={artifactRoute(session, hit.id)}>{hit.id}</Link>
              ) : (
                <button type="button" className="quiet" onClick={() => openItem(session, hit.id)}>
                  {hit.id}
                </button>
              )}
            </span>
            <pre>
              <ItemText text={hit.snippet} session={session} />
            </pre>
          </li>
        ))}
      </ol>
      {hits.length > most ? (
        <button type="button" onClick={() => setMost(hits.length)}>
          {say("more")} ({number(hits.length - most)})
        </button>
      ) : null}
    </>
  );
}

function ArtifactTable({
  artifacts,
  session,
  chosen,
}: {
  readonly artifacts: readonly ArtifactInfo[];
  readonly session: string;
  readonly chosen: string;
}) {
  const { say, named, number, time } = useWords();
  return (
    <ul className="artifact-list">
      {artifacts.map(({ id, kind, label, characters, lines, lastTs }) => (
        <li key={id}>
          <Link href={artifactRoute(session, id)} aria-current={id === chosen ? "true" : undefined}>
            <b>{named("evidence", kind)}</b> <bdi>{visibleText(label)}</bdi>
            <span className="muted small block">
              {say("characters", { n: number(characters) })} · {say("nLines", { n: number(lines) })} ·{" "}
              {time(lastTs)} · {id}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const STEP = 200;

function ArtifactText({ session, artifact }: { readonly session: string; readonly artifact: string }) {
  const words = useWords();
  const { say, number } = words;
  const [first, setFirst] = useState(1);
  const [failed, setFailed] = useState("");
  const path = sessionPath(
    session,
    `artifacts/${encodeURIComponent(artifact)}?first=${first}&last=${first + STEP - 1}`,
  );
  const part = useResource<Part>(path);
  const download = async (): Promise<void> => {
    try {
      const raw = await send(sessionPath(session, `artifacts/${encodeURIComponent(artifact)}/raw`));
      saveBlob(await raw.blob(), `${artifact}.txt`);
    } catch (error) {
      setFailed(failureText(error, words));
    }
  };
  const isHere = part.data !== undefined;
  const top = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isHere) top.current?.scrollIntoView({ block: "nearest" });
  }, [isHere]);
  return (
    <section ref={top} aria-label={artifact} className="artifact-text">
      <Shown of={part}>
        {({ text, firstLine, lastLine, lines }) => (
          <>
            <div className="toolbar">
              <span>
                {say("lineRange", { first: number(firstLine), last: number(lastLine), all: number(lines) })}
              </span>
              <button
                type="button"
                disabled={firstLine <= 1}
                onClick={() => setFirst(Math.max(1, first - STEP))}
              >
                {say("previous")}
              </button>
              <button type="button" disabled={lastLine >= lines} onClick={() => setFirst(lastLine + 1)}>
                {say("next")}
              </button>
              <LineJump lines={lines} onJump={setFirst} />
              <button type="button" onClick={() => void download()}>
                {say("download")}
              </button>
              {failed === "" ? null : <span role="alert">{failed}</span>}
            </div>
            <pre className="whole" tabIndex={0} aria-label={say("text")}>
              <bdi>{visibleText(text)}</bdi>
            </pre>
          </>
        )}
      </Shown>
    </section>
  );
}

function LineJump({ lines, onJump }: { readonly lines: number; onJump(line: number): void }) {
  const { say } = useWords();
  const jump = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onJump(Math.max(1, Number(new FormData(event.currentTarget).get("line"))));
  };
  return (
    <form className="row" onSubmit={jump}>
      <label className="field inline line-number">
        <span>{say("fromLine")}</span>
        <input name="line" type="number" min={1} max={lines} required />
      </label>
      <button type="submit">{say("readLines")}</button>
    </form>
  );
}
