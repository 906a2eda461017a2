import fc from "fast-check";
import { formatKit, type SyntheticFormat } from "../testing/synthetic-formats.js";

/** One read: of which file, from which line, how many lines; 0 lines for the whole file of `length` lines. */
export interface Reading {
  readonly file: number;
  readonly first: number;
  readonly lines: number;
  readonly length: number;
}

/** Steps of one to three reads, of the same few files. */
export const readings: fc.Arbitrary<Reading[][]> = fc.array(
  fc.array(
    fc.record({
      file: fc.nat(2),
      first: fc.integer({ min: 1, max: 60 }),
      lines: fc.constantFrom(0, 0, 5, 40),
      length: fc.integer({ min: 1, max: 80 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  { maxLength: 12 },
);

const textOf = ({ file, first, lines, length }: Reading): string => {
  const [start, end] = lines === 0 ? [1, length] : [first, Math.min(length, first + lines - 1)];
  const count = Math.max(0, end - start + 1);
  return Array.from({ length: count }, (_, line) => `line ${start + line} of file ${file}`).join("\n");
};

/** A session of these reads, with the call ids `…0`, `…1` and so on. */
export function readingSession(format: SyntheticFormat, steps: readonly (readonly Reading[])[]): object[] {
  const emitter = formatKit(format).emitter;
  let next = 0;
  return steps.flatMap((step) => {
    const calls = step.map(({ file, first, lines }) => ({
      id: `${emitter.callIdPrefix}${next++}`,
      name: "read_file",
      arguments: { path: `src/${file}.ts`, ...(lines === 0 ? {} : { offset: first, limit: lines }) },
    }));
    const results = step.map((read, position) => ({
      callId: calls[position]?.id ?? "",
      name: "read_file",
      text: textOf(read),
    }));
    return [...emitter.step({ id: `s${next}`, reasoning: "", text: "", calls }), ...emitter.results(results)];
  });
}
