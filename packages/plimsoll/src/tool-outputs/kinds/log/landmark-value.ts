/** What a line is worth that divides an output into parts, sums it up, or names an error by its code. */
const SECTION_VALUE = 84;
const COUNTS_VALUE = 95;
const CODED_ERROR_VALUE = 92;
const USAGE_VALUE = 62;
const TABLE_VALUE = 46;
const RESULT_VALUE = 46;
const DECLARED_VALUE = 30;

const LONGEST = 240;
const LONG_RULE = 6;
const RULES = "=-*#~";
/** The beginning of a line that may divide, so that it is looked at although others are of its shape. */
const DIVIDES = new Set([..."$=-*#~>"].map((sign) => sign.charCodeAt(0)));
const COMMAND = /^(?:\$|>>>) \S/;
/** "12 upgraded, 3 newly installed and 0 to remove", "Tasks: 300 total, 1 running". */
const COUNTS =
  /^(?:[A-Z%][\w ()%]{0,30}: *)?\d[\d.]*%? +[a-z][a-z-]*(?: [a-z][a-z-]*){0,3}(?:\(s\))?(?:(?:,| and) +(?:and +)?\d[\d.]*%? +[a-z][a-z/-]*(?:\([-+a-z]{1,3}\))?(?: [a-z][a-z-]*){0,4}){1,8}\W*(?:$|MiB )/;
/** A checker that names errors by the letter of their code. */
const CODED_ERROR = /^[^\s:]{1,200}:\d+(?::\d+)?: [EF]\d{4}: \S/;
/** "Found 240 errors in 60 files.", "Scanned 40 files, …". */
const FOUND = /^(?:[A-Z]\w+ )?(?:found|scanned|checked|processed|analy[sz]ed) [1-9]\d* [a-z]/i;
/** "p-value: 0.83", "Planning Time: 0.2 ms": a result with its name. */
const RESULT = /^[A-Z][\w() -]{2,40}: +-?\d[\d.,]*(?:e[+-]?\d+)?%?(?:[\s,;]|$)/;
/** What the producer left out. */
const LEFT_OUT =
  /^\W{0,8}(?:\w+ ){0,6}(?:characters?|chars|lines?|bytes|tokens|output)(?: \w+){0,3} (?:truncated|omitted|elided|skipped)\b|^\W{0,8}(?:truncated|omitted)\b.{0,40}\d/i;
const USAGE = /^usage:/i;
const TABLE = /^CREATE (?:OR REPLACE )?(?:TABLE|(?:MATERIALIZED )?VIEW|FUNCTION|TYPE)\b/i;
const DECLARED = /^ {0,8}(?:class|interface|struct|enum|trait) [A-Z_]\w{0,80}/;

/** True for a line that may divide the output, whatever it looks like otherwise. */
export const mayDivide = (code: number): boolean => DIVIDES.has(code);

/** What a line (trimmed at its end) is worth by its place in the whole: 0 for most. */
export function landmarkValue(line: string): number {
  if (line.length > LONGEST || line.length < 3) return 0;
  if (COMMAND.test(line) || isTitle(line) || LEFT_OUT.test(line)) return SECTION_VALUE;
  if (CODED_ERROR.test(line)) return CODED_ERROR_VALUE;
  if (USAGE.test(line)) return USAGE_VALUE;
  if (TABLE.test(line)) return TABLE_VALUE;
  if (DECLARED.test(line)) return DECLARED_VALUE;
  if (COUNTS.test(line) || FOUND.test(line)) return COUNTS_VALUE;
  return RESULT.test(line) ? RESULT_VALUE : 0;
}

/** A title between rules or behind a long one: "==> a.log <==", "--- summary ---", "======== a.jpg". */
function isTitle(line: string): boolean {
  const sign = line.charAt(0);
  if (!RULES.includes(sign) || line.charAt(1) !== sign) return false;
  let [from, to] = [0, line.length];
  while (from < to && line.charAt(from) === sign) from += 1;
  if (!line.endsWith(sign + sign) && (from < LONG_RULE || line.charAt(from) !== " ")) return false;
  while (to > from && line.charAt(to - 1) === sign) to -= 1;
  return /\p{L}{2}/u.test(line.slice(from, to));
}
