/** What a number of runs is multiplied by; 1 for all of them. */
const scale = Number(process.env["PLIMSOLL_TEST_SCALE"] ?? 0.05);

const LEAST_RUNS = 10;

/**
 * True if every case is to be run. For tests of which others show nearly the same: `it.runIf(FULL_SCALE)`.
 */
export const FULL_SCALE: boolean = scale >= 1;

/**
 * How often a test does what it does many times: generated cases, kills, sessions. `runs` is the number of the full
 * run (`PLIMSOLL_TEST_SCALE=1`, as in `.ci/run`); the default run does a twentieth of it, but at least `least`.
 */
export function scaled(runs: number, least: number = LEAST_RUNS): number {
  return Math.max(Math.min(runs, least), Math.round(runs * scale));
}

/** As many of the cases as `scaled` says, spread over the list. */
export function sampled<T>(cases: readonly T[], least: number): T[] {
  const wanted = scaled(cases.length, least);
  const step = (index: number): number => Math.floor((index * wanted) / cases.length);
  return cases.filter((_, index) => index === 0 || step(index) > step(index - 1));
}
