const CASE = /<testcase\b/;
const CASE_NAME = /\bname="([^"]{1,300})"/;
const CLASS_NAME = /\bclassname="([^"]{1,300})"/;
const FAILED = /<(?:failure|error)\b/;
const MESSAGE = /<(?:failure|error)\b[^>]{0,2000}\bmessage="([^"]{1,1000})"/;
const TEXT = /<(?:failure|error)\b[^>]{0,2000}>(?:<!\[CDATA\[)?([^<]{3,1000})/;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["amp", "&"],
  ["#x27", "'"],
  ["#39", "'"],
  ["#34", '"'],
  ["#10", " "],
  ["#xA", " "],
]);

/** A test case that a report in XML says has failed, and the message if it stands in the same line. */
export interface FailedCase {
  readonly name: string;
  readonly message: string;
}

/** Follows the test cases of a JUnit report: which of them hold a failure may be said lines below their names. */
export class XmlTestCase {
  #open = "";

  /** The test case whose failure this line (trimmed) begins. */
  read(line: string): FailedCase | undefined {
    if (!line.includes("<")) return undefined;
    if (CASE.test(line)) {
      const [className, name] = [
        CLASS_NAME.exec(line)?.[1],
        CASE_NAME.exec(line.replace(CLASS_NAME, ""))?.[1],
      ];
      this.#open = plain([className, name].filter((part) => part !== undefined).join(" > "));
    }
    if (this.#open === "" || !FAILED.test(line)) return undefined;
    const failed = {
      name: this.#open,
      message: plain(MESSAGE.exec(line)?.[1] ?? TEXT.exec(line)?.[1] ?? ""),
    };
    this.#open = "";
    return failed;
  }
}

const plain = (text: string): string =>
  text.replace(/&(#?\w{1,6});/g, (whole, name: string) => ENTITIES.get(name) ?? whole).trim();
