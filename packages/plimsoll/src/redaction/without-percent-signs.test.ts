import { describe, expect, it } from "vitest";
import { createRedactor } from "./create-redactor.js";
import { DEFAULT_RULES } from "./default-rules.js";
import { filledExample } from "./example-test-support.js";
import { secretFinder } from "./secret-finder.js";
import { withoutPercentSigns } from "./without-percent-signs.js";

const redactor = createRedactor();
const numbered = (text: string): string =>
  text.replace(/[ -~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
const DSN = "postgres://bob:hunter2Zebra@db/x";

describe("what is written behind percent signs", () => {
  it.each([
    [
      `GET /go?to=${encodeURIComponent(DSN)}&n=1`,
      "GET /go?to=postgres%3A%2F%2Fbob%3A[REDACTED:url-password]%40db%2Fx&n=1",
    ],
    [
      encodeURIComponent(encodeURIComponent(DSN)),
      "postgres%253A%252F%252Fbob%253A[REDACTED:url-password]%2540db%252Fx",
    ],
    [
      '{"u":"a?b=postgres%3A\\/\\/bob%3Ahunter2Zebra%40db"}',
      '{"u":"a?b=postgres%3A//bob%3A[REDACTED:url-password]%40db"}',
    ],
    [
      "h=Authorization%3A%20Bearer%20abcdefGHIJKL123456mnop",
      "h=Authorization%3A%20Bearer%20[REDACTED:authorization]",
    ],
  ])("is redacted as it is read: %s", (given, redacted) => {
    expect(redactor.text(given)).toBe(redacted);
    expect(redactor.text(redacted)).toBe(redacted);
  });

  it.each([
    "100%25 of 20%",
    'printf("%3d items, %20s\\n", count, name)',
    "https://x.example/a%20b?q=c%2Fd&mail=a%40b.example",
  ])("stays as it is without a secret: %s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it("hides no secret of any rule", () => {
    for (const rule of DEFAULT_RULES) {
      const example = filledExample(rule.example);
      const [found] = secretFinder([rule], () => false)(example).spans;
      const redacted = redactor.text(`see ${numbered(example)} there`);
      expect(withoutPercentSigns(redacted)?.text ?? redacted).not.toContain(
        example.slice(found?.start, found?.end),
      );
    }
  });
});
