const CAPTURE_START =
  /^(?:-+ (?:Captured|Live) .{1,40} -+|Std(?:out|err):|STD(?:OUT|ERR):|-+ >> begin captured .*|● Console|stdout \| .*|stderr \| .*|console\.\w+)$/;
const CAPTURE_END =
  /^(?:_+ [[A-Za-z].* _+|[=-]{20,}|=+ \S.* =+|● (?!Console).*|-+ >> end captured .*|⎯{3,}.*|[❯✓✔×✖] .*|(?:PASS|FAIL) +\S+|(?:Test Suites|Test Files|Tests):? +\d.*)$/;
const SESSION_START = /^=+ test session starts =+$/;
const SESSION_TIME = /\bin \d[\d.]*s/;
const FIRST_CHARACTERS = "-_=Ss●c⎯❯✓✔×✖PFT";
/** A capture that nobody closes is none after so many lines. */
const MOST_LINES = 5_000;

const endsSession = (line: string): boolean =>
  line.startsWith("=") && line.endsWith("=") && SESSION_TIME.test(line);

/** Tells what a test printed from what the runner says: the runner quotes it below a heading of its own. */
export class CapturedOutput {
  #inside = false;
  /** A test of a test runner quotes whole runs of it. */
  #quotedSession = false;
  #lines = 0;

  /** True if this line (trimmed, not blank) is quoted from a test's output, or is the heading of such a quotation. */
  holds(line: string): boolean {
    if (this.#inside) this.#lines += 1;
    if (this.#lines > MOST_LINES) this.#close();
    if (!FIRST_CHARACTERS.includes(line.charAt(0))) return this.#inside;
    if (this.#inside && SESSION_START.test(line)) this.#quotedSession = true;
    if (this.#quotedSession) {
      if (endsSession(line)) this.#quotedSession = false;
      return true;
    }
    if (CAPTURE_START.test(line)) {
      this.#inside = true;
      this.#lines = 0;
    } else if (this.#inside && CAPTURE_END.test(line)) this.#close();
    return this.#inside;
  }

  #close(): void {
    this.#inside = false;
    this.#quotedSession = false;
    this.#lines = 0;
  }
}
