/** The text without these characters at its ends. Linear, as an expression with `+$` is not. */
export function trimSigns(text: string, signs: string): string {
  let [start, end] = [0, text.length];
  while (end > start && signs.includes(text.charAt(end - 1))) end -= 1;
  while (start < end && signs.includes(text.charAt(start))) start += 1;
  return text.slice(start, end);
}
