const MAX_CHARACTERS = 8_000_000;
const MAX_DEPTH = 500;
const OBJECT_CHARACTERS = 2_000;
/** A list or a dictionary whose first text or key is not written as in JSON. */
const LITERAL = /^\s*(?:[[({]\s*){1,3}(?:[bu]?'|[A-Za-z_$][\w$]*: |:\w+ ?=>|"(?:[^"\\\n]|\\.){0,200}" ?=>)/;
const QUOTES: ReadonlySet<string> = new Set(["'", '"', "`"]);
const WORDS: ReadonlyMap<string, string> = new Map([
  ...["True", "true"].map((word) => [word, "true"] as const),
  ...["False", "false"].map((word) => [word, "false"] as const),
  ...["None", "null", "nil", "undefined", "nan", "NaN", "inf", "-inf"].map((word) => [word, "null"] as const),
]);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const OTHER_NUMBER = /^[+-]?(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:[eE][+-]?\d+)?[jnL]?$|^0[xob][\da-fA-F_]+n?$/;
const NAMED =
  /^\[(?:Object|Array|Function|AsyncFunction|class|Getter|Setter|Circular|\w{0,60}Error)\b[^\]\n]{0,500}\]/;
const DATE = /^\d{4}-\d\d-\d\d(?:T[\d:.]{5,18}Z| \d\d:\d\d:\d\d(?:\.\d{1,9})? (?:UTC|[+-]\d{4}))/;
const DATE_CHARACTERS = 40;
/** An error in a value that a JavaScript console prints, with its stack. */
const ERROR =
  /^(?:[A-Z]\w{0,60})?(?:Error|Exception)\b(?: \[\w{1,60}\])?(?:: [^\n]{0,2000})?(?:\n[ \t]+at [^\n]{1,500}){0,100}/;
const ERROR_CHARACTERS = 10_000;
const BARE = /[\w.$+-]{1,200}/y;
const BLANKS = /\s*/y;
/** What consoles write in place of the rest of a long list. */
const MORE_ITEMS = /\.\.\. ?\d+ more (?:items?|characters|properties)?/y;

/** The same value as JSON where a program printed it as Python, Ruby or JavaScript writes it; undefined for any other text. */
export function literalAsJson(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS || !LITERAL.test(text.slice(0, OBJECT_CHARACTERS))) return undefined;
  return new LiteralReader(text).read();
}

/** A list or dictionary that is not closed. */
interface OpenValue {
  readonly closer: "]" | "}";
  /** Where its opening stands among the parts. */
  readonly part: number;
  hasKeys: boolean;
}

/** Reads one token after the other, and writes it as JSON. */
class LiteralReader {
  readonly #text: string;
  readonly #parts: string[] = [];
  readonly #open: OpenValue[] = [];
  #at = 0;
  /** Written before the next value only: a comma may stand behind the last one. */
  #comma = false;
  #endsInText = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** A text that breaks off is read as far as it goes. */
  read(): string | undefined {
    this.#skip(BLANKS);
    while (this.#at < this.#text.length) {
      const sign = this.#text.charAt(this.#at);
      if (this.#open.length === 0 && !this.#begins(sign)) return undefined;
      if (!this.#token(sign)) return undefined;
      this.#skip(BLANKS);
    }
    if (this.#parts.at(-1) === ":") this.#parts.push("null");
    return (
      this.#parts.join("") +
      this.#open
        .map(({ closer }) => closer)
        .reverse()
        .join("")
    );
  }

  /** True for the first value, and for another one on a line of its own. */
  #begins(sign: string): boolean {
    if (!"[{(".includes(sign)) return false;
    if (this.#parts.length > 0) this.#parts.push("\n");
    return true;
  }

  #token(sign: string): boolean {
    if ("[{(".includes(sign)) return this.#opening(sign);
    if ("]})".includes(sign)) return this.#closing(sign);
    if (sign === ",") {
      this.#comma = true;
      return this.#pass(1);
    }
    if (this.#text.startsWith("=>", this.#at)) return this.#key(2);
    if (sign === ":") return this.#colon();
    if (sign === "+" && this.#endsInText) return this.#pass(1);
    if (QUOTES.has(sign)) return this.#string(this.#at);
    if (sign === "<" || this.#text.startsWith("#<", this.#at)) return this.#object();
    if (this.#text.startsWith("...", this.#at)) return this.#skip(MORE_ITEMS);
    return this.#bare();
  }

  #opening(sign: string): boolean {
    if (this.#open.length >= MAX_DEPTH) return false;
    const named = sign === "[" ? NAMED.exec(this.#ahead(OBJECT_CHARACTERS)) : null;
    // "[Object: null prototype] {" says of what kind a value is, "[Array]" stands in its place.
    if (named !== null && /^ [[{]/.test(this.#ahead(2, named[0].length))) return this.#pass(named[0].length);
    if (named !== null) return this.#write(JSON.stringify(named[0]), named[0].length);
    const closer = sign === "{" ? "}" : "]";
    this.#write(sign === "{" ? "{" : "[", 1);
    this.#open.push({ closer, part: this.#parts.length - 1, hasKeys: false });
    return true;
  }

  #closing(sign: string): boolean {
    const open = this.#open.pop();
    if (open === undefined || (sign === "}") !== (open.closer === "}")) return false;
    this.#comma = false;
    const isSet = open.closer === "}" && !open.hasKeys && this.#parts.length - 1 > open.part;
    if (isSet) this.#parts[open.part] = (this.#parts[open.part] ?? "").replace("{", "[");
    return this.#write(isSet ? "]" : open.closer, 1, false);
  }

  /** Between key and value, or before the name of a symbol. */
  #colon(): boolean {
    const symbol = /^:([A-Za-z_]\w{0,100}[?!]?)(?=\s*(?:=>|[,\]}]))/.exec(this.#ahead(120));
    if (symbol?.[1] !== undefined) return this.#write(JSON.stringify(symbol[1]), symbol[0].length);
    return this.#key(1);
  }

  #key(length: number): boolean {
    const open = this.#open.at(-1);
    if (open?.closer !== "}") return false;
    open.hasKeys = true;
    return this.#write(":", length, false);
  }

  #string(start: number): boolean {
    const text = this.#text;
    const quote = text.charAt(start);
    const end = endOfString(text, start + 1, quote);
    const written = asJsonString(text.slice(start + 1, end));
    this.#at = end + 1;
    const last = this.#parts.length - 1;
    if (!this.#endsInText || this.#comma) this.#write(written, 0);
    else {
      // Two texts without a comma between them are one.
      this.#parts[last] = (this.#parts[last] ?? "").slice(0, -1);
      this.#parts.push(written.slice(1));
    }
    this.#endsInText = true;
    return true;
  }

  /** A value that has no form in JSON, in its own words. */
  #object(): boolean {
    const end = this.#text.indexOf(">", this.#at);
    if (end < 0 || end - this.#at > OBJECT_CHARACTERS) return false;
    return this.#write(JSON.stringify(this.#text.slice(this.#at, end + 1)), end + 1 - this.#at);
  }

  #bare(): boolean {
    const date = DATE.exec(this.#ahead(DATE_CHARACTERS))?.[0];
    if (date !== undefined) return this.#write(JSON.stringify(date), date.length);
    BARE.lastIndex = this.#at;
    const word = BARE.exec(this.#text)?.[0];
    if (word === undefined) return false;
    const behind = this.#text.slice(this.#at + word.length, this.#at + word.length + 3);
    if (/^[bu]$/.test(word) && /^['"]/.test(behind)) return this.#string(this.#at + 1);
    if (behind.startsWith("(")) return this.#call(word);
    if (/^ ?\{/.test(behind)) return this.#pass(word.length);
    if (this.#expectsKey() && behind.startsWith(":")) return this.#write(JSON.stringify(word), word.length);
    return this.#word(word, behind);
  }

  #word(word: string, behind: string): boolean {
    const known = WORDS.get(word);
    if (known !== undefined) return this.#write(known, word.length);
    if (/(?:Error|Exception)$/.test(word) && /^(?::| \[|,|\n)/.test(behind)) return this.#error();
    if (NUMBER.test(word)) return this.#write(word, word.length);
    return OTHER_NUMBER.test(word) && this.#write(JSON.stringify(word), word.length);
  }

  #expectsKey(): boolean {
    return this.#open.at(-1)?.closer === "}" && this.#parts.at(-1) !== ":";
  }

  /** `datetime.date(2026, 5, 1)` in its own words, and `OrderedDict([…])` or `Map(2) {…}` as what it holds. */
  #call(word: string): boolean {
    const call = /^\([^()[\]{}]{0,200}\)/.exec(this.#ahead(204, word.length))?.[0];
    if (call === undefined) return this.#pass(word.length);
    if (/^\(\d+\)$/.test(call) && /^ [[{]/.test(this.#ahead(2, word.length + call.length)))
      return this.#pass(word.length + call.length);
    return this.#write(JSON.stringify(word + call), word.length + call.length);
  }

  /** An error in its own words, with its stack; one with members of its own has no such form. */
  #error(): boolean {
    const told = ERROR.exec(this.#ahead(ERROR_CHARACTERS))?.[0].replace(/,$/, "") ?? "";
    return !told.endsWith("{") && this.#write(JSON.stringify(told), told.length);
  }

  #ahead(characters: number, behind = 0): string {
    return this.#text.slice(this.#at + behind, this.#at + behind + characters);
  }

  #write(part: string, length: number, isValue = true): boolean {
    if (isValue && this.#comma) {
      this.#parts.push(",");
      this.#comma = false;
    }
    this.#parts.push(part);
    this.#endsInText = false;
    return this.#pass(length);
  }

  #pass(length: number): true {
    this.#at += length;
    return true;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const length = pattern.exec(this.#text)?.[0].length ?? 0;
    this.#at += length;
    return length > 0;
  }
}

/** The index of the quote that closes a string; the text's length if none does. */
function endOfString(text: string, start: number, quote: string): number {
  for (let end = text.indexOf(quote, start); end >= 0; end = text.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (end - 1 - escapes >= start && text.charCodeAt(end - 1 - escapes) === 92) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|U[0-9a-fA-F]{8}|u[0-9a-fA-F]{4}|[\s\S])|"|[\u0000-\u001f]/g;

const asJsonString = (raw: string): string =>
  /["\\\u0000-\u001f]/.test(raw) ? `"${raw.replace(ESCAPE, asJsonEscape)}"` : `"${raw}"`;

function asJsonEscape(sign: string): string {
  if (sign.startsWith("\\x")) return `\\u00${sign.slice(2)}`;
  if (sign.startsWith("\\U")) return wideCharacter(Number.parseInt(sign.slice(2), 16));
  if (/^\\(?:u.|[nrtbf"\\/])/.test(sign)) return sign;
  return QUOTES.has(sign.slice(1)) ? sign.slice(1) : JSON.stringify(sign).slice(1, -1);
}

const wideCharacter = (code: number): string =>
  code <= 0x10ffff ? JSON.stringify(String.fromCodePoint(code)).slice(1, -1) : "\\ufffd";
