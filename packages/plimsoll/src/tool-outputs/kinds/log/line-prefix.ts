const STAMP =
  /\uFEFF?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,]?\d*(?:Z| ?[+-]\d\d:?\d\d) ?|\[(?:[\w.]{1,20} )?\d\d:\d\d:\d\d[.,]?\d*\] +/y;
/** The task, package or container that a line comes from. */
const SOURCE = /[ \t]*(?:\[[\w:-]{1,30}\]|[@\w./-]{1,60}(?::[\w.-]{1,40})+:|[\w.-]{1,40} *\|)(?: |$)/y;
/** Words that say how a test or a line stands or that open a quotation, not where a line comes from. */
const OUTCOME =
  /^std(?:out|err) \|$|^\[(?:OK|RUN|PASS(?:ED)?|FAIL(?:ED)?|ERROR|INFO|WARN(?:ING)?|DEBUG|SKIP(?:PED)?)\]$/i;
/** A place in a file says of a line what it is about. */
const PLACE = /\.\w{1,8}:\d+(?::\d+)?:$/;
const LEVELS = /^(?:\[(?:info|error|warn|debug|success)\] ?){1,3}/;
const LEAST_LINES = 8;
/** The number of the test or the process that printed a line. */
const NUMBER = /[ \t]*\d{1,5}: /y;
const NUMBERED_SHARE = 0.3;

/**
 * What a CI service, a build tool or a runner of several processes writes before every line: the time, and where the line
 * comes from. It is taken for that only where many lines begin with it.
 */
export class LinePrefix {
  readonly #sources: ReadonlySet<string>;
  /** Lines begin with the numbers of tests, each with several. */
  readonly #numbered: boolean;

  constructor(lines: readonly string[]) {
    const counts = new Map<string, number>();
    for (const line of lines) {
      const source = sourceAt(line, stampEnd(line, 0));
      if (source !== "") counts.set(source, (counts.get(source) ?? 0) + 1);
    }
    this.#numbered = areNumbered(lines);
    this.#sources = new Set(
      [...counts].filter(([, times]) => times >= LEAST_LINES).map(([source]) => source),
    );
  }

  /** Where the line that begins at `start` has its own text; at most `end`. */
  endAt(text: string, start: number, end: number): number {
    const stamped = this.#numbered ? numberEnd(text, stampEnd(text, start)) : stampEnd(text, start);
    if (this.#sources.size === 0) return Math.min(stamped, end);
    const found = sourceEnd(text, stamped);
    const isKnown = found > stamped && this.#sources.has(text.slice(stamped, found).trim());
    return Math.min(isKnown ? found : stamped, end);
  }

  /** A line, without colours, without what stands before its own text; also the level of a log in small letters. */
  without(line: string): string {
    const own = line.slice(this.endAt(line, 0, line.length));
    return own.startsWith("[") ? own.replace(LEVELS, "") : own;
  }
}

function stampEnd(text: string, start: number): number {
  STAMP.lastIndex = start;
  return STAMP.test(text) ? STAMP.lastIndex : start;
}

function numberEnd(text: string, start: number): number {
  NUMBER.lastIndex = start;
  return NUMBER.test(text) ? NUMBER.lastIndex : start;
}

/** Many lines begin with a number, and each number comes again on the next lines: no list and no search. */
function areNumbered(lines: readonly string[]): boolean {
  const numbers = lines.map((line) => /^[ \t]*(\d{1,5}): /.exec(line)?.[1]);
  const numbered = numbers.filter((number) => number !== undefined);
  return (
    numbered.length >= Math.max(LEAST_LINES, lines.length * NUMBERED_SHARE) &&
    new Set(numbered).size * 2 <= numbered.length
  );
}

function sourceEnd(text: string, start: number): number {
  SOURCE.lastIndex = start;
  return SOURCE.test(text) ? SOURCE.lastIndex : start;
}

function sourceAt(line: string, start: number): string {
  const source = line.slice(start, sourceEnd(line, start)).trim();
  return OUTCOME.test(source) || PLACE.test(source) ? "" : source;
}
