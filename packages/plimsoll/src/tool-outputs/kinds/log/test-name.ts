/** A test's name, taken apart. */
export interface TestName {
  /** File, class or suites, as printed; empty if the name has none. */
  readonly group: string;
  /** What stands between the group and the test's own name. */
  readonly separator: string;
  readonly leaf: string;
}

const DURATION =
  /(?: +[›|-] \d[\d.,]* ?m?s| +\(\d[\d.,]* ?(?:ms|s|m|µs|sec|seconds)\)| +\d[\d.,]*(?:ms|s|m|µs)| {2,}\d[\d.,]* (?:ms|s|sec)| +\[[\d.]+ ?m?s\]| +# .{0,40}\d(?:ms|s))$/;
/** What a runner calls everything before a name in its own form. */
const KIND_BEFORE =
  /^(?:(?:test|Test): +(?=[\w:.]+ \()|(?:test|Test|Failure|Error|FAIL|ERROR):? +(?=[\w.$<>-]+ ?\([\w.$<>:]+\)(?:$|:| )))/;
/** What is said of a test behind the class it belongs to. */
const SAID_BEHIND_CLASS = /(?<=^[\w?!]{1,120}\([\w.:$]{1,200}\)): .*$/;
const WITH_CLASS = /^([\w.$<>-]+) \(([\w.$<>-]+)\)/;
const OF_CLASS = /^([\w?!]+)\(((?:[a-z]\w*\.)*[A-Z][\w:$]*)\)$/;
const QUOTED = /^"([^"]{3,})" - .+$/;
const SCENARIO = /^Scenario(?: Outline)?: (\S.*)$/;
const PLACE_COMMENT = / +# \S+:\d+$/;
/** Which process ran the test, or how many were run, before its name. */
const WORKER = /^(?:\d+\.\d{2,3}|\( *\d+\/\d+\)|\{\d+\}|\[gw\d+\]|\[ *\d+(?:\/\d+|%)?\]|\d+\/\d+) +/;
/** Line and column behind the file that a name begins with. */
const PLACE_BEFORE = /(?<=^[\w./\\-]{1,200}\.\w{1,8}):\d+(?::\d+)?(?= [›>] )/;
const SEPARATORS: readonly RegExp[] = [/ › | > | » | ==> /g, /::/g, /#(?=\w+$)/g];
const DOTTED = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?:\[[^\]]*\])?$/;

interface NameForm {
  /** Finds the group and the name, or the name and the group. */
  readonly pattern: RegExp;
  readonly separator: string;
  readonly reversed?: boolean;
}

const FORMS: readonly NameForm[] = [
  // "a.feature:4  name" and "spec/a.lua @ 4: name".
  { pattern: /^(\S+\.\w{1,8})(?:(?<=\.feature):\d+ +|(?: @ |:)\d+: )(\S.*)$/, separator: ": " },
  { pattern: /^(\S.*):(\w+)\(\)$/, separator: ":" },
  { pattern: /^(\w+):(\w+(?:\/\d)?)$/, separator: ":" },
  { pattern: /^-\[(\S+) (\S+)\]$/, separator: "." },
  { pattern: /^([\w-]+) in ([\w.:/-]+)$/, separator: ": ", reversed: true },
  // "does what it should (ShopTest)"
  { pattern: /^(\S+ .*\S) \(([A-Z]\w*(?:[.:]+\w+)*)\)$/, separator: ": ", reversed: true },
];

/** Takes the name that a runner prints apart into the group it belongs to and its own name. */
export function parseTestName(printed: string): TestName {
  const timeless = printed
    .replace(WORKER, "")
    .replace(DURATION, "")
    .replace(PLACE_COMMENT, "")
    .replace(PLACE_BEFORE, "")
    .replace(/:$/, "")
    .trim()
    .replace(KIND_BEFORE, "")
    .replace(SAID_BEHIND_CLASS, "");
  const name = withoutCall(QUOTED.exec(timeless)?.[1] ?? SCENARIO.exec(timeless)?.[1] ?? timeless);
  for (const { pattern, separator, reversed } of FORMS) {
    const [, one = "", other = ""] = pattern.exec(name) ?? [];
    if (one !== "")
      return reversed ? { group: other, separator, leaf: one } : { group: one, separator, leaf: other };
  }
  const classed = WITH_CLASS.exec(name) ?? OF_CLASS.exec(name);
  if (classed !== null) return inClass(classed[1] ?? "", classed[2] ?? "", name.slice(classed[0].length));
  return separated(name);
}

/** Some runners print a test as a call in one place and by its name in another. */
const withoutCall = (name: string): string =>
  /^[\w.:$-]+\(\)$/.test(name) && !/^\S.*[^:]:\w+\(\)$/.test(name) ? name.slice(0, -2) : name;

function separated(name: string): TestName {
  const parameters = name.indexOf("[");
  const head = parameters > 0 ? name.slice(0, parameters) : name;
  for (const pattern of SEPARATORS) {
    const last = [...head.matchAll(pattern)].at(-1);
    if (last !== undefined && last.index > 0) {
      const end = last.index + last[0].length;
      return { group: name.slice(0, last.index), separator: last[0], leaf: name.slice(end) };
    }
  }
  const dot = DOTTED.test(name) ? head.lastIndexOf(".") : -1;
  if (dot > 0) return { group: name.slice(0, dot), separator: ".", leaf: name.slice(dot + 1) };
  return { group: "", separator: "", leaf: name };
}

/** "test_it (module.Class)", and the form that repeats the name: "test_it (module.Class.test_it)". */
function inClass(leaf: string, group: string, rest: string): TestName {
  const own = group.endsWith(`.${leaf}`) ? group.slice(0, -leaf.length - 1) : group;
  const subtest = /^ [[(]/.test(rest) ? rest : "";
  return { group: own, separator: ".", leaf: leaf + subtest };
}
