/** Where the part of a text ends that begins at `start`: between two words, if there are any. */
export function partEnd(text: string, start: number, longest: number): number {
  if (text.length - start <= longest) return text.length;
  const blank = Math.max(text.lastIndexOf(" ", start + longest), text.lastIndexOf("\n", start + longest));
  return blank > start + longest / 2 ? blank + 1 : start + longest;
}
