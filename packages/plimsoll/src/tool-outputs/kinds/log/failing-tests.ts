import type { Piece } from "../../evidence/piece.js";
import { parseTestName, type TestName } from "./test-name.js";

const MAX_TESTS = 5_000;
const NAME_CHARACTERS = 240;
/** Names that share a line when they are grouped. */
const LINE_CHARACTERS = 100;
const VALUE = 120;
const MAX_ALIKE = 50;

interface FailingTest {
  name: TestName;
  /** The runner said so in a list or a line of results, not only in a heading. */
  sure: boolean;
}

/** The tests that a run reports as failed, each once, however often and in whatever form it is named. */
export class FailingTests {
  readonly #byLeaf = new Map<string, FailingTest[]>();
  readonly #tests: FailingTest[] = [];

  /** True if this test was not known. */
  add(printed: string, sure: boolean): boolean {
    const name = parseTestName(printed.slice(0, NAME_CHARACTERS));
    if (name.leaf === "") return false;
    const alike = this.#byLeaf.get(name.leaf) ?? [];
    const known = alike.find((test) => areOneGroup(test.name.group, name.group));
    if (known !== undefined) {
      if (name.group.length > known.name.group.length) known.name = name;
      known.sure ||= sure;
      return false;
    }
    if (this.#tests.length >= MAX_TESTS || alike.length >= MAX_ALIKE) return false;
    const test = { name, sure };
    this.#tests.push(test);
    alike.push(test);
    this.#byLeaf.set(name.leaf, alike);
    return true;
  }

  /** What a heading alone calls a test counts only where the runner lists none. */
  names(): readonly TestName[] {
    const sure = this.#tests.filter((test) => test.sure);
    return (sure.length > 0 ? sure : this.#tests).map(({ name }) => name);
  }

  /** The names as shortly as they must be printed to take at most `maxTokens` by `count`. */
  pieces(maxTokens: number, count: (text: string) => number): readonly Piece[] {
    const tokensOf = (lines: readonly string[]): number => count(lines.join("\n"));
    const names = this.names();
    if (names.length === 0) return [];
    const forms = [wholeNames, groupedNames, groupedParameters];
    const lines =
      forms.map((form) => form(names)).find((form) => tokensOf(form) <= maxTokens) ??
      groupedParameters(names);
    const fitting = fittingLines(lines, maxTokens, count);
    return ["failing tests:", ...fitting].map((text, index) => ({
      order: -0.9 + (index / (fitting.length + 1)) * 0.8,
      text,
      value: VALUE - index * 0.001,
      lines: 0,
    }));
  }
}

const plain = (group: string): string =>
  group.replace(/::| › | > |#|[\\/]/g, ".").replace(/\.(?:py|rb|php)\b/g, "");

function areOneGroup(left: string, right: string): boolean {
  if (left === right || left === "" || right === "") return true;
  const [one, other] = [plain(left), plain(right)];
  return one.endsWith(other) || other.endsWith(one);
}

const whole = ({ group, separator, leaf }: TestName): string => group + separator + leaf;

const wholeNames = (names: readonly TestName[]): string[] => names.map(whole);

/** "tests/a.py::Case::test_one, test_two": the group once, then the names in it. */
function groupedNames(names: readonly TestName[]): string[] {
  return linesOfGroups(groupsOf(names).map(([heading, tests]) => [heading, tests.map(({ leaf }) => leaf)]));
}

/** The same, with the parameters of one test behind its name: "test_one[a] [b]". */
function groupedParameters(names: readonly TestName[]): string[] {
  return linesOfGroups(
    groupsOf(names).map(([heading, tests]) => {
      const byBase = new Map<string, string>();
      for (const { leaf } of tests) {
        const at = leaf.indexOf("[");
        const [base, parameters] = at > 0 ? [leaf.slice(0, at), leaf.slice(at)] : [leaf, ""];
        const before = byBase.get(base);
        byBase.set(base, before === undefined ? leaf : `${before} ${parameters}`.trimEnd());
      }
      return [heading, [...byBase.values()]];
    }),
  );
}

function groupsOf(names: readonly TestName[]): [string, TestName[]][] {
  const groups = new Map<string, TestName[]>();
  for (const name of names) {
    const heading = name.group + name.separator;
    const tests = groups.get(heading);
    if (tests === undefined) groups.set(heading, [name]);
    else tests.push(name);
  }
  return [...groups];
}

function linesOfGroups(groups: readonly (readonly [string, readonly string[]])[]): string[] {
  return groups.flatMap(([heading, leaves]) => {
    const lines: string[] = [];
    let line = heading;
    let inLine = 0;
    for (const leaf of leaves) {
      if (inLine > 0 && line.length + leaf.length > LINE_CHARACTERS) {
        lines.push(line);
        [line, inLine] = ["  ", 0];
      }
      line += inLine === 0 ? leaf : `, ${leaf}`;
      inLine += 1;
    }
    return [...lines, line];
  });
}

/** The lines that fit, and how many more there are. */
function fittingLines(
  lines: readonly string[],
  maxTokens: number,
  count: (text: string) => number,
): readonly string[] {
  let tokens = 0;
  for (const [index, line] of lines.entries()) {
    tokens += count(`${line}\n`);
    if (tokens > maxTokens && index > 0)
      return [...lines.slice(0, index), `and ${lines.length - index} lines of names more`];
  }
  return lines;
}
