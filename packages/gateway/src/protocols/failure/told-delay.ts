import { stringOf } from "../../json/string-of.js";

type Headers = Readonly<Record<string, string>>;

const MOST_SECONDS = 86_400;
const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** "try again in 1.2s", "retry after 20 seconds", "Please retry in 350ms". */
const TOLD =
  /(?:try again|retry(?:ing)?|wait)\s{0,3}(?:in|after|for)?:?\s{0,3}(\d{1,7}(?:\.\d{1,9})?)\s{0,3}(ms|milliseconds?|seconds?|secs?|s|minutes?|mins?|m|hours?|h)\b/iu;

/** One part of a duration such as `6m0s` or `1h12m3.5s`. */
const DURATION_PART = /(\d{1,7}(?:\.\d{1,9})?)(ms|s|m|h)/gu;

function duration(text: string): number | undefined {
  const parts = [...text.slice(0, 40).matchAll(DURATION_PART)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, amount, unit = "s"]) => sum + Number(amount) * (UNITS[unit] ?? 1), 0);
}

function fromText(text: string): number | undefined {
  const [, amount, unit = "s"] = TOLD.exec(text) ?? [];
  if (amount === undefined) return undefined;
  const short = unit.toLowerCase();
  const scale = short.startsWith("ms") || short.startsWith("milli") ? UNITS["ms"] : UNITS[short.charAt(0)];
  return Number(amount) * (scale ?? 1);
}

/** Windows of the kind that OpenAI reports; the one that is used up says how long to wait. */
function fromLimits(headers: Headers): number | undefined {
  const waits = ["requests", "tokens"].flatMap((kind) => {
    if (headers[`x-ratelimit-remaining-${kind}`] !== "0") return [];
    return duration(stringOf(headers[`x-ratelimit-reset-${kind}`])) ?? [];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Seconds that an upstream asks to wait, where it says so in words or by its limits. A day at most. */
export function toldDelay(message: string, headers: Headers): number | undefined {
  const seconds = fromText(message) ?? fromLimits(headers);
  return seconds === undefined ? undefined : Math.min(seconds, MOST_SECONDS);
}
