import type { Cue } from "./cue.js";
import type { CueLanguage, Writing } from "./cue-language.js";
import { requiredStrings } from "./required-strings.js";
import { StringIndex } from "./string-index.js";
import { textTraits } from "./text-traits.js";
import { withLetterClasses } from "./with-letter-classes.js";
import { withLoops } from "./with-loops.js";
import type { CueName, WordListName } from "./cue-name.js";
import { ownText } from "../../text/own-text.js";

/** The position of a cue in a text. */
export interface CuePlace {
  readonly start: number;
  readonly end: number;
}

const REFERENCE = /\{([a-z]\w*)\}/g;
const MAX_NESTING = 8;

const SEPARATOR = ", ";
const alternatives = (words: string): string => words.split(SEPARATOR).join("|");

/** The text with each `{name}` replaced by the alternatives of that list. */
function expanded(text: string, { name, lists = {} }: CueLanguage): string {
  let result = text;
  for (let depth = 0; depth < MAX_NESTING && REFERENCE.test(result); depth++) {
    REFERENCE.lastIndex = 0;
    result = result.replace(REFERENCE, (_, list: string) => {
      const words = lists[list];
      if (words === undefined) throw new Error(`The cues of ${name} have no list ${list}.`);
      return `(?:${alternatives(words)})`;
    });
  }
  REFERENCE.lastIndex = 0;
  return result;
}

/**
 * The regular expression of one row. It searches for the words first and then backwards, which keeps it fast.
 */
function sourceOf(
  { words = "", at, notAfter, followedBy = "", pattern }: Cue,
  language: CueLanguage,
): string {
  if (pattern !== undefined) return expanded(pattern, language);
  const own = `(?:${alternatives(words)})`;
  if (at === "clause") return expanded(`${own}(?<={clauseStart}${own})${followedBy}`, language);
  const [before, behind] = language.edges;
  const subject = notAfter === undefined ? "" : String.raw`(?<!\b(?:${alternatives(notAfter)})\s${own})`;
  return expanded(before + own + behind + subject + followedBy, language);
}

const isPlain = ({ words, at, notAfter, followedBy, caseSensitive }: Cue): boolean =>
  words !== undefined && [at, notAfter, followedBy, caseSensitive].every((option) => option === undefined);

/** Rows of nothing but words as one: their edges are looked at once. */
function withPlainRowsJoined(rows: readonly Cue[]): readonly Cue[] {
  const plain = rows.filter(isPlain);
  const [first] = plain;
  if (first === undefined || plain.length === 1) return rows;
  const words = plain.map((row) => row.words).join(SEPARATOR);
  return [{ ...first, words }, ...rows.filter((row) => !isPlain(row))];
}

