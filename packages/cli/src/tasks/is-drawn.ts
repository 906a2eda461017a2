/** A draw of `percent` that depends on a line and on how much is read: another round draws other lines. */
export function isDrawn(line: string, percent: number, amount: number): boolean {
  let mixed = 0x811c9dc5 ^ amount;
  for (let index = 0; index < line.length; index++)
    mixed = Math.imul(mixed ^ line.charCodeAt(index), 0x01000193);
  return ((mixed ^ (mixed >>> 15)) >>> 0) % 100 < percent;
}
