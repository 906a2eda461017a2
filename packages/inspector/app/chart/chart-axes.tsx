import { useWords } from "../words/use-words.ts";
import type { ChartLayout } from "./chart-layout.ts";

/** Behind everything: lines to read heights by, and the numbers of requests. */
export function ChartAxes({ layout }: { readonly layout: ChartLayout }) {
  const { short, say } = useWords();
  const { x, y, left, right, plot, isNarrow } = layout;
  const numbers = x.ticks(isNarrow ? 4 : 10).filter((tick) => Number.isInteger(tick) && tick > 0);
  return (
    <g className="axis">
      {y.ticks(5).map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {short(tick)}
          </text>
        </g>
      ))}
      <text className="faint" x={left - 8} y={plot.top - 10} textAnchor="end">
        {say("tokens")}
      </text>
      {numbers.map((tick) => (
        <g key={tick}>
          <line className="tick" x1={x(tick)} x2={x(tick)} y1={plot.bottom} y2={plot.bottom + 4} />
          <text x={x(tick)} y={plot.bottom + 18} textAnchor="middle">
            {tick}
          </text>
        </g>
      ))}
      <text className="faint" x={right} y={plot.bottom + 34} textAnchor="end">
        {say("request")}
      </text>
    </g>
  );
}