/** Classes of Unicode, and characters of two code units. */
const NEEDS_UNICODE = /\\p\{|[\ud800-\udfff]/;

/** Rows of more characters are looked for one by one: each alone is found by its first letters, all together at no place. */
const MOST_JOINED_CHARACTERS = 3_000;

const USES_OF_COMPILED = 50;

/** The rows of one meaning that are looked for together. */
class CuePattern {
  readonly writing: Writing | undefined;
  /** The numbers of strings of which a text must have one; undefined if there are none such. */
  readonly required: readonly number[] | undefined;
  readonly source: string;
  readonly #flags: string;
  #pattern: RegExp | undefined;
  #uses = 0;

  constructor(given: Pick<CuePattern, "writing" | "required" | "source"> & { readonly flags: string }) {
    this.writing = given.writing;
    this.required = given.required;
    this.source = given.source;
    this.#flags = given.flags;
  }

  /** True if it was looked for so often that the JavaScript engine has compiled it. */
  get isCompiled(): boolean {
    return this.#uses >= USES_OF_COMPILED;
  }

  /** Made on first use: in most sessions most of them can match nothing. */
  get pattern(): RegExp {
    this.#uses += 1;
    this.#pattern ??= new RegExp(this.source, this.#flags);
    return this.#pattern;
  }
}

/** What is known of a text: it is asked about many meanings. */
interface KnownText {
  readonly text: string;
  readonly isAscii: boolean;
  readonly writings: ReadonlySet<Writing | undefined>;
  /** The required strings that it has, of so many that there were. */
  readonly strings: Map<Writing | undefined, { readonly of: number; readonly numbers: ReadonlySet<number> }>;
}

/** So many texts are remembered, and up to as many before them; longer ones are not. */
const MOST_TEXTS = 1_000;
const MOST_CHARACTERS = 1_000;

/**
 * The cues of several languages. A text is scanned once for all rows of a meaning; rows are compiled on first
 * use.
 */
export class CueTable {
  readonly #languages: readonly CueLanguage[];
  readonly #patterns = new Map<CueName, readonly CuePattern[]>();
  readonly #global = new Map<CueName, readonly CuePattern[]>();
  readonly #wordLists = new Map<WordListName, ReadonlySet<string>>();

  /** The required strings of each writing: those of a language that a text is not in are not looked for. */
  readonly #strings = new Map<Writing | undefined, StringIndex>();
  #last: KnownText | undefined;
  #newer = new Map<string, KnownText>();
  #older = new Map<string, KnownText>();

  constructor(languages: readonly CueLanguage[]) {
    this.#languages = languages;
  }

  /** True if a text has such a cue, in whatever language. */
  has(name: CueName, text: string): boolean {
    const patterns = this.#patternsOf(name);
    const known = this.#known(text);
    for (const one of patterns) if (this.#mayMatch(one, known) && one.pattern.test(text)) return true;
    return false;
  }

  /** The first such cue of a text. */
  find(name: CueName, text: string): CuePlace | undefined {
    let found: RegExpExecArray | undefined;
    for (const { pattern } of this.#fitting(this.#patternsOf(name), text)) {
      const match = pattern.exec(text);
      if (match !== null && (found === undefined || match.index < found.index)) found = match;
    }
    return found && { start: found.index, end: found.index + found[0].length };
  }

  /** The cues of a text, at most `max`, in no particular order across languages. */
  all(name: CueName, text: string, max: number): CuePlace[] {
    const found: CuePlace[] = [];
    for (const { pattern } of this.#fitting(this.#globalOf(name), text))
      for (const match of text.matchAll(pattern)) {
        if (found.length >= max) return found;
        found.push({ start: match.index, end: match.index + match[0].length });
      }
    return found;
  }

  count(name: CueName, text: string): number {
    let count = 0;
    for (const { pattern } of this.#fitting(this.#globalOf(name), text))
      count += text.match(pattern)?.length ?? 0;
    return count;
  }

  replace(name: CueName, text: string, replacement: string): string {
    let result = text;
    const known = this.#known(text);
    for (const one of this.#globalOf(name)) {
      // A replacement may bring together what was apart.
      const mayMatch = result === text ? this.#mayMatch(one, known) : known.writings.has(one.writing);
      if (mayMatch) result = result.replace(one.pattern, replacement);
    }
    return result;
  }

  /** The rows of a meaning as one regular expression, for patterns that are built around it. */
  source(name: CueName): string {
    return this.#patternsOf(name)
      .map(({ source }) => source)
      .join("|");
  }

  hasWord(name: WordListName, word: string): boolean {
    return this.words(name).has(word);
  }

  words(name: WordListName): ReadonlySet<string> {
    const known = this.#wordLists.get(name);
    if (known !== undefined) return known;
    const words = new Set(
      this.#languages.flatMap(({ wordLists }) => wordLists?.[name]?.words.split(SEPARATOR) ?? []),
    );
    this.#wordLists.set(name, words);
    return words;
  }

  /** The patterns that may match a text. */
  #fitting(patterns: readonly CuePattern[], text: string): readonly CuePattern[] {
    const known = this.#known(text);
    return patterns.filter((one) => this.#mayMatch(one, known));
  }

  #known(text: string): KnownText {
    if (this.#last?.text === text) return this.#last;
    const known = this.#newer.get(text) ?? this.#older.get(text) ?? this.#look(text);
    this.#last = known;
    if (text.length > MOST_CHARACTERS || this.#newer.has(text)) return known;
    if (this.#newer.size >= MOST_TEXTS) [this.#older, this.#newer] = [this.#newer, new Map()];
    this.#newer.set(known.text, known);
    return known;
  }

  #look(text: string): KnownText {
    const traits = textTraits(text);
    const writings = this.#languages
      .map(({ writing }) => writing)
      .filter((writing) => writing === undefined || writing.test(text, traits));
    // The text may be cut out of a long one, which would stay alive with it.
    const kept = text.length > MOST_CHARACTERS ? text : ownText(text);
    return { text: kept, isAscii: traits.isAscii, writings: new Set(writings), strings: new Map() };
  }

  #patternOf(writing: Writing | undefined, source: string, flags: string): CuePattern {
    const required = flags.includes("u") ? undefined : this.#numbersOf(writing, requiredStrings(source));
    return new CuePattern({ writing, source, flags, required });
  }

  #numbersOf(
    writing: Writing | undefined,
    strings: readonly string[] | undefined,
  ): readonly number[] | undefined {
    if (strings === undefined) return undefined;
    const index = this.#strings.get(writing) ?? new StringIndex();
    this.#strings.set(writing, index);
    return [...new Set(strings.map((text) => index.add(text)))];
  }

  #patternsOf(name: CueName): readonly CuePattern[] {
    const known = this.#patterns.get(name);
    if (known !== undefined) return known;
    const patterns: CuePattern[] = [];
    for (const [writing, byFlags] of this.#sources(name)) {
      for (const [flags, rows] of byFlags) {
        const joined = rows.join("|");
        for (const source of joined.length > MOST_JOINED_CHARACTERS ? rows : [joined])
          patterns.push(this.#patternOf(writing, source, flags));
      }
    }
    this.#patterns.set(name, patterns);
    return patterns;
  }

  /** For all places of cues: what one row takes, no other row of its language takes again. */
  #globalOf(name: CueName): readonly CuePattern[] {
    const known = this.#global.get(name);
    if (known !== undefined) return known;
    const patterns: CuePattern[] = [];
    for (const [writing, byFlags] of this.#sources(name)) {
      for (const [flags, rows] of byFlags)
        patterns.push(this.#patternOf(writing, rows.join("|"), `${flags}g`));
    }
    this.#global.set(name, patterns);
    return patterns;
  }

  /** The rows of a meaning, by the writing that they are in and the flags that they need. */
  #sources(name: CueName): ReadonlyMap<Writing | undefined, ReadonlyMap<string, readonly string[]>> {
    const byWriting = new Map<Writing | undefined, Map<string, string[]>>();
    for (const language of this.#languages) {
      const byFlags = byWriting.get(language.writing) ?? new Map<string, string[]>();
      for (const cue of withPlainRowsJoined(language.cues[name] ?? [])) {
        const source = withLoops(withLetterClasses(sourceOf(cue, language)));
        const flags = (cue.caseSensitive === true ? "" : "i") + (NEEDS_UNICODE.test(source) ? "u" : "");
        byFlags.set(flags, [...(byFlags.get(flags) ?? []), source]);
      }
      byWriting.set(language.writing, byFlags);
    }
    return byWriting;
  }

  /**
   * No Russian cue is looked for in a text without Cyrillic letters, and none whose words are not in the text. What is needed often is
   * looked for at once: the JavaScript engine has compiled it, though only for texts of its kind.
   */
  #mayMatch(one: CuePattern, known: KnownText): boolean {
    if (!known.writings.has(one.writing)) return false;
    if (one.required === undefined || (one.isCompiled && known.isAscii)) return true;
    const numbers = this.#numbersIn(known, one.writing);
    return one.required.some((number) => numbers.has(number));
  }

  #numbersIn(known: KnownText, writing: Writing | undefined): ReadonlySet<number> {
    const index = this.#strings.get(writing);
    let found = known.strings.get(writing);
    if (found === undefined || found.of !== index?.size) {
      found = { of: index?.size ?? 0, numbers: index?.in(known.text) ?? new Set() };
      known.strings.set(writing, found);
    }
    return found.numbers;
  }
}
