/** Scores that are looked at. */
const SAMPLE = 4000;

export interface ScoreSetting {
  readonly costs: Float32Array;
  /** The unit of each score; by default the score's own number. */
  readonly units?: Int32Array;
  readonly wanted: number;
}

/**
 * A score that units of about `wanted` tokens reach, estimated on a sample; 0 if all units together have fewer.
 */
export function scoreWithin(scores: Float64Array, { costs, units, wanted }: ScoreSetting): number {
  const step = Math.max(1, Math.floor(scores.length / SAMPLE));
  const sample = Array.from({ length: Math.floor(scores.length / step) }, (_, index) => index * step);
  sample.sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right);
  let left = wanted / step;
  for (const index of sample) {
    left -= costs[units === undefined ? index : (units[index] ?? 0)] ?? 1;
    if (left <= 0) return scores[index] ?? 0;
  }
  return 0;
}
