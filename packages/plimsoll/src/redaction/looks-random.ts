import { isWordy } from "./is-wordy.js";

/** Random-looking: has a digit or a sign, or is longer than words are. A plain number is a count. */
export function looksRandom(value: string): boolean {
  if (/^[\d.,:_-]+$|^(?:https?|urn|file):/.test(value)) return false;
  if (value.length < 6 || /^v?\d+(?:\.\d+)+/.test(value)) return false;
  return value.length >= 20 ? !isWordy(value) : /\d/.test(value) || (value.length >= 10 && !isWordy(value));
}

const FILE_PATH = /\/.*\.[a-z]{1,5}$/i;

/** Long, letters and digits, and not a path: a value after the bare word `token` is often just a name. */
export function looksLikeToken(value: string): boolean {
  if (value.length < 16 || value.length > 4096 || /\s|\[REDACTED:/.test(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value) && !FILE_PATH.test(value) && !isWordy(value);
}
