import { isHeadingLabel } from "./is-heading-label.js";

/**
 * The opening of a line of labelled speech: `Name: …`, `[10:02] Name: …`, `Name (role): …`, `Name 10:02`, `<name>
 * …`, `[10:02 name] …`.
 */
export interface SpeakerLabel {
  /** Who speaks, in small letters and without role and time. */
  readonly name: string;
  /** The name as written. */
  readonly written: string;
  /** The line has a time. */
  readonly stamped: boolean;
  /** The start of the words; the length of the line if they are below. */
  readonly length: number;
}

const MAX_LABEL_CHARACTERS = 120;
const MAX_NAME_CHARACTERS = 48;
const TIME = String.raw`(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},?\s{1,2}(?:at\s)?)?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:\s?[AaPp]\.?[Mm]\b\.?)?`;
const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}.'’_-]{0,30}`;
const NAME = String.raw`[@#]?${WORD}(?:\s(?:[&/]\s)?${WORD}){0,3}`;
const EMPHASIS = String.raw`(?:\*\*|__)?`;
const ROLE = String.raw`(?:\s?[(（[][^:：\n]{1,80}[)）\]])?`;
const OPENING_TIME = new RegExp(
  String.raw`^${EMPHASIS}[[(]?${TIME}[\])]?${EMPHASIS}(?:\s{0,2}[-–—|]\s|\s{1,3})`,
  "u",
);
const LABEL = new RegExp(
  String.raw`^${EMPHASIS}(${NAME})${ROLE}${EMPHASIS}(?:\s{1,3}[-–—|,]?\s?[[(]?(${TIME})[\])]?)?\s?[:：]${EMPHASIS}(?:\s{1,4}|$|(?=\p{Lo}))`,
  "u",
);
const HEADER = new RegExp(
  String.raw`^${EMPHASIS}(${NAME})${ROLE}${EMPHASIS}(?:\s{1,8}|\s{0,3}[-–—|•·,]\s{0,3})[[(]?${TIME}[\])]?\s{0,4}$`,
  "u",
);
/** Time and name in one pair of brackets. */
const BRACKETED = new RegExp(
  String.raw`^[[(](?:${TIME}[,|]?\s{1,3}[|–—-]?\s?(${NAME})|(${NAME})[,|]?\s{1,3}[|–—-]?\s?${TIME})[\])]\s?[:：]?\s{1,4}`,
  "u",
);
const NICK = /^<([\w@+~.|-]{1,30})>\s/;
/** Names begin with a capital, if the script has any; a lower-case nick counts next to a time. */
const IS_NAMED = /^[@#]?(?:[\p{Lu}\p{Lt}]|(?=\p{Lo}))/u;
const MAX_SIGNS = 10;
const IS_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function isName(name: string, stamped: boolean): boolean {
  if (name.length > MAX_NAME_CHARACTERS || !/\p{L}/u.test(name)) return false;
  if (!stamped && !IS_NAMED.test(name)) return false;
  if (IS_UNSPACED.test(name) && name.length > MAX_SIGNS) return false;
  return !isHeadingLabel(name);
}

/** The label of a line; undefined if there is none or if it is a heading. Linear. */
export function speakerLabel(line: string): SpeakerLabel | undefined {
  const head = line.slice(0, MAX_LABEL_CHARACTERS);
  if (!/[:：<]/.test(head)) return undefined;
  const indent = head.length - head.trimStart().length;
  const bracketed = BRACKETED.exec(head.slice(indent));
  const inBrackets = bracketed?.[1] ?? bracketed?.[2] ?? "";
  if (bracketed !== null && isName(inBrackets, true)) {
    const length = indent + bracketed[0].length;
    return { name: inBrackets.toLowerCase(), written: inBrackets, stamped: true, length };
  }
  const time = OPENING_TIME.exec(head.slice(indent))?.[0] ?? "";
  const found = labelAt(head.slice(indent + time.length), time !== "");
  if (found === undefined) return undefined;
  return { ...found, name: found.written.toLowerCase(), length: indent + time.length + found.length };
}

function labelAt(text: string, timed: boolean): Omit<SpeakerLabel, "name"> | undefined {
  const nick = NICK.exec(text);
  if (nick !== null) return { written: nick[1] ?? "", stamped: timed, length: nick[0].length };
  const label = LABEL.exec(text);
  const match = label ?? HEADER.exec(text);
  if (match === null) return undefined;
  const written = match[1] ?? "";
  const stamped = timed || label === null || label[2] !== undefined;
  return isName(written, stamped) ? { written, stamped, length: match[0].length } : undefined;
}
