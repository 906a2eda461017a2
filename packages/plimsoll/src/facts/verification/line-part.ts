/** What stands on a line beside a place. `isWhole`: up to the end of the line. */
export interface LinePart {
  readonly text: string;
  readonly isWhole: boolean;
}

const isBreak = (text: string, at: number): boolean => at < 0 || at >= text.length || text[at] === "\n";

/** At most `max` characters of the line before a position. */
export function lineBefore(text: string, position: number, max: number): LinePart {
  let at = position;
  while (position - at < max && !isBreak(text, at - 1)) at--;
  return { text: text.slice(at, position), isWhole: isBreak(text, at - 1) };
}

/** At most `max` characters of the line from a position on. */
export function lineAfter(text: string, position: number, max: number): LinePart {
  let at = position;
  while (at - position < max && !isBreak(text, at)) at++;
  return { text: text.slice(position, at), isWhole: isBreak(text, at) };
}
