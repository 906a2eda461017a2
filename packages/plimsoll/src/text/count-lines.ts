/** The lines of a text as people count them: a newline at the end opens no further line. */
export function countLines(text: string): number {
  if (text === "") return 0;
  return countBreaks(text) + (text.endsWith("\n") ? 0 : 1);
}

/** The line that a position stands in, from 1. */
export function lineAt(text: string, position: number): number {
  return countBreaks(text, position) + 1;
}

function countBreaks(text: string, end: number = text.length): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) breaks++;
  return breaks;
}
