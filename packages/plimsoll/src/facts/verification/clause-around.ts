const BOUNDARY =
  /[.;,，、。；\n(){}[\]]\s|[\n。；，、{}]|\s(?:and|but|while|und|aber|et|mais|pero|и|но|а)\s/gi;
const BEFORE_CHARACTERS = 80;
const AFTER_CHARACTERS = 60;

/** The clause that a part of a text stands in, without the part: what is said of it. */
export function clauseAround(
  text: string,
  start: number,
  end: number,
): { readonly before: string; readonly after: string } {
  const before = text.slice(Math.max(0, start - BEFORE_CHARACTERS), start);
  const after = text.slice(end, end + AFTER_CHARACTERS);
  const last = [...before.matchAll(BOUNDARY)].at(-1);
  const next = after.search(BOUNDARY);
  return {
    before: last === undefined ? before : before.slice(last.index + last[0].length),
    after: next < 0 ? after : after.slice(0, next),
  };
}
