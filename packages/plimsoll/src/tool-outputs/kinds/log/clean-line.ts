const ESCAPE_SEQUENCE = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** The cursor goes back to the beginning of the line. */
const TO_START = /\u001b\[[01]?G/g;

/** A line as a terminal shows it: no colours, only what the last carriage return left, no trailing blanks. */
export function cleanLine(line: string): string {
  let text = line.includes("\u001b[") ? line.replace(TO_START, "\r") : line;
  if (text.endsWith("\r")) text = text.slice(0, -1);
  const overwritten = text.lastIndexOf("\r");
  if (overwritten !== -1) text = text.slice(overwritten + 1);
  if (text.includes("\u001b[")) text = text.replace(ESCAPE_SEQUENCE, "");
  return text.trimEnd();
}
