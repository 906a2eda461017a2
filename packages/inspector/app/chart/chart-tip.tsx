import type { LoadLine, LoadMark, LoadPoint } from "plimsoll/inspection";
import { useWords } from "../words/use-words.ts";
import { versionName } from "../words/version-name.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { tipRows } from "./tip-rows.ts";

const BESIDE = 14;
const WIDE = 288;

/** Beside the cursor where there is room for it; at the edge of a narrow picture, on the other side of the cursor. */
function sideOf(at: number, width: number): { readonly left?: number; readonly right?: number } {
  const isRight = at <= width / 2;
  const room = (isRight ? width - at : at) - BESIDE;
  if (room < WIDE) return isRight ? { right: 0 } : { left: 0 };
  return isRight ? { left: at + BESIDE } : { right: width - at + BESIDE };
}

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
  const side = sideOf(at, layout.width);
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
          {say("compactedHere")} {versionName(mark.version, words)}: {number(mark.before)} →{" "}
          {number(mark.after)}
          {mark.undone ? ` (${say("undone")})` : ""}
        </p>
      ))}
    </div>
  );
}
