const WIDE_FROM = 0x2e80;

/** About so many pixels a text of the drawing takes: near enough to place things beside it, the same on every machine. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) >= WIDE_FROM ? 12 : 7.4;
  return width;
}
