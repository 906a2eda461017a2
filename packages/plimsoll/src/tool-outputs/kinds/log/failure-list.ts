/** A test that stands in a list of those that failed, and what is said of it there. */
export interface ListedTest {
  readonly name: string;
  readonly message: string;
}

const LEVEL = /^\[(?:ERROR|INFO|WARN(?:ING)?)\] ?/;
const HEADING =
  /^(?:\d+ )?(?:(?:the )?following )?(?:(?:failed|failing|broken|unsuccessful) (?:tests?|specs?|examples?|scenarios?|(?:test )?cases?)|(?:tests?|specs?|cases) (?:in error|that failed|failed|with (?:failures|errors))|(?:test )?(?:failures|errors))(?: ?\(\d+\))? ?:$/i;
const BULLET = /^(?:[-*•·>]|\d{1,4}[.)]) +/;
const NUMBER = /^\d{1,5} - /;
const OUTCOME = / \((?:failed|error|timeout|segfault|not run|[\w ]*abort\w*|other_fault|illegal)\)$/i;
/** "Class.method:12->Base.check:40 message": the name ends where its line begins. */
const WITH_LINE = /^([\w$][\w$.<>[\], -]{0,200}?):\d+(?!:)(?:->\S+)* ?(.*)$/;
const OF_CLASS = /^([\w$[\]-]+)(?: on instance .*)?\(([\w$.]+)\)(?::? +(.*))?$/;
const IDENTIFIER = /^([\w$]+(?:(?:[.#/-]|::)[\w$]+)+(?:\[[^\]]*\])?)(?:\(\))?(?:(?::| -| »|,)? +(.*))?$/;
/** "runner path/to/file:12 # name of the test": how to run it again. */
const WITH_COMMENT = /^(?:\S+ )?[^\s#]+:\d+ +# (\S.*)$/;
const PLACE_FIRST = /^[\w./\\-]+\.\w{1,5}:\d+: /;
const MOST_ENTRIES = 5_000;
const LONGEST_NAME = 200;

/** Follows lists of failed tests below a heading that says so: "Failed tests:", "Tests in error:". */
export class FailureList {
  #left = 0;
  /** How far the entries are indented; what stands deeper are details. */
  #indent = -1;

  /** The test that this line names; undefined outside of a list. A blank line ends it. */
  read(cleaned: string): ListedTest | undefined {
    const own = cleaned.replace(LEVEL, "");
    const trimmed = own.trim();
    if (HEADING.test(trimmed)) {
      this.#left = MOST_ENTRIES;
      this.#indent = -1;
      return undefined;
    }
    if (this.#left === 0) return undefined;
    const isEntry = /^\s/.test(own) || BULLET.test(trimmed) || WITH_COMMENT.test(trimmed);
    if (trimmed === "" || !isEntry) {
      this.#left = 0;
      return undefined;
    }
    const indent = own.length - own.trimStart().length;
    if (this.#indent === -1) this.#indent = indent;
    if (indent > this.#indent) return undefined;
    this.#left -= 1;
    return readListedTest(trimmed.replace(BULLET, "").replace(NUMBER, "").replace(OUTCOME, ""));
  }
}

function readListedTest(entry: string): ListedTest | undefined {
  if (PLACE_FIRST.test(entry)) return undefined;
  const described = WITH_COMMENT.exec(entry)?.[1];
  if (described !== undefined) return { name: described, message: "" };
  const [, method, owner, said] = OF_CLASS.exec(entry) ?? [];
  if (method !== undefined) return { name: `${method} (${owner ?? ""})`, message: said ?? "" };
  const [, name, message] = WITH_LINE.exec(entry) ?? IDENTIFIER.exec(entry) ?? [];
  if (name !== undefined) return { name, message: message ?? "" };
  return entry.length <= LONGEST_NAME && /\p{L}{2}/u.test(entry) ? { name: entry, message: "" } : undefined;
}
