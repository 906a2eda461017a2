// One line of the table. Every benchmark returns a list of these.
import { median, ratio, spread } from "./timing.mjs";

export function milliseconds(value) {
  if (value < 0.01) return `${(value * 1e3).toFixed(2)} µs`;
  if (value < 1) return `${(value * 1e3).toFixed(0)} µs`;
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}

export function times(value) {
  if (value >= 100) return `${Math.round(value).toLocaleString("en")}×`;
  return `${value.toFixed(value < 10 ? 2 : 1)}×`;
}

export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

export const megabytesPerSecond = (bytes, ms) => {
  const rate = bytes / 1e3 / ms;
  return `${rate.toFixed(rate < 10 ? 1 : 0)} MB/s`;
};

export const percent = (share) => `${(share * 100).toFixed(1)} %`;

const WITHIN = { "at least": (value, limit) => value >= limit, "at most": (value, limit) => value <= limit };

/** `goal` is `["at least" | "at most", number]`, held against `ratio`. */
export function row({ name, value, ratio: measured, against = "", goal, samples }) {
  return {
    name,
    value,
    ...(measured === undefined ? {} : { ratio: measured, against }),
    ...(goal === undefined
      ? {}
      : { goal: `${goal[0]} ${goal[1]}×`, met: WITHIN[goal[0]](measured, goal[1]) }),
    ...(samples === undefined ? {} : { rounds: samples.length, spread: spread(samples) }),
  };
}

/** How many times cheaper a subject is than its baseline. */
export function cheaper({ name, subject, baseline, against, goal }) {
  const measured = ratio(baseline, subject);
  return row({
    name,
    value: milliseconds(median(subject)),
    ratio: measured,
    against,
    goal,
    samples: subject,
  });
}

/** How many times the baseline a subject costs. */
export function costs({ name, subject, baseline, against, goal, bytes }) {
  const measured = ratio(subject, baseline);
  const took = median(subject);
  const value =
    bytes === undefined ? milliseconds(took) : `${milliseconds(took)}, ${megabytesPerSecond(bytes, took)}`;
  return row({ name, value, ratio: measured, against, goal, samples: subject });
}
