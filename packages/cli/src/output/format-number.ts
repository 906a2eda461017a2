const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** `12345` as `12,345`, the same in every locale. */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** How much smaller `after` is: `-73 %`. */
export function formatReduction(before: number, after: number): string {
  if (before === 0 || before === after) return "0 %";
  const percent = Math.round(((after - before) / before) * 100);
  return `${percent > 0 ? "+" : ""}${percent} %`;
}

/** `1 item`, `2 items`. */
export function formatCount(count: number, word: string): string {
  return `${formatNumber(count)} ${word}${count === 1 ? "" : "s"}`;
}
