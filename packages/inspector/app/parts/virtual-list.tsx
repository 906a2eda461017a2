import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type UIEvent, useEffect, useLayoutEffect, useRef } from "react";

export interface VirtualListProps {
  readonly count: number;
  readonly label: string;
  /** A row's height before it is known. */
  readonly estimate?: number;
  /** Brings this row into view, once for each name. */
  readonly at?: { readonly row: number; readonly name: string } | undefined;
  /** A new number brings the last row into view. */
  readonly toEnd?: number;
  keyOf(index: number): string;
  children(index: number): ReactNode;
  onRange?(first: number, last: number): void;
}

const OVERSCAN = 12;
/** So near to its end, in pixels, a list goes on with what comes. */
const NEAR = 24;

/** A list of any length, of which only what is near the view is in the page. */
export function VirtualList(props: VirtualListProps) {
  const { count, label, estimate = 96, at, toEnd = 0, keyOf, children, onRange } = props;
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
  const shown = useRef("");
  useEffect(() => {
    if (at === undefined || shown.current === at.name) return;
    shown.current = at.name;
    rows.scrollToIndex(at.row, { align: "center" });
  }, [at, rows]);
  const isAtEnd = useRef(false);
  useLayoutEffect(() => {
    if (toEnd > 0) rows.scrollToIndex(count - 1, { align: "end" });
    // Rows that come later are followed by the next effect.
  }, [toEnd, rows]);
  useLayoutEffect(() => {
    if (isAtEnd.current) rows.scrollToIndex(count - 1, { align: "end" });
  }, [count, rows]);
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent): void => {
    isAtEnd.current = scrollTop > 0 && scrollHeight - scrollTop - clientHeight < NEAR;
  };
  return (
    <div ref={frame} className="scroller" tabIndex={0} role="region" aria-label={label} onScroll={onScroll}>
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
