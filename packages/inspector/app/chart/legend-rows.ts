import { textWidth } from "./text-width.ts";

export interface LegendEntry {
  /** The class of its swatch. */
  readonly name: string;
  readonly text: string;
}

export interface LegendRow {
  readonly entries: readonly (LegendEntry & { readonly at: number })[];
}

const SWATCH = 18;
const GAP = 18;

/** The legend in as many lines as it needs. */
export function legendRows(entries: readonly LegendEntry[], width: number): LegendRow[] {
  const rows: { entries: (LegendEntry & { at: number })[] }[] = [];
  let next = 0;
  for (const entry of entries) {
    const wide = SWATCH + textWidth(entry.text) + GAP;
    const row = rows.at(-1);
    if (row && next + wide - GAP <= width) row.entries.push({ ...entry, at: next });
    else {
      next = 0;
      rows.push({ entries: [{ ...entry, at: 0 }] });
    }
    next += wide;
  }
  return rows;
}
