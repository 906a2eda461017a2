/** A test that a line says has failed, in whatever form: "FAILED: name", "name ... FAILED", "name ✘ message". */
export interface Outcome {
  readonly name: string;
  /** The line introduces details, which stand below it. */
  readonly isHeading: boolean;
}

const LONGEST_LINE = 400;
const LONGEST_NAME = 200;
const DECORATION_BEFORE = /^[\s│├└─╷╵┌═━*=~#%>|-]+/;
const DECORATION_BEHIND = " \t─═━*=~#|-";
/** What stands between a name and the word behind it. */
const LEADERS = " \t.-:=>[(<*";
const LOCATION = /^[\w./\\-]+(?::\d+(?::\d+)?|\(\d+(?:, ?\d+)?\)):? +(?:error: )?/;
const FAILED_WORD = "FAIL(?:ED|URE)?|BROKEN|CRASHED|TIMEOUT|ABORTED|PANIC(?:KED)?|KO";

interface OutcomeForm {
  readonly pattern: RegExp;
  readonly heading?: boolean;
  /** What is named has to be one word: behind these words anything may stand. */
  readonly oneWord?: boolean;
}

/** Where the word or sign for a failure may stand beside the name; the first group is the name. */
const FORMS: readonly OutcomeForm[] = [
  { pattern: /^(?:FAIL(?:URE)?|ERROR|Failure|Error|Failed) in (.+)$/, heading: true },
  { pattern: /^(?:\d+[.)] )?(?:Error|Failure|Failed|ERROR|FAILURE) \([^()]{1,120}\): (.+)$/, heading: true },
  { pattern: new RegExp(`^\\[? *(?:${FAILED_WORD})!* *\\]?(?::| -| :)? +(.+)$`) },
  { pattern: /^\[(?:Fail|Failed|Failure|Broken|Crashed|Timeout)\]:? +(.+)$/ },
  {
    pattern: /^(\S.*?): (?:[A-Z][\w ]{0,20})?(?:Failed|Failure|Error)[\w ]{0,20} at \S+:\d+$/,
    heading: true,
  },
  { pattern: /^(\S.*?) {2,}(?:Failed|Error|FAILED|ERROR|FAIL): \S/ },
  { pattern: /^\[? *ERROR *\]?(?::| -)? +(.+)$/, oneWord: true },
  { pattern: /^(.+?) [✕✗×✖✘❌](?: .*)?$/ },
  { pattern: /^(?:Test )?(\S+) failed: \S/, oneWord: true },
  { pattern: /^(\S.*?) \[(?:ERROR|FAILED|FAILURE|FAIL)(?:: [^\]]{0,80})?\]$/ },
  { pattern: /(?:^|[\s|=])(?:FAIL|ERROR)\["([^"]{1,200})"/ },
  { pattern: /^(?:failure|failed|error): (\S+)(?: \[)?$/, oneWord: true },
  { pattern: /^(\S+): (?:FAIL(?:ED|URE)?|ERROR)\b[^\p{L}]*(?:\([^()]*\))?$/u },
  { pattern: /^(\S+) +[-=]> +(?:failed|broken|error)\b/i },
  { pattern: new RegExp(`^(\\S.*?) {2,}(?:${FAILED_WORD}|ERROR)(?: {2,}.*)?$`) },
  { pattern: /^(\S+) failed(?: on line \d+| after [\d.]+ ?m?s)?[.!:]?$/, oneWord: true },
];

/** A name that only a test has, between the word for a failure and what is said of it. */
const NAME_INSIDE =
  /(?:^|[\s:[])(?:FAIL(?:ED|URE)?|ERROR)[\]:]? +((?:[\w$]+(?:\.|::))*(?:test_\w+|test[A-Z]\w+|\w+_(?:test|spec)))(?:\(\))? /;

/** The word at the end of a line; written small it needs dots before it. */
const WORD_BEHIND = new RegExp(
  `[\\s.[(<*:](?:${FAILED_WORD}|ERROR|(?<=\\.[ *[(]{0,3})(?:failed|Failed|fail|error))[\\])>*!]{0,6}(?: [[(]?[\\d.]+ ?m?s[\\])]?)?$`,
);

const LABEL = /^(?:\d+[.)] +)?(?:Tests?(?: ?[Cc]ase)?(?: name)?|Scenario|Spec|Example|It):? +(?=\S)/;
const PLACE_BEHIND = / [([][^()[\]]*:\d+[^()[\]]*[)\]]$/;
const WRAPPED = /^(?:\((.+)\)|"(.+)"|'(.+)'|`(.+)`)$/;
/** A method of a class with what is said of it behind. */
const CALLED = /^((?:[A-Za-z_]\w*(?:::|\.))+\w+)\([^()]{0,80}\) /;
const MACRO = /^TEST\w*\((\w+), *(\w+)\)$/;
const NO_NAME =
  /^(?:to|with|the following|tests?|test cases?|suites?|builds?|compilation|results?|status|outcome|summary|assertions?)\b.{0,3}$|^to |^Task |^(?:build|test run|test suite)\b/i;
const COUNTS =
  /\b\d+ (?:passed|failed)\b|\b\d+ (?:of|out of) \d+\b|^\d+ (?:tests?|of|failures?|errors?|failed)\b|^[\d\s/%.,:]+$|^\w+=\d/i;
const EXCEPTION_LIKE = /^(?:[\w$]+[.:\\]+)*[A-Z]\w*(?:Error|Exception)\b/;

/** Reads the outcome from a line (trimmed) of what is known to be a test run, of a runner nobody knows. */
export function readOutcome(line: string): Outcome | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const bare = withoutEnd(line, DECORATION_BEHIND).replace(DECORATION_BEFORE, "").replace(LOCATION, "");
  for (const { pattern, heading, oneWord } of FORMS) {
    const found = pattern.exec(bare)?.[1];
    if (found === undefined) continue;
    const name = testName(found);
    if (name === undefined || (oneWord === true && !isIdentifier(name))) continue;
    return { name, isHeading: heading === true };
  }
  const inside = NAME_INSIDE.exec(bare)?.[1];
  if (inside !== undefined) return { name: inside, isHeading: false };
  const behind = WORD_BEHIND.exec(bare)?.index;
  const name = behind === undefined ? undefined : testName(withoutEnd(bare.slice(0, behind), LEADERS));
  return name === undefined ? undefined : { name, isHeading: false };
}

function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function testName(found: string): string | undefined {
  const labelled = found.replace(LABEL, "").replace(PLACE_BEHIND, "").trim();
  const wrapped = WRAPPED.exec(labelled);
  const inner = wrapped === null ? labelled : (wrapped.slice(1).find((part) => part !== undefined) ?? "");
  const macro = MACRO.exec(inner);
  const called = CALLED.exec(inner)?.[1];
  const name = macro === null ? (called ?? inner) : `${macro[1]}.${macro[2]}`;
  if (name.length > LONGEST_NAME || !/\p{L}{2}/u.test(name)) return undefined;
  return NO_NAME.test(name) || COUNTS.test(name) || EXCEPTION_LIKE.test(name) ? undefined : name;
}

/** One word that a program would use for a test: with a sign or a capital in it, and no address of a file. */
const isIdentifier = (name: string): boolean =>
  /^[\w.:$<>/()-]+$/.test(name) && /[\w)][._:/-]\w|[a-z][A-Z]/.test(name) && !name.endsWith(":");
