const ESCAPE_SEQUENCE = /\u001b\[[0-9;?]*[A-Za-z]/g;
const CARRIAGE_RETURN = /\r/;
const STATE_CHARACTERS = 200;

/** Calls `visit` for each line with where it begins and ends as a terminal shows it: from its last carriage return on. */
export function forEachLogLine(
  text: string,
  visit: (order: number, start: number, end: number) => void,
): void {
  // An expression, not `includes`: the engine may move that into the loop, where it reads the whole text for every line.
  const hasReturns = CARRIAGE_RETURN.test(text);
  let order = 0;
  for (let start = 0; start <= text.length; order += 1) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const state = hasReturns ? lastState(text.slice(start, end)) : undefined;
    if (state === undefined) visit(order, start, end);
    else {
      if (state[0] > STATE_CHARACTERS)
        visitLongStates(text, [start, start + state[0]], (from, to) => visit(order - 0.5, from, to));
      visit(order, start + state[0], start + state[1]);
    }
    start = end + 1;
  }
}

/** What is too long to be progress is text of its own, although something was written over it. */
function visitLongStates(
  text: string,
  [start, end]: readonly [number, number],
  visit: (from: number, to: number) => void,
): void {
  for (let from = start; from < end; ) {
    const at = text.indexOf("\r", from);
    const to = at === -1 || at > end ? end : at;
    if (to - from > STATE_CHARACTERS) visit(from, to);
    from = to + 1;
  }
}

/** Where the last state of a line that is not blank begins and ends; undefined without a carriage return. */
function lastState(line: string): readonly [number, number] | undefined {
  let stop = line.length;
  let at = line.lastIndexOf("\r");
  if (at === -1) return undefined;
  for (;;) {
    const state = line.slice(at + 1, Math.min(stop, at + 1 + STATE_CHARACTERS));
    if (state.replace(ESCAPE_SEQUENCE, "").trim() !== "") return [at + 1, stop];
    if (at <= 0) return [0, Math.max(0, at)];
    stop = at;
    at = line.lastIndexOf("\r", stop - 1);
  }
}
