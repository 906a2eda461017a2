import { FILE_WORDS } from "./source-extensions.js";

const MAX_PATH_CHARACTERS = 400;
const NOT_IN_PATH = /[\n\r\t<>|"]/;
const SCHEME = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;
const ROOT = /^(?:[/~]|\.{1,2}[\\/]|[A-Za-z]:[\\/])/;
const ROOT_WITH_BLANKS = /^(?:[/~]|[A-Za-z]:\\)/;
const EXTENSION = /[^\s/\\.][.][A-Za-z][A-Za-z0-9_]{0,9}$/;
const HIDDEN = /^\.[a-z][\w.-]{1,40}$/;
const FOLDERS = /^[\w@.+~-]+(?:[\\/][\w@.+~-]+)+[\\/]?$/;
const FRACTION = /^\d+[\\/]\d+$/;

/**
 * True for a value that can be a file or folder, in places that expect one: a tool's argument, a command's
 * operand. It has a folder or an extension, is on one line, and is not a web address. In running text `tokenKind`
 * distinguishes a path from `and/or`.
 */
export function mayBePath(value: string): boolean {
  if (value.length < 2 || value.length > MAX_PATH_CHARACTERS || NOT_IN_PATH.test(value)) return false;
  if (SCHEME.test(value) && !value.startsWith("file://")) return false;
  if (/\s/.test(value) && !ROOT_WITH_BLANKS.test(value)) return false;
  if (ROOT.test(value)) return /[\w\p{L}]/u.test(value);
  const path = value.replace(/[\\/]+$/, "");
  const name = path.split(/[\\/]/).at(-1) ?? "";
  if (EXTENSION.test(path) || HIDDEN.test(name) || FILE_WORDS.has(name)) return true;
  return FOLDERS.test(value) && !FRACTION.test(value);
}
