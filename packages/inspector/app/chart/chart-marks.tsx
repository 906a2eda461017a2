import type { LoadLine, LoadMark } from "plimsoll/inspection";
import { useWords, type Words } from "../words/use-words.ts";
import { versionName } from "../words/version-name.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { textWidth } from "./text-width.ts";

const FLAG_GAP = 6;
/** Marks nearer to each other than this, in pixels, are drawn as their falls alone: more would cover the line. */
const DENSE = 12;

/** Every compaction: a flag above the plot, and the fall from what was asked for to what was sent. */
export function ChartMarks({
  load,
  layout,
  onOpen,
}: {
  readonly load: LoadLine;
  readonly layout: ChartLayout;
  onOpen?(mark: LoadMark): void;
}) {
  const words = useWords();
  const flagged = roomForFlags(load.marks, layout, words);
  const isDense = (layout.right - layout.left) / Math.max(1, load.marks.length) < DENSE;
  return (
    <g>
      {load.marks.map((mark) => (
        <Mark
          key={mark.id}
          mark={mark}
          layout={layout}
          hasFlag={flagged.has(mark.id)}
          isDense={isDense}
          column={columnOf(load, layout, mark)}
          {...(onOpen ? { onOpen } : {})}
        />
      ))}
    </g>
  );
}

/** Flags stand beside each other: what would cover another has none. */
function roomForFlags(marks: readonly LoadMark[], { x }: ChartLayout, words: Words): ReadonlySet<string> {
  const shown = new Set<string>();
  let free = Number.NEGATIVE_INFINITY;
  for (const { id, request, version } of marks) {
    const half = flagWidth(versionName(version, words)) / 2;
    if (x(request) - half < free) continue;
    shown.add(id);
    free = x(request) + half + FLAG_GAP;
  }
  return shown;
}

const flagWidth = (name: string): number => textWidth(name) + 10;

function columnOf({ points }: LoadLine, { edges, x }: ChartLayout, { request }: LoadMark) {
  const index = points.findIndex((point) => point.request === request);
  return index < 0 ? ([x(request), x(request)] as const) : edges(index);
}

function Mark({
  mark,
  layout: { x, y, plot },
  hasFlag,
  isDense,
  column: [left, right],
  onOpen,
}: {
  readonly mark: LoadMark;
  readonly layout: ChartLayout;
  readonly hasFlag: boolean;
  readonly isDense: boolean;
  readonly column: readonly [number, number];
  onOpen?(mark: LoadMark): void;
}) {
  const words = useWords();
  const { say, number } = words;
  const middle = x(mark.request);
  const [from, to] = [y(mark.before), y(mark.after)];
  const name = versionName(mark.version, words);
  const wide = flagWidth(name);
  return (
    <g className={mark.undone ? "mark undone" : "mark"} data-mark={mark.id} onClick={() => onOpen?.(mark)}>
      <title>{`${name}: ${number(mark.before)} → ${number(mark.after)} ${say("tokens")}`}</title>
      <rect
        className="left-out"
        x={left}
        width={Math.max(1, right - left)}
        y={from}
        height={Math.max(0, to - from)}
      />
      <line className={isDense ? "stem" : "fall"} x1={middle} x2={middle} y1={from} y2={to - 4} />
      {isDense ? null : <Fall middle={middle} top={plot.top - 6} from={from} to={to} />}
      {hasFlag ? (
        <>
          <rect className="flag" x={middle - wide / 2} y={plot.top - 24} width={wide} height={18} rx={4} />
          <text className="flag-text" x={middle} y={plot.top - 11} textAnchor="middle">
            {name}
          </text>
        </>
      ) : isDense ? null : (
        <circle className="to" cx={middle} cy={plot.top - 8} r={2.5} />
      )}
      <rect
        className="touch"
        x={middle - 9}
        width={18}
        y={plot.top - 26}
        height={plot.bottom - plot.top + 26}
      />
    </g>
  );
}

/** From the flag to what was asked for, and the point of the arrow at what was sent. */
function Fall({
  middle,
  top,
  from,
  to,
}: {
  readonly middle: number;
  readonly top: number;
  readonly from: number;
  readonly to: number;
}) {
  return (
    <>
      <line className="stem" x1={middle} x2={middle} y1={top} y2={from} />
      <path className="arrow" d={`M${middle - 4.5},${to - 8}L${middle},${to}L${middle + 4.5},${to - 8}Z`} />
      <circle className="from" cx={middle} cy={from} r={3.2} />
    </>
  );
}
