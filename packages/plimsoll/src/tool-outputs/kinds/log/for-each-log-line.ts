/** Calls `visit` for each line with where it begins and ends as a terminal shows it: from its last carriage return on. */
export function forEachLogLine(
  text: string,
  visit: (order: number, start: number, end: number) => void,
): void {
  let order = 0;
  let nextReturn = text.indexOf("\r");
  for (let start = 0; start <= text.length; order += 1) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    if (nextReturn !== -1 && nextReturn < start) nextReturn = text.indexOf("\r", start);
    const hasReturn = nextReturn !== -1 && nextReturn < end;
    if (hasReturn) visit(order, ...lastState(text, start, end));
    else visit(order, start, end);
    start = end + 1;
  }
}

/** Where the last state that is not blank begins and ends, of those that carriage returns separate. */
function lastState(text: string, start: number, end: number): readonly [number, number] {
  const line = text.slice(start, end);
  let stop = line.length;
  while (stop > 0) {
    const from = line.lastIndexOf("\r", stop - 1) + 1;
    if (
      line
        .slice(from, Math.min(stop, from + 200))
        .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "")
        .trim() !== ""
    )
      return [start + from, start + stop];
    stop = from - 1;
  }
  return [start, start];
}
