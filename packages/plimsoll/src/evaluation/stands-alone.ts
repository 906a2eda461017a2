const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** True if the text at this position is not part of a longer word: `abc1` is not in `abc12`. */
export function standsAlone(text: string, at: number, length: number): boolean {
  return !continues(text, at - 1) && !continues(text, at + length - 1);
}

/** True if the characters at `left` and after it are one word. */
function continues(text: string, left: number): boolean {
  const [before, after] = [text[left], text[left + 1]];
  return (
    before !== undefined && after !== undefined && WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after)
  );
}
