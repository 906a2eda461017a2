const PREAMBLE_CHARACTERS = 1_000;
const BODY_MARK = /^(?:Output|Stdout|STDOUT|Result|Response|Body|Content):[ \t]*\r?\n/m;
/** What every mark ends with; most texts have none of it, and are not searched line by line. */
const END_OF_MARK = /:[ \t]*\r?\n/;
const STATUS_LINE = /^HTTP\/[\d.]+ \d{3}/;

/**
 * Where the payload starts behind the lines that a tool puts before it: exit code and sizes up to a line
 * "Output:", or the headers of an HTTP response. 0 if there is no such preamble.
 */
export function outputBodyStart(text: string): number {
  const head = text.slice(0, PREAMBLE_CHARACTERS);
  const mark = END_OF_MARK.test(head) ? BODY_MARK.exec(head) : null;
  if (mark !== null && isPreamble(head.slice(0, mark.index))) return mark.index + mark[0].length;
  if (STATUS_LINE.test(head)) {
    const blank = /\r?\n\r?\n/.exec(text.slice(0, 16_000));
    if (blank !== null) return blank.index + blank[0].length;
  }
  return 0;
}

function isPreamble(text: string): boolean {
  return text
    .split("\n")
    .every((line) => line.trim() === "" || /^[A-Za-z][\w .-]{0,40}:|^\S+ exited|^\[/.test(line));
}
