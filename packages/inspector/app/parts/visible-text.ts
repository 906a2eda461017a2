const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * A text whose invisible characters can be seen: control and escape codes, marks that turn the direction of writing, halves of
 * characters. So nothing can look like something else.
 */
export const visibleText = (text: string): string => text.replaceAll(HIDDEN, nameOf);

function nameOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `⟦U+${code.toString(16).toUpperCase().padStart(4, "0")}⟧`;
}
