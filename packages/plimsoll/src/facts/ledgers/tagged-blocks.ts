import { CUES } from "../cues/cues.js";

const OPENING_TAG = /^\s{0,20}<([A-Za-z][\w:-]{0,60})(?:\s[^<>]{0,300})?>/;
const OPENING_CHARACTERS = 400;
const CLOSING_TAG = /<\/([A-Za-z][\w:-]{0,60})>/g;
const INLINE_TAG = /<([A-Za-z][\w:-]{0,60})>([^<]{0,4000})<\/\1>/g;

/** Tagged blocks are pasted documents or a client's notes, unless the tag announces a request. */
const holdsRequest = (tag: string): boolean => CUES.has("request tag", tag) && !CUES.has("client tag", tag);

/** The parts of a line outside tagged insertions, and inside those that hold a request. */
export function partsOutsideTags(line: string): string[] {
  if (!line.includes("</")) return [line];
  const parts: string[] = [];
  let start = 0;
  for (const match of line.matchAll(INLINE_TAG)) {
    parts.push(line.slice(start, match.index));
    if (holdsRequest(match[1] ?? "")) parts.push(match[2] ?? "");
    start = match.index + match[0].length;
  }
  return [...parts, line.slice(start)];
}

/** Follows a text line by line through blocks in tags that hold nothing of the writer's own. */
export class TaggedBlocks {
  /** By tag name, the last line that closes it. */
  readonly #lastClosing = new Map<string, number>();
  #open = "";

  constructor(lines: readonly string[]) {
    lines.forEach((line, index) => {
      if (!line.includes("</")) return;
      for (const [, name = ""] of line.matchAll(CLOSING_TAG)) this.#lastClosing.set(name, index);
    });
  }

  /** Takes the next line. True for one of a block, from its opening tag to the line that closes it. */
  holds(line: string, number: number): boolean {
    if (this.#open !== "") {
      if (line.includes(`</${this.#open}>`)) this.#open = "";
      return true;
    }
    const [mark = "", name = ""] = OPENING_TAG.exec(line.slice(0, OPENING_CHARACTERS)) ?? [];
    if (name === "") return false;
    if (holdsRequest(name) || line.includes(`</${name}>`)) return line.trim() === mark.trim();
    // An opening tag that nothing closes is a word in angle brackets.
    if ((this.#lastClosing.get(name) ?? -1) <= number) return false;
    this.#open = name;
    return true;
  }
}
