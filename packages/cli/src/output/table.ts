import { printableName } from "./printable.js";

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
}

/** Rows under a line of titles, as wide as their widest cell; the last column is never padded. Cells are text, without colours. */
export function table(columns: readonly Column[], cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(printableName));
  const widths = columns.map((column, index) =>
    rows.reduce((width, row) => Math.max(width, (row[index] ?? "").length), column.title.length),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, index) => {
        const cell = cells[index] ?? "";
        if (column.align === "right") return cell.padStart(widths[index] ?? 0);
        return index === columns.length - 1 ? cell : cell.padEnd(widths[index] ?? 0);
      })
      .join("  ")
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...rows.map(line)].join("\n");
}
