/** An address or a path: describes best what was read. */
const PLACE =
  /^(?:[a-z][\w+.-]{1,20}:\/\/|[~.]{0,2}\/)\S+$|^[\w.@-]{1,80}(?:\/[\w.@-]{1,80})+$|^[\w-]{1,80}\.[a-z]\w{0,9}$/i;
const WORD = /\p{L}{2}/u;
/** Options such as `true` or `medium` name nothing. */
const SETTING = /^(?:true|false|null|none|auto|low|medium|high|asc|desc|text|json|markdown|utf-?8)$/i;
const MAX_LOOKED_AT = 300;
const MAX_VALUES = 20;
/** The folder of a command says less than the command. */
const CHANGES_FOLDER = /^cd \S{1,200}\s{0,2}(?:&&|;)\s{0,2}(?=\S)/;
const MAX_PATH = 32;

/** A long path by its end, which distinguishes files. */
function shortPath(value: string): string {
  if (value.length <= MAX_PATH || value.includes("://")) return value;
  const end = value.split("/").slice(-2).join("/");
  return end.length < value.length ? `…/${end}` : value;
}

/**
 * The label of a call whose result is quoted: the tool, and its file, address, command or query, without numbers
 * and settings.
 */
export function callLabel(name: string, values: readonly string[]): string {
  const named = values
    .slice(0, MAX_VALUES)
    .map((value) => value.slice(0, MAX_LOOKED_AT).trim().replace(CHANGES_FOLDER, ""))
    .filter((value) => WORD.test(value) && !SETTING.test(value));
  const place = named.find((value) => PLACE.test(value));
  const subject = place === undefined ? named[0] : shortPath(place);
  return subject === undefined ? name : `${name} ${subject}`;
}
