import type { LegendRow } from "./legend-rows.ts";

/** In the drawing itself, so that a saved picture can be read by itself. */
export function ChartLegend({ rows, left }: { readonly rows: readonly LegendRow[]; readonly left: number }) {
  return (
    <g className="legend">
      {rows.map(({ entries }, line) =>
        entries.map(({ name, text, at }) => (
          <g key={name} transform={`translate(${left + at} ${16 + line * 22})`}>
            {name === "compaction" ? (
              <path className="legend-mark" d="M6,-1V7M1.5,4L6,12L10.5,4Z" />
            ) : (
              <rect className={`area section-${name}`} width={12} height={12} rx={3} />
            )}
            <text x={18} y={10}>
              {text}
            </text>
          </g>
        )),
      )}
    </g>
  );
}
