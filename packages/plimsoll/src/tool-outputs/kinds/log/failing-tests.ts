import type { Piece } from "../../evidence/piece.js";
import type { FailureForm } from "./read-failure.js";
import { isPlace } from "./is-place.js";
import { SentenceOwners } from "./sentence-owners.js";
import { withSharedBeginnings } from "./with-shared-beginnings.js";
import { parseTestName, type TestName } from "./test-name.js";

const MAX_TESTS = 5_000;
const NAME_CHARACTERS = 240;
/** Names that share a line when they are grouped. */
const LINE_CHARACTERS = 100;
const VALUE = 120;
/** Between suites. */
const NESTED = / [>›] /;
const LEAST_NAME = 6;
const MOST_AROUND_NAME = 24;
const SECONDS = / \([\d.]+ ?m?s\)$/;
const SURENESS: readonly FailureForm[] = ["result", "heading", "outcome"];
const MAX_ALIKE = 50;
const SHORTEST_RULER = 3;
const LEAST_SAYING = 3;
const SAYING_SHARE = 0.4;
/** A word that only a program writes, alone or before a description. */
const IDENTIFIER = /^[A-Za-z]\w*(?:[-_.:]\w+)+(?=$| )/;

interface FailingTest {
  name: TestName;
  /** The surest form in which it was told. */
  from: FailureForm;
  /** Wherever it was told, it stood below results that are indented deeper. */
  isSuite: boolean;
}

/** Where a failing test is told. */
interface Told {
  /** The line that it stands under. */
  readonly owner?: string;
  /** The failing test before it is indented deeper: this may be the suite that holds that one. */
  readonly endsSuite?: boolean;
}

/** The tokens that names may take: each whole, where the errors have room beside them, or in groups. */
export interface NamesRoom {
  readonly whole: number;
  readonly grouped: number;
}

/** The tests that a run reports as failed, each once, however often and in whatever form it is named. */
export class FailingTests {
  readonly #byLeaf = new Map<string, FailingTest[]>();
  readonly #tests: FailingTest[] = [];
  readonly #sentences = new SentenceOwners();
  #last = "";
  #lastWords = "";
  /** Tests whose name begins with an identifier, by that. */
  readonly #byIdentifier = new Map<string, FailingTest>();
  /** Tests by all words of their names: a suite stands before a blank in one place and before a sign in another. */
  readonly #byWords = new Map<string, FailingTest>();

  get size(): number {
    return this.#tests.length;
  }

  /** True for the name of a test that was added, as it is printed. */
  isKnown(printed: string): boolean {
    return this.#byWords.has(wordsOf(parseTestName(printed.slice(0, NAME_CHARACTERS))));
  }

  /** All words of the name of the test added last. */
  get lastWords(): string {
    return this.#lastWords;
  }

