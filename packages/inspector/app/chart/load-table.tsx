import type { LoadLine } from "plimsoll/inspection";
import { useState } from "react";
import { useWords } from "../words/use-words.ts";
import { versionName } from "../words/version-name.ts";
import { SECTIONS } from "./sections.ts";

/** The numbers of the picture, for whoever does not see it or wants to read them. */
export function LoadTable({ load }: { readonly load: LoadLine }) {
  const { say } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="load-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say("asTable")}</summary>
      {isOpen ? <Rows load={load} /> : null}
    </details>
  );
}

function Rows({ load }: { readonly load: LoadLine }) {
  const words = useWords();
  const { say, named, number, percent, dollars, time } = words;
  const sections = SECTIONS.filter((section) => load.points.some((point) => point.sections[section] >= 1));
  const hasCost = load.points.some(({ cost }) => cost !== null);
  return (
    <div className="table-frame scrolls" role="region" aria-label={say("loadLine")} tabIndex={0}>
      <table className="points">
        <thead>
          <tr>
            {[
              say("request"),
              say("when"),
              say("sent"),
              ...sections.map((name) => named("section", name)),
            ].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{say("cachedShare")}</th>
            {hasCost ? <th scope="col">{say("cost")}</th> : null}
            <th scope="col">{say("compaction")}</th>
          </tr>
        </thead>
        <tbody>
          {load.points.map((point) => (
            <tr key={point.request}>
              <th scope="row">{number(point.request)}</th>
              <td>{time(point.ts)}</td>
              <td>{number(point.tokens)}</td>
              {sections.map((section) => (
                <td key={section}>{number(point.sections[section])}</td>
              ))}
              <td>{percent(point.cached)}</td>
              {hasCost ? <td>{dollars(point.cost)}</td> : null}
              <td>
                {load.marks
                  .filter(({ request }) => request === point.request)
                  .map(
                    ({ version, before, after }) =>
                      `${versionName(version, words)}: ${number(before)} → ${number(after)}`,
                  )
                  .join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
