/** Reads one header of a response. */
export type ReadHeader = (name: string) => unknown;

/**
 * Milliseconds that a server asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date, relative
 * to the response's own `date`. `undefined` if it does not say.
 */
export function retryAfter(header: ReadHeader): number | undefined {
  const milliseconds = Number.parseFloat(String(header("retry-after-ms")));
  if (milliseconds >= 0) return milliseconds;
  const value = header("retry-after");
  const seconds = Number(typeof value === "string" && value.trim() !== "" ? value : Number.NaN);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const delay = Date.parse(String(value)) - Date.parse(String(header("date")));
  return Number.isFinite(delay) ? Math.max(0, delay) : undefined;
}