  /** The text without the name of the test added last; empty if it is that and hardly anything else. */
  withoutLastName(text: string): string {
    const { length } = this.#last;
    const at = length >= LEAST_NAME ? text.indexOf(this.#last) : -1;
    if (at === -1) return text;
    const around = text.length - length - (SECONDS.exec(text)?.[0].length ?? 0);
    return around <= MOST_AROUND_NAME ? "" : `${text.slice(0, at)}…${text.slice(at + length)}`;
  }

  /** True if this test was not known. */
  add(printed: string, from: FailureForm, { owner = "", endsSuite = false }: Told = {}): boolean {
    const name = parseTestName(withoutRuler(printed.slice(0, NAME_CHARACTERS)));
    if (name.leaf === "") return false;
    const isShared = this.#sentences.add(name.leaf, owner);
    this.#last = name.leaf;
    this.#lastWords = isShared ? `${owner} ${name.leaf}` : wordsOf(name);
    const alike = this.#byLeaf.get(name.leaf) ?? [];
    const identifier = IDENTIFIER.exec(name.leaf)?.[0];
    const known =
      alike.find((test) => areOneGroup(test.name.group, name.group)) ??
      this.#sameIdentifier(identifier, name.leaf) ??
      this.#byWords.get(wordsOf(name));
    if (known !== undefined) {
      tellAgain(known, { name, from, isSuite: endsSuite });
      return false;
    }
    if (this.#tests.length >= MAX_TESTS || alike.length >= MAX_ALIKE) return false;
    const test: FailingTest = { name, from, isSuite: endsSuite };
    this.#tests.push(test);
    this.#byWords.set(wordsOf(name), test);
    alike.push(test);
    if (identifier !== undefined) this.#byIdentifier.set(identifier, test);
    this.#byLeaf.set(name.leaf, alike);
    return true;
  }

  /** A test is printed with its description in one place and without it in another. */
  #sameIdentifier(identifier: string | undefined, leaf: string): FailingTest | undefined {
    const test = identifier === undefined ? undefined : this.#byIdentifier.get(identifier);
    return test !== undefined && (test.name.leaf === identifier) !== (leaf === identifier) ? test : undefined;
  }

  /**
   * The tests of the form in which the runner lists as many as it says that failed (`said`). Without such a number:
   * its results, or else the form that names most: steps and files are listed beside tests, in another form.
   */
  names(said: ReadonlySet<number>): readonly TestName[] {
    const tests = withoutPlaces(this.#tests);
    const [results = [], ...others] = SURENESS.map((form) => tests.filter(({ from }) => from === form));
    const most = others.reduce((one, other) => (other.length > one.length ? other : one), []);
    const inSuites = [results, tests]
      .map((told) => told.filter(({ isSuite }) => !isSuite))
      .filter(({ length }) => length === Math.max(...said));
    const forms = [results, ...others, ...others.map((other) => [...results, ...other]), tests, ...inSuites];
    const counted = forms
      .filter((listed) => listed.length > 0 && said.has(listed.length))
      .filter((listed) => listed.length > 1 || listed[0]?.from !== "outcome");
    // Where a runner says several numbers, the largest that can be told is that of all.
    const largest = counted.reduce((one, other) => (other.length > one.length ? other : one), []);
    const isShort = results.length < Math.max(0, ...said) && most.length > results.length;
    const uncounted = results.length > 0 && !isShort ? results : most;
    const names = (largest.length > 0 ? largest : uncounted).map(({ name }) => name);
    const owners = this.#sentences.of(names);
    return withoutSaid(owners.length === 0 ? names : owners.map(parseTestName));
  }

  /** The names as shortly as they must be printed to fit the room by `count`. */
  pieces(names: readonly TestName[], room: NamesRoom, count: (text: string) => number): readonly Piece[] {
    const tokensOf = (lines: readonly string[]): number => count(lines.join("\n"));
    if (names.length === 0) return [];
    const whole = wholeNames(names);
    const shared = withSharedBeginnings(names);
    const grouped = [
      groupedNames(names),
      groupedNames(withSharedBeginnings(names, 1)),
      groupedNames(shared),
      groupedParameters(shared),
      ...(names.some(({ group }) => NESTED.test(group)) ? [underOutermost(names)] : []),
    ];
    const lines =
      tokensOf(whole) <= room.whole
        ? whole
        : (grouped.find((form) => tokensOf(form) <= room.grouped) ?? grouped.at(-1) ?? []);
    const fitting = fittingLines(lines, room.grouped, count);
    return ["failing tests:", ...fitting].map((text, index) => ({
      order: -0.9 + (index / (fitting.length + 1)) * 0.8,
      text,
      value: VALUE - index * 0.001,
      lines: 0,
    }));
  }
}

/** What is known of a test that is told again: the name with most of its group, the surest form. */
function tellAgain(known: FailingTest, { name, from, isSuite }: FailingTest): void {
  if (name.group.length > known.name.group.length) known.name = name;
  if (SURENESS.indexOf(from) < SURENESS.indexOf(known.from)) known.from = from;
  if (!isSuite) known.isSuite = false;
}

/** The tests that have a name, if any has: others are places of checks that failed in them. */
function withoutPlaces(tests: readonly FailingTest[]): readonly FailingTest[] {
  const named = tests.filter(({ name }) => !isPlace(name));
  return named.length > 0 ? named : tests;
}

/** Names without what is said behind them, where most have that: "suite:name: message", "name (F) line: 71 a.cpp". */
function withoutSaid(names: readonly TestName[]): readonly TestName[] {
  for (const said of [/: .* .*$/, / \([A-Z]\)(?: .*)?$/]) {
    const short = names.map((name) => ({ ...name, leaf: name.leaf.replace(said, "") }));
    const shortened = short.filter(({ leaf }, index) => leaf !== names[index]?.leaf && leaf !== "");
    const isDistinct = new Set(short.map(whole)).size === names.length;
    if (shortened.length >= Math.max(LEAST_SAYING, names.length * SAYING_SHARE) && isDistinct) return short;
  }
  return names;
}

/** A name without the line that is drawn behind it. */
function withoutRuler(name: string): string {
  let end = name.length;
  while (end > 0 && "─═━=-_*.· ".includes(name.charAt(end - 1))) end -= 1;
  return name.length - end >= SHORTEST_RULER ? name.slice(0, end) : name;
}

const plain = (group: string): string =>
  group.replace(/::| › | > |#|[\\/]/g, ".").replace(/\.(?:py|rb|php)\b/g, "");

function areOneGroup(left: string, right: string): boolean {
  if (left === right || left === "" || right === "") return true;
  const [one, other] = [plain(left), plain(right)];
  return one.endsWith(other) || other.endsWith(one);
}

const wordsOf = ({ group, leaf }: TestName): string => `${group.replace(/ › | > | » /g, " ")} ${leaf}`.trim();

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

/** Each name below the outermost of the suites that it stands in, where suites stand in suites; names alike once. */
function underOutermost(names: readonly TestName[]): string[] {
  const outer = names.map((name) => {
    const [first = "", sign = ""] = name.group.split(NESTED, 2);
    return { ...name, group: first, separator: sign === "" ? name.separator : " > " };
  });
  return linesOfGroups(
    groupsOf(outer).map(([heading, tests]) => [heading, [...new Set(tests.map(({ leaf }) => leaf))]]),
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
