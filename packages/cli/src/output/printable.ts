// C0 and C1 controls but tab and line feed, and the marks that reverse the direction of text.
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text from a conversation that cannot move the cursor, change colours or hide itself on a terminal. */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(UNSAFE, "\uFFFD");
}

/** The same on one line, cut to `length` characters. */
export function printableLine(text: string, length: number): string {
  const flat = printable(text.slice(0, length * 4))
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...flat];
  return characters.length <= length ? flat : `${characters.slice(0, length - 1).join("")}…`;
}

/** JSON that is the same data and safe to look at: C1 controls are escaped as C0 ones always are. */
export function printableJson(value: unknown, indent: number = 2): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
