// Plays the long session on one variant of a framework.
import { loadExactEstimator } from "plimsoll";
import { longSession, playLongSession } from "plimsoll-testkit";

const NO_WAIT = () => Promise.resolve();

/**
 * The verdict, the framework's own history as texts, and how long it took in milliseconds.
 *
 * @param {(stage: import("plimsoll-testkit").LongSessionStage, options: any) => any} variant
 * @param {Record<string, unknown> & { refuses?: number[], seed?: number, window?: number, wait?: () => Promise<void> }} options
 */
export async function play(variant, { refuses = [], seed = 1, window, wait = NO_WAIT, ...options } = {}) {
  const scripted = longSession({ seed });
  const session = window === undefined ? scripted : { ...scripted, window };
  const estimator = await loadExactEstimator("o200k_base");
  let host;
  const started = performance.now();
  const verdict = await playLongSession(
    session,
    async (stage) => {
      host = await variant(stage, { wait, ...options });
      return host;
    },
    { estimator, refuses },
  );
  const milliseconds = performance.now() - started;
  const history = (await host.history?.()) ?? [];
  const summaryTokens = host.summaryTokens?.() ?? 0;
  await host.close?.();
  return { session, verdict, milliseconds, history, summaryTokens };
}
