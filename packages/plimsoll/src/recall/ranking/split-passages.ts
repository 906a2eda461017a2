import { outsidePair } from "../../text/outside-pair.js";

/** About a paragraph: enough to say something, too little to say everything. */
const PASSAGE_CHARACTERS = 400;
/** A line, or the end of a text, that goes on this far over is not cut. */
const SLACK_CHARACTERS = 200;

/** A part of a text, from character to character. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** A text in passages of about a paragraph, at the ends of its lines and sentences where it has any. */
export function splitPassages(text: string): Passage[] {
  const passages: Passage[] = [];
  let start = 0;
  while (start < text.length) {
    const end = passageEnd(text, start);
    passages.push({ start, end });
    start = end;
  }
  return passages;
}

function passageEnd(text: string, start: number): number {
  const limit = start + PASSAGE_CHARACTERS;
  if (text.length <= limit + SLACK_CHARACTERS) return text.length;
  const part = text.slice(start, limit + SLACK_CHARACTERS);
  const next = part.indexOf("\n", PASSAGE_CHARACTERS);
  if (next !== -1) return start + next + 1;
  const least = PASSAGE_CHARACTERS / 2;
  for (const mark of ["\n", ". ", "。", " "]) {
    const at = part.lastIndexOf(mark, PASSAGE_CHARACTERS);
    if (at >= least) return start + at + mark.length;
  }
  return outsidePair(text, limit);
}
