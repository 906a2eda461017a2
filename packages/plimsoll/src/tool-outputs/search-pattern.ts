import { type ShellWord, shellWords } from "./shell-words.js";

export interface SearchPattern {
  readonly pattern: string;
  /** The pattern is an exact string and no regular expression. */
  readonly fixed: boolean;
}

const SEARCH_PROGRAM =
  /^(?:.*[\\/])?(?:[ef]?grep|zgrep|rg|ripgrep|ag|ack|findstr|select-string|sls)(?:\.exe)?$/i;
/** Short options of the grep family that take the next word as their value. */
const TAKES_VALUE = /^-[A-Za-z]*[ABCmgtTdDjMr]$/;
const LONG_TAKES_VALUE =
  /^--(?:glob|iglob|type|type-not|include|exclude|exclude-dir|max-count|context|after-context|before-context|max-columns|threads|path|pretty|sort)$/;

/** The pattern of the last search program in a command line; undefined where there is none. */
export function searchPattern(command: string): SearchPattern | undefined {
  const words = shellWords(command.slice(0, 20_000));
  let found: SearchPattern | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined || !SEARCH_PROGRAM.test(word.text.slice(0, 200)) || word.quoted) continue;
    found = readPattern(words, index) ?? found;
  }
  return found;
}

function readPattern(words: readonly ShellWord[], at: number): SearchPattern | undefined {
  let fixed = /f(?:grep|indstr)(?:\.exe)?$/i.test(words[at]?.text ?? "");
  let explicit: string | undefined;
  let positional: string | undefined;
  for (let index = at + 1; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined || word.ends) break;
    const text = word.text;
    if (!text.startsWith("-") || word.quoted || text === "-") {
      positional ??= text;
    } else if (
      text === "-e" ||
      text === "--regexp" ||
      /^-[A-Za-z]*e$/.test(text) ||
      /^-pattern$/i.test(text)
    ) {
      if (/^-[A-Za-z]*F/.test(text)) fixed = true;
      index += 1;
      explicit ??= words[index]?.text;
    } else if (text.startsWith("--regexp=")) {
      explicit ??= text.slice("--regexp=".length);
    } else if (
      text === "--fixed-strings" ||
      /^-simplematch$/i.test(text) ||
      /^-[A-Za-z]*[FQ][A-Za-z]*$/.test(text)
    ) {
      fixed = true;
    } else if (TAKES_VALUE.test(text) || LONG_TAKES_VALUE.test(text)) {
      // `-rg` ends like an option with a value, but -r of grep has none: a value that is not a number or a
      // glob is the pattern.
      const next = words[index + 1];
      if (
        next !== undefined &&
        !next.ends &&
        (text.startsWith("--") || /^\d+$|[*?]|^\w{1,12}$/.test(next.text))
      ) {
        if (!/^-[rt]*r$/i.test(text)) index += 1;
      }
    }
  }
  const pattern = explicit ?? positional;
  return pattern === undefined || pattern === "" ? undefined : { pattern, fixed };
}
