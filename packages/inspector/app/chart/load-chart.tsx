import type { LoadLine, LoadMark } from "plimsoll/inspection";
import { type RefObject, useMemo, useRef } from "react";
import { useWords } from "../words/use-words.ts";
import { ChartAreas } from "./chart-areas.tsx";
import { ChartAxes } from "./chart-axes.tsx";
import { type ChartLayout, chartLayout } from "./chart-layout.ts";
import { ChartLegend } from "./chart-legend.tsx";
import { ChartLimitLabels, ChartLimits } from "./chart-limits.tsx";
import { ChartMarks } from "./chart-marks.tsx";
import { ChartPanels } from "./chart-panels.tsx";
import { ChartTip } from "./chart-tip.tsx";
import { legendRows } from "./legend-rows.ts";
import { SECTIONS } from "./sections.ts";
import { useCursor } from "./use-cursor.ts";
import { useWidth } from "./use-width.ts";

/** A smaller share cannot be seen, and needs no name. */
const SEEN = 0.004;

export interface LoadChartProps {
  readonly load: LoadLine;
  readonly svg?: RefObject<SVGSVGElement | null>;
  readonly title: string;
  onOpen?(mark: LoadMark): void;
}

/** Tokens by section over requests, the lines that they must stay below, and every compaction. */
export function LoadChart({ load, svg, title, onOpen }: LoadChartProps) {
  const { say } = useWords();
  const [frame, width] = useWidth<HTMLDivElement>();
  const own = useRef<SVGSVGElement>(null);
  const layout = useLayout(load, width);
  const cursor = useCursor(load, layout, onOpen);
  return (
    <div ref={frame} className="chart">
      <svg
        ref={svg ?? own}
        width={width}
        height={layout.height}
        viewBox={`0 0 ${width} ${layout.height}`}
        role="slider"
        tabIndex={0}
        aria-label={`${title}. ${say("chartLabel")}`}
        aria-valuemin={load.points[0]?.request ?? 0}
        aria-valuemax={load.points.at(-1)?.request ?? 0}
        aria-valuenow={cursor.point?.request ?? load.points.at(-1)?.request ?? 0}
        aria-valuetext={cursor.text}
        {...cursor.handlers}
      >
        <ChartLegend rows={layout.legend} left={layout.left} />
        <ChartAxes layout={layout} />
        <ChartAreas load={load} layout={layout} />
        <ChartPanels load={load} layout={layout} />
        <ChartLimits load={load} layout={layout} />
        {cursor.index === undefined ? null : <Cursor layout={layout} index={cursor.index} />}
        <ChartMarks load={load} layout={layout} {...(onOpen ? { onOpen } : {})} />
        <ChartLimitLabels load={load} layout={layout} />
      </svg>
      {cursor.point ? (
        <ChartTip load={load} layout={layout} point={cursor.point} marks={cursor.marks} />
      ) : null}
    </div>
  );
}

function useLayout(load: LoadLine, width: number): ChartLayout {
  const { say, named } = useWords();
  return useMemo(() => {
    const sections = SECTIONS.filter((section) =>
      load.points.some((point) => point.sections[section] > point.tokens * SEEN),
    );
    const entries = [
      ...sections.map((section) => ({ name: section as string, text: named("section", section) })),
      ...(load.marks.length > 0 ? [{ name: "compaction", text: say("compaction") }] : []),
    ];
    return chartLayout(load, width, legendRows(entries, width - 80));
  }, [load, width, say, named]);
}

/** The column of the request that is pointed at, through all panels. */
function Cursor({ layout, index }: { readonly layout: ChartLayout; readonly index: number }) {
  const [left, right] = layout.edges(index);
  return (
    <rect
      className="cursor"
      x={left}
      width={Math.max(1, right - left)}
      y={layout.plot.top}
      height={layout.height - 18 - layout.plot.top}
    />
  );
}
