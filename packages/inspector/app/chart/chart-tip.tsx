import type { LoadLine, LoadMark, LoadPoint } from "plimsoll/inspection";
import { useWords } from "../words/use-words.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { tipRows } from "./tip-rows.ts";

/** Everything about the request under the cursor, beside it. */
export function ChartTip({
  load,
  layout,
  point,
  marks,
}: {
  readonly load: LoadLine;
  readonly layout: ChartLayout;
  readonly point: LoadPoint;
  readonly marks: readonly LoadMark[];
}) {
  const words = useWords();
  const { say, number, time } = words;
  const at = layout.x(point.request);
  const side = at > layout.width / 2 ? { right: layout.width - at + 14 } : { left: at + 14 };
  return (
    <div className="tip" aria-hidden="true" style={{ top: layout.plot.top + 10, ...side }}>
      <p className="tip-head">
        <b>
          {say("request")} {number(point.request)}
        </b>{" "}
        {point.ts === "" ? "" : time(point.ts)}
      </p>
      <dl>
        {tipRows(load, point, words).map(({ name, value, section, isSum }) => (
          <div key={name} className={isSum ? "tip-sum" : ""}>
            <dt>
              {section === undefined ? null : <span className={`swatch section-${section}`} />}
              {name}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {marks.map((mark) => (
        <p key={mark.id} className="tip-mark">
          {say("compactedHere")} v{mark.version}: {number(mark.before)} → {number(mark.after)}
          {mark.undone ? ` (${say("undone")})` : ""}
        </p>
      ))}
    </div>
  );
}
