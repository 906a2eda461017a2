const COLOUR_CHARACTERS = 40;
const GREEN = /^\s*(?:\u001b\[[0-24-9;]*m)*\u001b\[(?:\d;)?(?:1;)?[39]2m/;

const RED = /^\s*(?:\u001b\[[0-24-9;]*m)*\u001b\[(?:\d;)?(?:1;)?[39]1m/;

/** True if the first colour of a line is red. */
export function isRedLine(text: string, start: number, end: number): boolean {
  const head = text.slice(start, Math.min(end, start + COLOUR_CHARACTERS));
  return head.includes("\u001b[") && RED.test(head);
}

/** True if the first colour of a line is green: some runners mark what passed by nothing else. */
export function isGreenLine(text: string, start: number, end: number): boolean {
  const head = text.slice(start, Math.min(end, start + COLOUR_CHARACTERS));
  return head.includes("\u001b[") && GREEN.test(head);
}
