const SEPARATOR = /(?:\r?\n){2}|\r\r/g;

/** The events of a part of a stream with what separates them; together they are the part. */
export function splitEvents(text: string): readonly string[] {
  const events: string[] = [];
  let start = 0;
  for (const { index, 0: separator } of text.matchAll(SEPARATOR)) {
    const end = index + separator.length;
    events.push(text.slice(start, end));
    start = end;
  }
  return start < text.length ? [...events, text.slice(start)] : events;
}
