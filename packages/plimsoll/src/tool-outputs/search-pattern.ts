import { shellCommands } from "../text/shell-commands.js";
import type { ShellWord } from "../text/shell-tokens.js";

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

/** The pattern of the last search program in a command line; undefined if there is none. */
export function searchPattern(command: string): SearchPattern | undefined {
  let found: SearchPattern | undefined;
  for (const { words } of shellCommands(command.slice(0, 20_000))) {
    words.forEach(({ text, quoted }, index) => {
      if (quoted || !SEARCH_PROGRAM.test(text.slice(0, 200))) return;
      const fixed = /f(?:grep|indstr)(?:\.exe)?$/i.test(text);
      found = new PatternReader(words.slice(index + 1), fixed).read() ?? found;
    });
  }
  return found;
}

const NAMES_PATTERN = /^(?:-[A-Za-z]*e|--regexp|-[Pp]attern)$/;
const REGEXP_OPTION = "--regexp=";
const FIXED = /^(?:--fixed-strings|-[A-Za-z]*[FQ][A-Za-z]*|-[Ss]imple[Mm]atch)$/;

/** Reads the options and operands of a search program. */
class PatternReader {
  readonly #words: readonly ShellWord[];
  #fixed: boolean;
  #named: string | undefined;
  #operand: string | undefined;
  #at = 0;

  constructor(words: readonly ShellWord[], fixed: boolean) {
    this.#words = words;
    this.#fixed = fixed;
  }

  read(): SearchPattern | undefined {
    for (; this.#at < this.#words.length; this.#at++) {
      const word = this.#words[this.#at];
      if (word === undefined) break;
      if (word.quoted || !word.text.startsWith("-") || word.text === "-") this.#operand ??= word.text;
      else this.#option(word.text);
    }
    const pattern = this.#named ?? this.#operand;
    return pattern === undefined || pattern === "" ? undefined : { pattern, fixed: this.#fixed };
  }

  #option(text: string): void {
    if (NAMES_PATTERN.test(text)) {
      if (/^-[A-Za-z]*F/.test(text)) this.#fixed = true;
      this.#at++;
      this.#named ??= this.#words[this.#at]?.text;
    } else if (text.startsWith(REGEXP_OPTION)) this.#named ??= text.slice(REGEXP_OPTION.length);
    else if (FIXED.test(text)) this.#fixed = true;
    else if (TAKES_VALUE.test(text) || LONG_TAKES_VALUE.test(text)) this.#skipValue(text);
  }

  /**
   * `-rg` ends like an option with a value, but -r of grep has none: a value that is not a number or a glob is the
   * pattern.
   */
  #skipValue(option: string): void {
    const next = this.#words[this.#at + 1];
    if (next === undefined || /^-[rt]*r$/i.test(option)) return;
    if (option.startsWith("--") || /^\d+$|[*?]|^\w{1,12}$/.test(next.text)) this.#at++;
  }
}
