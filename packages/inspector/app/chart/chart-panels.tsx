import type { LoadLine, LoadPoint } from "plimsoll/inspection";
import { scaleLinear } from "d3-scale";
import { useWords } from "../words/use-words.ts";
import { type ChartLayout, type Frame, hasCost } from "./chart-layout.ts";
import { type Step, stepArea } from "./step-path.ts";

/** Below the line: how much of each request came from the cache, and what each cost. */
export function ChartPanels({ load, layout }: { readonly load: LoadLine; readonly layout: ChartLayout }) {
  const { say, percent, dollars } = useWords();
  const costs = load.points.map(({ cost }) => cost ?? 0);
  const most = Math.max(...costs, 0);
  return (
    <g className="panels">
      <Panel
        layout={layout}
        frame={layout.cached}
        title={say("cachedShare")}
        most={percent(1)}
        least={percent(0)}
      />
      <path className="cached" d={shareArea(load.points, layout)} />
      {hasCost(load) ? (
        <>
          <Panel
            layout={layout}
            frame={layout.cost}
            title={say("costPerRequest")}
            most={dollars(most)}
            least="$0"
          />
          <path className="cost" d={costBars(costs, layout, most)} />
        </>
      ) : null}
    </g>
  );
}

function Panel({
  layout: { left, right },
  frame: { top, bottom },
  title,
  most,
  least,
}: {
  readonly layout: ChartLayout;
  readonly frame: Frame;
  readonly title: string;
  readonly most: string;
  readonly least: string;
}) {
  return (
    <g className="axis">
      <text className="panel-title" x={left} y={top - 9}>
        {title}
      </text>
      <line x1={left} x2={right} y1={top} y2={top} />
      <line x1={left} x2={right} y1={bottom} y2={bottom} />
      <text x={left - 8} y={top + 5} textAnchor="end">
        {most}
      </text>
      <text x={left - 8} y={bottom + 3} textAnchor="end">
        {least}
      </text>
    </g>
  );
}

function shareArea(points: readonly LoadPoint[], { edges, cached }: ChartLayout): string {
  const y = scaleLinear([0, 1], [cached.bottom, cached.top]);
  const steps = points.map(({ cached: share }, index): Step => {
    const [left, right] = edges(index);
    return { left, right, low: y(0), high: y(share ?? 0) };
  });
  return stepArea(steps);
}

/** One path for all bars: hundreds of elements say no more. */
function costBars(costs: readonly number[], { edges, cost }: ChartLayout, most: number): string {
  const y = scaleLinear([0, most || 1], [cost.bottom, cost.top]);
  return costs
    .map((value, index) => {
      const [left, right] = edges(index);
      const gap = Math.min(2, (right - left) * 0.2);
      return stepArea([{ left: left + gap / 2, right: right - gap / 2, low: y(0), high: y(value) }]);
    })
    .join("");
}
