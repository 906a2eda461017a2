import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";

export interface VirtualListProps {
  readonly count: number;
  readonly label: string;
  /** A row's height before it is known. */
  readonly estimate?: number;
  /** Brings this row into view. */
  readonly at?: number | undefined;
  keyOf(index: number): string;
  children(index: number): ReactNode;
  onRange?(first: number, last: number): void;
}

const OVERSCAN = 12;

/** A list of any length, of which only what is near the view is in the page. */
export function VirtualList(props: VirtualListProps) {
  const { count, label, estimate = 96, at, keyOf, children, onRange } = props;
  const frame = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    estimateSize: () => estimate,
    getScrollElement: () => frame.current,
    getItemKey: keyOf,
    overscan: OVERSCAN,
  });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  useEffect(() => {
    if (at !== undefined && at >= 0) rows.scrollToIndex(at, { align: "center" });
  }, [at, rows]);
  return (
    <div ref={frame} className="scroller" tabIndex={0} role="region" aria-label={label}>
      <div className="runway" style={{ height: rows.getTotalSize() }}>
        {items.map((item) => (
          <div
            key={item.key}
            ref={rows.measureElement}
            data-index={item.index}
            className="runway-row"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {children(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
