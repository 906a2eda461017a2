import { describe, expect, it } from "vitest";
import { createRedactor } from "./create-redactor.js";
import { DEFAULT_RULES } from "./default-rules.js";
import { filledExample } from "./example-test-support.js";
import { secretFinder } from "./secret-finder.js";
import { withoutEscapes } from "./without-escapes.js";

const redactor = createRedactor();
const numbered = (text: string): string =>
  Array.from(text, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    return /[!#-[\]-~]/.test(character) ? `\\u${code}` : character;
  }).join("");
const slashes = (text: string): string => text.replaceAll("/", "\\/");

describe("what is written with escapes", () => {
  it.each([
    [
      '{"dsn":"postgres:\\/\\/bob:hunter2Zebra@db\\/x"}',
      '{"dsn":"postgres://bob:[REDACTED:url-password]@db/x"}',
    ],
    ["DSN postgres:\\\\/\\\\/bob:hunter2Zebra@db", "DSN postgres:\\\\/\\\\/bob:[REDACTED:url-password]@db"],
    ['{"pass\\u0077ord":"hunter2Zebra"}', '{"pass\\u0077ord":"[REDACTED:password]"}'],
    ["GET /v1?a=b\\u0026key\\u003dabc123def", "GET /v1?a=b\\u0026key\\u003d[REDACTED:url-parameter]"],
    ["postgres:&#x2F;&#47;bob:hunter2Zebra@db", "postgres:&#x2F;&#47;bob:[REDACTED:url-password]@db"],
  ])("is redacted as it is read: %s", (given, redacted) => {
    expect(redactor.text(given)).toBe(redacted);
    expect(redactor.text(redacted)).toBe(redacted);
  });

  it.each([
    ["a path", "C:\\u006eew\\/folder"],
    ["an expression", "/^https?:\\/\\/([^:]+):([^@]+)@/"],
    ["an expression with names for characters", "postgres:\\/\\/(\\w+):(\\w+)@"],
    ["a long run of backslashes", "\\".repeat(5000)],
  ])("stays as it is without a secret: %s", (_, text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it.each(DEFAULT_RULES.map((rule, index) => ({ rule, title: `${rule.kind} ${index}` })))(
    "hides no secret: $title",
    ({ rule }) => {
      const example = filledExample(rule.example);
      const [found] = secretFinder([rule], () => false)(example).spans;
      const secret = example.slice(found?.start, found?.end);
      for (const written of [numbered(example), slashes(example)]) {
        const redacted = redactor.text(`see ${written} there`);
        expect(withoutEscapes(redacted)?.text ?? redacted).not.toContain(secret);
      }
    },
  );
});
