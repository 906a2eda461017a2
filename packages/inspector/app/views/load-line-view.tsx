import type { LoadLine } from "plimsoll/inspection";
import { useRef } from "react";
import { useLocation } from "wouter";
import { sessionPath } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { LoadChart } from "../chart/load-chart.tsx";
import { savePng, saveSvg } from "../chart/save-chart.ts";
import { SECTIONS } from "../chart/stack-load.ts";
import { Empty, Shown } from "../parts/states.tsx";
import { compactionRoute } from "../routes.ts";
import { useWords } from "../words/use-words.ts";

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
  const { say } = useWords();
  const svg = useRef<SVGSVGElement>(null);
  const [, go] = useLocation();
  const name = `load-line-${session.replaceAll(/[^\w.-]+/g, "-").slice(0, 40)}`;
  return (
    <figure className="load-line">
      <figcaption className="toolbar">
        <Legend />
        <span className="grow" />
        <button type="button" onClick={() => svg.current && saveSvg(svg.current, name)}>
          {say("exportSvg")}
        </button>
        <button type="button" onClick={() => svg.current && void savePng(svg.current, name)}>
          {say("exportPng")}
        </button>
      </figcaption>
      <LoadChart
        load={load}
        svg={svg}
        title={say("loadLine")}
        onOpen={({ id }) => go(compactionRoute(session, id))}
      />
      {load.isReconstructed ? <p className="muted small">{say("reconstructed")}</p> : null}
      <MarkList load={load} session={session} />
    </figure>
  );
}

export function Legend() {
  const { named } = useWords();
  return (
    <ul className="legend">
      {SECTIONS.map((section) => (
        <li key={section}>
          <span className={`swatch section-${section}`} aria-hidden="true" />
          {named("section", section)}
        </li>
      ))}
    </ul>
  );
}

function MarkList({ load, session }: { readonly load: LoadLine; readonly session: string }) {
  const { say, number, time } = useWords();
  const [, go] = useLocation();
  if (load.marks.length === 0) return <p className="muted">{say("noCompactions")}</p>;
  return (
    <ol className="marks" aria-label={say("compactions")}>
      {load.marks.map((mark) => (
        <li key={mark.id}>
          <button type="button" className="quiet" onClick={() => go(compactionRoute(session, mark.id))}>
            <b>v{mark.version}</b> {say("request")} {mark.request} · {number(mark.before)} →{" "}
            {number(mark.after)}
            {mark.undone ? ` · ${say("undone")}` : ""}
            <span className="muted">
              {" "}
              {mark.trigger} {mark.ts === "" ? "" : time(mark.ts)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
