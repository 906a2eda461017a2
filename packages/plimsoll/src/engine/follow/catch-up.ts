import type { Engine } from "../engine.js";
import { updateFactsInSteps } from "./session-facts.js";
import type { SessionState } from "./session-state.js";

/** Read in a few milliseconds. */
const STEP_TOKENS = 2_000;

/** Lets all that waits go first. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

/** Reads the session's new items for facts, a little at a time, until somebody waits. */
export async function catchUp<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  isAwaited: () => boolean,
): Promise<void> {
  for (const _ of updateFactsInSteps(engine, session, STEP_TOKENS)) {
    if (isAwaited()) return;
    await nextTurn();
  }
}
