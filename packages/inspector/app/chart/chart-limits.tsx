import type { LoadLine } from "plimsoll/inspection";
import { useWords } from "../words/use-words.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { textWidth } from "./text-width.ts";

const APART = 30;

/** What the line must stay below. The trigger carries the mark of a ship's side: a circle with a line through it. */
export function ChartLimits({ load, layout }: { readonly load: LoadLine; readonly layout: ChartLayout }) {
  const { y, left, right, plot, isNarrow } = layout;
  const hard = heightOf(load.hardLimit, layout);
  const trigger = heightOf(load.trigger, layout);
  return (
    <g>
      {hard === undefined ? null : (
        <g className="limit hardLimit">
          <rect className="beyond" x={left} width={right - left} y={plot.top} height={hard - plot.top} />
          <line x1={left} x2={isNarrow ? right : right + 28} y1={hard} y2={hard} />
        </g>
      )}
      {trigger === undefined ? null : (
        <g className="limit trigger">
          <line x1={left} x2={isNarrow ? right - 40 : right} y1={trigger} y2={trigger} />
          <g
            className="plimsoll"
            transform={`translate(${isNarrow ? right - 18 : right + 14} ${y(load.trigger)})`}
          >
            <circle r={8.5} />
            <path d="M-15,0H15" />
          </g>
        </g>
      )}
    </g>
  );
}

/** Their names, over whatever else is drawn there. */
export function ChartLimitLabels({
  load,
  layout,
}: {
  readonly load: LoadLine;
  readonly layout: ChartLayout;
}) {
  const hard = heightOf(load.hardLimit, layout);
  const trigger = heightOf(load.trigger, layout);
  const isClose = hard !== undefined && trigger !== undefined && trigger - hard < APART;
  return (
    <>
      {hard === undefined ? null : (
        <g className="limit hardLimit">
          <LimitLabel name="hardLimit" tokens={load.hardLimit} layout={layout} at={hard} isClose={isClose} />
        </g>
      )}
      {trigger === undefined ? null : (
        <g className="limit trigger">
          <LimitLabel name="trigger" tokens={load.trigger} layout={layout} at={trigger} isClose={isClose} />
        </g>
      )}
    </>
  );
}

/** Undefined for a limit far above the picture. */
function heightOf(tokens: number, { y }: ChartLayout): number | undefined {
  const most = y.domain()[1] ?? 0;
  return tokens > 0 && tokens <= most ? y(tokens) : undefined;
}

function LimitLabel({
  name,
  tokens,
  layout: { left, right, isNarrow },
  at,
  isClose,
}: {
  readonly name: "hardLimit" | "trigger";
  readonly tokens: number;
  readonly layout: ChartLayout;
  readonly at: number;
  readonly isClose: boolean;
}) {
  const { say, short } = useWords();
  const isLower = name === "trigger";
  if (isNarrow) {
    const text = `${say(name)} ${short(tokens)}`;
    const y = at + (isLower ? 15 : -6);
    return (
      <>
        <rect className="ground" x={left + 3} y={y - 11} width={textWidth(text) + 6} height={15} rx={3} />
        <text x={left + 6} y={y}>
          {text}
        </text>
      </>
    );
  }
  // Labels of lines that lie close together stand above and below both.
  const shift = isClose ? (isLower ? 17 : -15) : 0;
  return (
    <>
      <text x={right + 34} y={at + shift - 1}>
        {say(name)}
      </text>
      <text className="faint" x={right + 34} y={at + shift + 13}>
        {short(tokens)}
      </text>
    </>
  );
}
