/** How far the provider's counts lie from the estimator's, learned from reported usage. Immutable. */
export interface Calibration {
  /** Multiply an estimate by this. */
  readonly factor: number;
  /** The number of reports behind the factor. */
  readonly observations: number;
}

/** One request: the estimator's count before calibration, and the usage that the provider reported. */
export interface UsageObservation {
  readonly estimated: number;
  readonly reported: number;
}

const RATE = 0.2;
const LARGEST_STEP = 0.15;
const MIN_FACTOR = 0.5;
const MAX_FACTOR = 2;
const MIN_REPORTED_TOKENS = 50;

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

export function createCalibration(): Calibration {
  return { factor: 1, observations: 0 };
}

/**
 * The calibration after one more report. The first sets the factor; later ones move it a fifth of the way, by at
 * most 0.15. Reports that cannot be right, or are too small to say anything, change nothing.
 */
export function calibrate(state: Calibration, { estimated, reported }: UsageObservation): Calibration {
  const usable = Number.isFinite(estimated) && estimated > 0 && Number.isFinite(reported);
  if (!usable || reported < MIN_REPORTED_TOKENS) return state;
  const ratio = clamp(reported / estimated, MIN_FACTOR, MAX_FACTOR);
  const observations = state.observations + 1;
  if (state.observations === 0) return { factor: ratio, observations };
  const step = clamp((ratio - state.factor) * RATE, -LARGEST_STEP, LARGEST_STEP);
  return { factor: clamp(state.factor + step, MIN_FACTOR, MAX_FACTOR), observations };
}

/** An estimate corrected by a calibration's factor. */
export function applyCalibration(factor: number, tokens: number): number {
  return Math.ceil(tokens * factor);
}
