/** What stands for a pasted text. Verification knows it as a note of our own. */
export function pasteNote(text: string): string {
  const lines = text.trim().split("\n").length;
  return `[pasted: ${grouped(lines)} ${lines === 1 ? "line" : "lines"}, ${grouped(text.trim().length)} characters]`;
}

const grouped = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
