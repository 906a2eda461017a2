// Measuring: subjects take turns round by round, so that a slow moment of the machine hits all of them.

/** The value below which this share of the samples lies. */
export function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)];
  const high = sorted[Math.ceil(position)];
  return low + (high - low) * (position - Math.floor(position));
}

export const median = (samples) => quantile(samples, 0.5);

export const mean = (samples) => samples.reduce((sum, sample) => sum + sample, 0) / samples.length;

/** Half the distance between the quartiles, as a share of the median. */
export const spread = (samples) =>
  (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2 / (median(samples) || 1);

/**
 * Empties the nursery if node runs with --expose-gc, so that nobody pays for what another left behind. A full
 * collection would also throw away optimized code, and the next sample would pay for compiling it again.
 */
function collectGarbage() {
  globalThis.gc?.({ type: "minor" });
}

/** Milliseconds of one task. */
export async function time(task) {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/**
 * Runs the subjects in turn, `rounds` times after the warm-ups. A subject is `{ name, run(input), prepare?(), calls? }`:
 * `prepare` is not timed; `calls` runs of it make one sample. Returns the milliseconds per call of each subject.
 */
export async function interleave(subjects, { rounds, warmups = 1 }) {
  const samples = Object.fromEntries(subjects.map(({ name }) => [name, []]));
  for (let round = -warmups; round < rounds; round += 1) {
    for (const { name, run, prepare, calls = 1 } of subjects) {
      const input = await prepare?.();
      collectGarbage();
      const elapsed = await time(async () => {
        for (let call = 0; call < calls; call += 1) await run(input);
      });
      if (round >= 0) samples[name].push(elapsed / calls);
    }
  }
  return samples;
}

/** How many times one subject is another: the median of the ratios within each round. */
export const ratio = (numerator, denominator) =>
  median(numerator.map((sample, round) => sample / denominator[round]));
