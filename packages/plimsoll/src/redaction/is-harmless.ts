import { isWordy } from "./is-wordy.js";

/** Types, states and other words that follow `password:` in code and prose. */
export const HARMLESS_WORDS: ReadonlySet<string> = new Set(
  (
    "string str number boolean bool bytes byte char int integer any unknown object none null nil undefined void true " +
    "false yes no on off required optional invalid missing incorrect expired empty text field input type hidden default " +
    "value values data args arg param params option options config self this that the your prompt stdin ask always never " +
    "redacted masked omitted removed example sample placeholder todo xxx changeme n/a enabled disabled ignore error " +
    "function async await return typeof instanceof new not and for with from into when where which only"
  ).split(" "),
);

function isOneCharacter(value: string): boolean {
  for (let index = 1; index < value.length; index += 1) if (value[index] !== value[0]) return false;
  return true;
}

/** Words for secrets, which name one and are none. */
export const NAMES_ITSELF: RegExp =
  /pass(?:w(?:or)?d|wort|phrase|code)?|secret|token|key|credential|auth|pwd/i;

/**
 * True for a word that is never a secret: a type, a state, a placeholder, or the name of the thing itself.
 */
export function isHarmless(value: string): boolean {
  if (value.length < 24 && HARMLESS_WORDS.has(value.toLowerCase())) return true;
  if (isOneCharacter(value) || value.startsWith("[REDACTED:")) return true;
  if (/^\d+\/\*/.test(value) || /^(?:0x[0-9a-f]{1,8}|x{3,}|\*{3,}|\.{3,}|-{3,})$/i.test(value)) return true;
  return NAMES_ITSELF.test(value) && isWordy(value);
}
