export interface BoundedLogOptions {
  /** So many bytes may wait for a reader. @default 8388608 */
  readonly maxWaiting?: number;
  /** The line that says how many are missing. */
  missing(lines: number): string;
}

type Stream = NodeJS.WritableStream & { readonly writableLength?: number };

const MAX_WAITING = 8 * 1024 * 1024;

/**
 * Writes lines of a log, and never waits for who reads them: what does not fit is dropped and counted, and the next line that fits says
 * how many are missing.
 */
export function boundedLog(
  stream: Stream,
  { maxWaiting = MAX_WAITING, missing }: BoundedLogOptions,
): (line: string) => void {
  let dropped = 0;
  return (line) => {
    if ((stream.writableLength ?? 0) > maxWaiting) {
      dropped += 1;
      return;
    }
    if (dropped > 0) stream.write(missing(dropped));
    dropped = 0;
    stream.write(line);
  };
}
