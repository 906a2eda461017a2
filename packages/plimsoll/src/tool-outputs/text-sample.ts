const EDGE_CHARACTERS = 24_000;
const MIDDLE_CHARACTERS = 16_000;
const LINE_CHARACTERS = 500;

/** Bounded parts of a text from which its kind is told. */
export interface TextSample {
  readonly head: string;
  /** Head, middle and tail; the whole text where it is short. */
  readonly text: string;
  /** The lines of `text` that are not blank, each cut. */
  readonly lines: readonly string[];
  /** The longest line of the sample, uncut. */
  readonly longestLine: number;
}

export function sampleText(text: string, start: number): TextSample {
  const length = text.length - start;
  const head = text.slice(start, start + EDGE_CHARACTERS);
  const parts =
    length <= EDGE_CHARACTERS * 2 + MIDDLE_CHARACTERS
      ? [text.slice(start)]
      : [head, middleOf(text, start), text.slice(-EDGE_CHARACTERS)];
  const lines: string[] = [];
  let longestLine = 0;
  for (const part of parts) {
    for (const line of part.split("\n")) {
      longestLine = Math.max(longestLine, line.length);
      if (line.trim() !== "") lines.push(line.slice(0, LINE_CHARACTERS).trimEnd());
    }
  }
  return { head, text: parts.join("\n"), lines, longestLine };
}

function middleOf(text: string, start: number): string {
  const from = start + Math.floor((text.length - start - MIDDLE_CHARACTERS) / 2);
  return text.slice(from, from + MIDDLE_CHARACTERS);
}
