import { describe, expect, it } from "vitest";
import { base64Writings } from "./base64-writings.js";
import { createRedactor } from "./create-redactor.js";
import { DEFAULT_RULES } from "./default-rules.js";
import { filledExample } from "./example-test-support.js";
import { secretFinder } from "./secret-finder.js";

const redactor = createRedactor();
const encoded = (text: string): string => Buffer.from(text).toString("base64");
const KEY = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;

describe("what is written in base64", () => {
  it.each([
    ["alone", encoded(KEY)],
    ["in the middle of a file", encoded(`# settings of the build\nNAME=demo\nTOKEN=${KEY}\nLEVEL=3\n`)],
    ["in an object", JSON.stringify({ data: { file: encoded(`{"key": "${KEY}"}`) } })],
    ["in an address", `https://x.example/v1/secrets/${Buffer.from(`key ${KEY}`).toString("base64url")}`],
    ["behind an escaped line break", `"file:\\n${encoded(`key ${KEY}`)}"`],
  ])("is redacted %s", (_, text) => {
    const redacted = redactor.text(text);
    expect(redacted).toMatch(/\[REDACTED:(?:github-)?token\]/);
    expect(Array.from(base64Writings(redacted), (writing) => writing.text).join()).not.toContain(
      KEY.slice(4, 12),
    );
    expect(redactor.text(redacted)).toBe(redacted);
  });

  it("loses nothing but the groups that the secret is in", () => {
    const redacted = redactor.text(encoded(`before it all ${KEY}, and after it`));
    expect(redacted).toMatch(/^YmVmb3JlIGl0IGFs\[REDACTED:github-token\]\w*=*$/);
    expect(Buffer.from(redacted.split("]")[1] ?? "", "base64").toString()).toContain("and after it");
  });

  it.each([
    ["base64 without a secret", encoded("the tide came in over the wall and went out again")],
    [
      "an image",
      Buffer.from(Uint8Array.from({ length: 3000 }, (_, at) => (at * 193 + 137) % 256)).toString("base64"),
    ],
    ["a path", "packages/plimsoll/source/redaction/AnAbstractFactoryOfFactories/index"],
    [
      "a digest",
      "sha512-vtaPLtUYHmDCmCGhVwDsKf6wDnh1mMwz2hOFAsBlBkVzPZGUOSMrc2EDKBt3pRSYsTeXcSBz0TkYAbLmEWHqXA==",
    ],
  ])("stays as it is: %s", (_, text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it("hides no secret of any rule", () => {
    for (const rule of DEFAULT_RULES) {
      const example = filledExample(rule.example);
      const [found] = secretFinder([rule], () => false)(example).spans;
      const redacted = redactor.text(`see ${encoded(`here it is: ${example}`)} there`);
      const left = Array.from(base64Writings(redacted), (writing) => writing.text).join();
      expect(left).not.toContain(example.slice(found?.start, found?.end));
    }
  });
});
