import type { LoadLine, LoadMark } from "plimsoll/inspection";
import { useRef } from "react";
import { Link, useLocation } from "wouter";
import { sessionPath } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { LoadChart } from "../chart/load-chart.tsx";
import { LoadTable } from "../chart/load-table.tsx";
import { savePng, saveSvg } from "../chart/save-chart.ts";
import { Empty, Shown } from "../parts/states.tsx";
import { compactionRoute } from "../routes.ts";
import { useWords } from "../words/use-words.ts";
import { versionName } from "../words/version-name.ts";

export function LoadLineView({ session }: { readonly session: string }) {
  const { say } = useWords();
  const load = useResource<LoadLine>(sessionPath(session, "load-line"), session);
  return (
    <Shown of={load}>
      {(data) =>
        data.points.length === 0 ? (
          <Empty title={say("noRequests")} hint={say("noRequestsHint")} />
        ) : (
          <Drawn load={data} session={session} />
        )
      }
    </Shown>
  );
}

function Drawn({ load, session }: { readonly load: LoadLine; readonly session: string }) {
  const { say, number, dollars } = useWords();
  const svg = useRef<SVGSVGElement>(null);
  const [, go] = useLocation();
  const name = `load-line-${session.replaceAll(/[^\w.-]+/g, "-").slice(0, 40)}`;
  return (
    <figure className="load-line">
      <LoadChart
        load={load}
        svg={svg}
        title={say("loadLine")}
        onOpen={({ id, byTool }) => byTool || go(compactionRoute(session, id))}
      />
      <figcaption className="toolbar chart-foot">
        <span className="muted small">
          {say("nRequests", { n: number(load.requests) })}
          {load.cost === null ? ` · ${say("noPrice")}` : ` · ${say("cost")} ${dollars(load.cost)}`}
          {load.isReconstructed ? ` · ${say("reconstructed")}` : ""}
          {load.isRecorded ? ` · ${say("recorded")}` : ""}
        </span>
        <span className="grow" />
        <button type="button" onClick={() => svg.current && saveSvg(svg.current, name)}>
          {say("exportSvg")}
        </button>
        <button type="button" onClick={() => svg.current && void savePng(svg.current, name)}>
          {say("exportPng")}
        </button>
      </figcaption>
      <LoadTable load={load} />
      <MarkList load={load} session={session} />
    </figure>
  );
}

function MarkList({ load, session }: { readonly load: LoadLine; readonly session: string }) {
  const { say } = useWords();
  if (load.marks.length === 0) return <p className="muted">{say("noCompactions")}</p>;
  return (
    <>
      <h2>{say("compactions")}</h2>
      <ol className="marks" aria-label={say("compactions")}>
        {load.marks.map((mark) => (
          <li key={mark.id}>
            {mark.byTool ? (
              <div className="mark-card">
                <MarkText mark={mark} />
              </div>
            ) : (
              <Link
                className={mark.undone ? "mark-card undone" : "mark-card"}
                href={compactionRoute(session, mark.id)}
              >
                <MarkText mark={mark} />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function MarkText({ mark }: { readonly mark: LoadMark }) {
  const words = useWords();
  const { say, number, time, named, percent } = words;
  const cause = mark.byTool ? say("byTool") : named("cause", mark.trigger);
  return (
    <>
      <b>{versionName(mark.version, words)}</b>
      <span>
        {number(mark.before)} → {number(mark.after)}
      </span>
      <span className="muted">−{percent(1 - mark.after / Math.max(1, mark.before))}</span>
      <span className="muted small">
        {say("request")} {number(mark.request)} · {cause}
        {mark.ts === "" ? "" : ` · ${time(mark.ts)}`}
        {mark.undone ? ` · ${say("undone")}` : ""}
      </span>
    </>
  );
}
