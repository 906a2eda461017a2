import type { LoadLine } from "plimsoll/inspection";
import { useMemo } from "react";
import type { ChartLayout } from "./chart-layout.ts";
import { SECTIONS } from "./sections.ts";
import { type Step, stepArea, stepLine } from "./step-path.ts";

/** Tokens by section: every request is a column, as high as what was sent. */
export function ChartAreas({ load, layout }: { readonly load: LoadLine; readonly layout: ChartLayout }) {
  const { layers, top } = useMemo(() => columnsOf(load, layout), [load, layout]);
  return (
    <g>
      {layers.map(({ section, d }) => (
        <path key={section} className={`area section-${section}`} d={d} />
      ))}
      <path className="edge" d={top} />
    </g>
  );
}

function columnsOf({ points }: LoadLine, { edges, y }: ChartLayout) {
  const floor = points.map(() => 0);
  const layers = SECTIONS.map((section) => {
    const steps = points.map((point, index): Step => {
      const [left, right] = edges(index);
      const low = floor[index] ?? 0;
      const high = low + point.sections[section];
      floor[index] = high;
      return { left, right, low: y(low), high: y(high) };
    });
    return { section, d: steps.every(({ low, high }) => low === high) ? "" : stepArea(steps) };
  });
  const top = points.map((point, index): Step => {
    const [left, right] = edges(index);
    return { left, right, low: y(0), high: y(point.tokens) };
  });
  return { layers: layers.filter(({ d }) => d !== ""), top: stepLine(top) };
}
