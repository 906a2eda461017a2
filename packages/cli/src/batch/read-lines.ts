/** One line of a file, by its number from 1, without its line end. */
export interface Line {
  readonly number: number;
  /** Absent if the line is longer than allowed. */
  readonly bytes?: Uint8Array;
}

const LINE_FEED = 10;

/** The lines of a stream, one at a time; no more than one line is held in memory. */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  options: { readonly maxBytes: number },
): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 0;
  const take = (): Line => {
    const tooLong = size > options.maxBytes;
    const bytes = Buffer.concat(parts);
    parts = [];
    size = 0;
    number += 1;
    return tooLong ? { number } : { number, bytes };
  };
  const keep = (part: Uint8Array): void => {
    size += part.length;
    if (size > options.maxBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      keep(chunk.subarray(start, end));
      start = end + 1;
      yield take();
    }
    keep(chunk.subarray(start));
  }
  if (size > 0) yield take();
}
