import { isHeadingLabel } from "./heading-words.js";

/** What opens a line of labelled speech: `Name: …`, `[10:02] Name: …`, `Name (role): …`, `Name 10:02`, `<name> …`. */
export interface SpeakerLabel {
  /** Who speaks, in small letters and without role and time. */
  readonly name: string;
  /** The line says when it was said. */
  readonly stamped: boolean;
  /** The line is the label alone; what is said stands below it. */
  readonly alone: boolean;
}

const MAX_LABEL_CHARACTERS = 120;
const MAX_NAME_CHARACTERS = 48;
const TIME = String.raw`(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?\s{1,2}(?:at\s)?)?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:\s?[AaPp]\.?[Mm]\b\.?)?`;
const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}.'’_-]{0,30}`;
const NAME = String.raw`[@#]?${WORD}(?:\s(?:[&/]\s)?${WORD}){0,3}`;
const OPENING_TIME = new RegExp(String.raw`^[[(]?${TIME}[\])]?(?:\s{0,2}[-–—|]\s|\s{1,3})`, "u");
const LABEL = new RegExp(
  String.raw`^(${NAME})(?:\s?[(（[][^:：\n]{1,80}[)）\]])?(?:\s{1,3}[-–—|,]?\s?[[(]?(${TIME})[\])]?)?\s?[:：](?=\s|$|\p{Lo})`,
  "u",
);
const HEADER = new RegExp(
  String.raw`^(${NAME})(?:\s?[(（[][^:：\n]{1,80}[)）\]])?(?:\s{1,8}|\s{0,3}[-–—|•·,]\s{0,3})[[(]?${TIME}[\])]?$`,
  "u",
);
const NICK = /^<([\w@+~.|-]{1,30})>\s/;
/** Names begin with a capital, where the script has any; a nick in small letters counts beside a time. */
const IS_NAMED = /^[@#]?(?:[\p{Lu}\p{Lt}]|(?=\p{Lo}))/u;
const MAX_SIGNS = 10;
const IS_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The label of a line, or undefined where none opens it or where it is a heading. Linear. */
export function speakerLabel(line: string): SpeakerLabel | undefined {
  const head = line
    .slice(0, MAX_LABEL_CHARACTERS)
    .replace(/\*\*|__/g, "")
    .trimStart();
  const time = OPENING_TIME.exec(head)?.[0] ?? "";
  const rest = head.slice(time.length);
  const nick = NICK.exec(rest)?.[1];
  if (nick !== undefined) return { name: nick.toLowerCase(), stamped: time !== "", alone: false };
  const match = LABEL.exec(rest);
  const header = match === null ? HEADER.exec(rest.trimEnd()) : null;
  const name = match?.[1] ?? header?.[1];
  if (name === undefined || name.length > MAX_NAME_CHARACTERS) return undefined;
  const stamped = time !== "" || match?.[2] !== undefined || header !== null;
  if (!stamped && !IS_NAMED.test(name)) return undefined;
  if (IS_UNSPACED.test(name) && name.length > MAX_SIGNS) return undefined;
  if (!/\p{L}/u.test(name) || isHeadingLabel(name)) return undefined;
  const alone = header !== null || rest.slice(match?.[0].length).trim() === "";
  return { name: name.toLowerCase(), stamped, alone: alone && line.length <= MAX_LABEL_CHARACTERS };
}
