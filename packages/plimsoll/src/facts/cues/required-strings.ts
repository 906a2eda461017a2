/** Shorter strings are in nearly every text. */
const LEAST_CHARACTERS = 2;
/** From this length on a longer string is no better. */
const ENOUGH_CHARACTERS = 5;
const LOOKAROUND = /^\(\?<?[=!]/;
const GROUP = /^\((?:\?:|\?<\w+>)?/;
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/;
const LONGEST_QUANTIFIER = 16;
/** Escapes that stand for one character: the control characters, a code, or a sign itself. */
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" };

/** Strings of which every match has at least one in it; undefined if there are none that are long enough. */
type Required = readonly string[] | undefined;

/** One thing of a pattern: a certain character, a group, or anything else. */
interface Atom {
  readonly character?: string;
  readonly required?: Required;
}

const ANYTHING: Atom = {};

/**
 * Strings of which every match of a regular expression (without the flag `u`) has at least one in it, whatever their case;
 * undefined if none are known. Whoever knows that a text has none of them need not look for the expression.
 */
export function requiredStrings(source: string): Required {
  return new PatternReader(source).alternatives();
}

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Reads up to the end of the group. */
  alternatives(): Required {
    const all: string[] = [];
    let isKnown = true;
    for (;;) {
      const required = this.#sequence();
      if (required === undefined) isKnown = false;
      else all.push(...required);
      if (this.#source[this.#at] !== "|") break;
      this.#at += 1;
    }
    return isKnown ? [...new Set(all)] : undefined;
  }

  #sequence(): Required {
    let best: Required;
    let run = "";
    const consider = (found: Required): void => {
      if (isBetter(found, best)) best = found;
    };
    while (this.#at < this.#source.length && !"|)".includes(this.#source.charAt(this.#at))) {
      const { character, required } = this.#atom();
      const least = this.#quantifier();
      if (character !== undefined && least !== 0) run += character;
      if (character !== undefined && least === undefined) continue;
      consider([run]);
      run = "";
      if (least !== 0) consider(required);
    }
    consider([run]);
    return best;
  }

  #atom(): Atom {
    const sign = this.#source.charAt(this.#at);
    if (sign === "(") return this.#group();
    if (sign === "[") return this.#skipClass();
    if (sign === "\\") return this.#escape();
    this.#at += 1;
    return ".^$".includes(sign) ? ANYTHING : { character: sign };
  }

  /** What a look around asks for need not be in the match. */
  #group(): Atom {
    const rest = this.#source.slice(this.#at, this.#at + 40);
    const around = LOOKAROUND.exec(rest)?.[0];
    this.#at += (around ?? GROUP.exec(rest)?.[0] ?? "(").length;
    const required = this.alternatives();
    this.#at += 1;
    return around === undefined ? { required } : ANYTHING;
  }

  #skipClass(): Atom {
    for (this.#at += 1; this.#source[this.#at] !== "]" && this.#at < this.#source.length; this.#at += 1)
      if (this.#source[this.#at] === "\\") this.#at += 1;
    this.#at += 1;
    return ANYTHING;
  }

  #escape(): Atom {
    const sign = this.#source.charAt(this.#at + 1);
    const code = /^\\(?:u([\da-f]{4})|x([\da-f]{2}))/i.exec(this.#source.slice(this.#at, this.#at + 6));
    this.#at += code === null ? 2 : code[0].length;
    if (code !== null)
      return { character: String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? "", 16)) };
    const control = CONTROLS[sign];
    if (control !== undefined) return { character: control };
    return /[\w\s]/.test(sign) ? ANYTHING : { character: sign };
  }

  /** How often the thing before must occur at least; undefined without a quantifier. */
  #quantifier(): number | undefined {
    const found = QUANTIFIER.exec(this.#source.slice(this.#at, this.#at + LONGEST_QUANTIFIER));
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found[1] === undefined ? (found[0].startsWith("+") ? 1 : 0) : Number(found[1]);
  }
}

/** The shortest string says how rare they are; of equal ones fewer are better. */
function isBetter(found: Required, best: Required): boolean {
  if (found === undefined) return false;
  const shortest = shortestOf(found);
  if (shortest < LEAST_CHARACTERS) return false;
  if (best === undefined) return true;
  const other = shortestOf(best);
  return shortest === other ? found.length < best.length : shortest > other;
}

const shortestOf = (strings: readonly string[]): number =>
  strings.reduce((least, { length }) => Math.min(least, length), ENOUGH_CHARACTERS);
