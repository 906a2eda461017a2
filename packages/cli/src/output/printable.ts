/**
 * What a terminal acts on, hides or reorders instead of showing it: C0 and C1 controls but tab and line feed, other line
 * ends, marks of direction, marks without width but the joiners of scripts and emoji, and invisible tags.
 */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const JSON_UNSAFE =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Text from a conversation that cannot move the cursor, change colours or hide itself on a terminal. */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(UNSAFE, "\uFFFD");
}

/** The same for what has to stay on its line: the name of a file or a session, a message. */
export function printableName(text: string): string {
  return printable(text).replace(/[\n\t]/g, "\uFFFD");
}

/** The same on one line, cut to `length` characters. */
export function printableLine(text: string, length: number): string {
  const flat = printable(text.slice(0, length * 4))
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...flat];
  return characters.length <= length ? flat : `${characters.slice(0, length - 1).join("")}…`;
}

/** A message of several lines of which only the first can be taken for one of ours. */
export function printableLines(text: string): string {
  return printable(text).replace(/\n(?! )/g, "\n  ");
}

/** JSON that is the same data and safe to look at: what JSON leaves as it is, but a terminal does not, is escaped. */
export function printableJson(value: unknown, indent: number = 2): string {
  return JSON.stringify(value, null, indent).replace(
    JSON_UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
