/** A line that says what was expected or what came instead. */
export const CHECKED_SIDE: RegExp =
  /^[[({"*+-]* *(?:but )?(?:was|(?:expected|actual)(?:[ -](?:value|error))?|received|got|wanted|value|returned|result was)\b(?: *[:=,<]|[ -]+[<"'`[({\d])/i;
const VALUE_BELOW = /^(?:expected|actual|received|got|wanted) *: *[|>][+-]?$/i;
const CHECK_LINES = 8;
const SIDE_LABEL = /^[-+\s]*[A-Za-z][A-Za-z ]{0,20} *[:=] */;
const LEAST_SIDE = 3;
const SIDE = /^[-+](?![-+>]) *[^\s+=-]/;
const LEGEND = /^[-+] *(?:expected|received|actual|snapshot)\b[^:]*$/i;

/** Finds what was expected and what came instead, a few lines below the name of a test. */
export class ComparisonSides {
  #left = 0;
  #shown = "";
  /** The line before names a side and ends there. */
  #valueBelow = false;

  /** A test was named. */
  open(): void {
    this.#left = CHECK_LINES;
    this.#shown = "";
    this.#valueBelow = false;
  }

  /** True for a line (trimmed) that says one side, or begins that side of a difference. */
  isOne(trimmed: string): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    const isValue = this.#valueBelow;
    this.#valueBelow = VALUE_BELOW.test(trimmed);
    return isValue || CHECKED_SIDE.test(trimmed) || this.#beginsSide(trimmed);
  }

  #beginsSide(trimmed: string): boolean {
    const sign = trimmed.charAt(0);
    if (!SIDE.test(trimmed) || LEGEND.test(trimmed) || this.#shown.includes(sign)) return false;
    this.#shown += sign;
    return true;
  }
}

/** True for a side that the error above it names already. */
export function saysAgain(side: string, error: string): boolean {
  const value = side.replace(SIDE_LABEL, "").replace(/^["'`<]|["'`>]$/g, "");
  return value.length >= LEAST_SIDE && error.includes(value);
}
