import type { Located, Span } from "./secret-rule.js";
import { isReference } from "./is-reference.js";
import { isWordy } from "./is-wordy.js";
import { looksRandom } from "./looks-random.js";

/** How a program takes a password: after a flag, glued to it, or after the user's name. */
interface PasswordFlag {
  readonly command: RegExp;
  readonly flag: RegExp;
  /** The separator between user and password, if the flag takes both. */
  readonly separator?: ":" | "%";
  /** The word after the flag is only sometimes the password. */
  readonly doubtful?: boolean;
}

const FLAGS: readonly PasswordFlag[] = [
  { command: /^(?:mysql|mariadb)/, flag: /^-p(?=.)/ },
  { command: /^(?:mysql|mariadb)/, flag: /^-p$/, doubtful: true },
  { command: /^(?:sshpass|login|mongo)/, flag: /^-p/ },
  { command: /^redis-cli$/, flag: /^-a$/ },
  { command: /^ldap/, flag: /^-w/ },
  { command: /^(?:sqlcmd|ipmitool|mosquitto_|unzip)/, flag: /^-P/ },
  { command: /^(?:curl|wget)$/, flag: /^(?:-u|--user(?:=|$)|--proxy-user(?:=|$)|-U$)/, separator: ":" },
  { command: /^smbclient$/, flag: /^(?:-U|--user(?:=|$))/, separator: "%" },
  { command: /^openssl$/, flag: /^-pass(?:in|out)?$/, separator: ":" },
];

const MAX_COMMAND = 600;
const MAX_WORDS = 60;
/** A word of a shell, quotes and escapes included, over continued lines. */
const WORD =
  /(?:[ \t]|\\\r?\n){1,20}((?:"(?:[^"\\\n]|\\.){0,300}"|'[^'\n]{0,300}'|\\.|[^\s"'|;&\\]){1,300})/y;

/** The password in the words of a command that `match` names. */
export function locateCommandPassword(text: string, match: Span): Located {
  const name = text.slice(match.start, match.end);
  const flags = FLAGS.filter(({ command }) => command.test(name));
  const words = wordsAfter(text, match.end);
  for (const [index, word] of words.entries()) {
    for (const flag of flags) {
      const found = flag.flag.test(word.text) ? valueOf(flag, word, words[index + 1]) : undefined;
      if (found && isPassword(found.text, flag)) return { ...found, secret: true };
    }
  }
  return { start: match.start, end: words.at(-1)?.end ?? match.end, secret: false };
}

interface Word extends Span {
  readonly text: string;
}

function wordsAfter(text: string, from: number): Word[] {
  const words: Word[] = [];
  let position = from;
  while (words.length < MAX_WORDS && position < from + MAX_COMMAND) {
    WORD.lastIndex = position;
    const match = WORD.exec(text);
    if (match === null) break;
    position = WORD.lastIndex;
    const word = match[1] as string;
    words.push({ text: word, start: position - word.length, end: position });
  }
  return words;
}

function valueOf({ flag, separator }: PasswordFlag, word: Word, next: Word | undefined): Word | undefined {
  const glued = word.text.replace(flag, "");
  const whole = glued === "" ? next : part(word, word.text.length - glued.length);
  if (whole === undefined || whole.text.startsWith("-")) return undefined;
  const unquoted = /^(["']).*\1$/.test(whole.text) ? part(whole, 1, 1) : whole;
  if (separator === undefined) return unquoted;
  const at = unquoted.text.indexOf(separator);
  return at < 0 ? undefined : part(unquoted, at + 1);
}

const part = ({ text, start, end }: Word, from: number, less: number = 0): Word => ({
  text: text.slice(from, text.length - less),
  start: start + from,
  end: end - less,
});

const isPassword = (value: string, { doubtful }: PasswordFlag): boolean =>
  value.length >= 4 &&
  !isReference(value) &&
  !/^\d{1,5}(?::\d+)?$/.test(value) &&
  (!doubtful || (looksRandom(value) && !isWordy(value)));
