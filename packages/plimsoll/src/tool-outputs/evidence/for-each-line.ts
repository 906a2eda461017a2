/** Calls `visit` with the number of each line from `start` on, counted from 0, and where it begins and ends. */
export function forEachLine(
  text: string,
  start: number,
  visit: (order: number, from: number, to: number) => void,
): void {
  let order = 0;
  for (let from = start; from < text.length; order += 1) {
    const newline = text.indexOf("\n", from);
    const to = newline === -1 ? text.length : newline;
    visit(order, from, to);
    from = to + 1;
  }
}
