const MOST_SECONDS = 86_400;

/** How long an upstream asks to wait, in seconds. Dates are read against the upstream's own clock. */
export function retryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = headers["retry-after-ms"];
  if (milliseconds !== undefined) return bounded(Number(milliseconds) / 1000);
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  if (/^\s*\d+(?:\.\d+)?\s*$/u.test(value)) return bounded(Number(value));
  return bounded((Date.parse(value) - Date.parse(headers["date"] ?? "")) / 1000);
}

/** A duration as Google writes it: `12s`, `0.5s`. */
export function secondsOf(duration: string): number | undefined {
  const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/u.exec(duration)?.[1];
  return seconds === undefined ? undefined : bounded(Number(seconds));
}

function bounded(seconds: number): number | undefined {
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, MOST_SECONDS) : undefined;
}
