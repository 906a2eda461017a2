/** Who speaks, in a transcript. */
const SPEAKER = /^[\p{L}\p{N}][\p{L}\p{N} ._'-]{0,60}:\s/u;
/** What a transcript says of a sound, a gap or a break: "{vocalsound}", "[laughter]", "(coughs)". */
const SOUND = /\{[^{}\n]{1,40}\}|\[[^[\]\n]{1,40}\]|\([^()\n]{1,40}\)/g;
const MOST_CHARACTERS = 400;

/** True for a turn of a transcript in which nobody says a word. */
export function isSoundsAlone(text: string): boolean {
  if (text.length > MOST_CHARACTERS || !/[{[(]/.test(text)) return false;
  const said = text.trim().replace(SPEAKER, "").trim();
  const words = said.replace(SOUND, "");
  return words !== said && !/[\p{L}\p{N}]/u.test(words);
}
