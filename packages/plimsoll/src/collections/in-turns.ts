/** Work that is left wherever it yields, and gone on with later. */
export type Steps<T> = Generator<void, T, undefined>;

declare const setImmediate: ((task: () => void) => unknown) | undefined;

/** After what came in meanwhile, where the runtime can tell. */
const later: (task: () => void) => unknown =
  typeof setImmediate === "function" ? setImmediate : (task) => setTimeout(task, 0);

const waiting: (() => void)[] = [];

/** One task in a turn: many that wait together hold nothing up longer than one. */
function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) later(goOn);
}

/** Lets all that waits go first: events of the runtime, and others that came here before. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) later(goOn);
  });
}

/** Does long work in many turns, so that nothing else waits for all of it. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Does the same at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
