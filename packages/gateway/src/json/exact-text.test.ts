import { describe, expect, it } from "vitest";
import { exactText, parseExact } from "./exact-text.js";

describe("parseExact", () => {
  it.each([
    '{"id":12345678901234567890,"near":-1.00000000000000000001e5}',
    '{"text":"12345678901234567890 \\" 12345678901234567890","list":[12345678901234567890]}',
    '{"12345678901234567890":1,"max":9007199254740991}',
  ])("keeps every digit: %s", (text) => {
    expect(exactText(parseExact(text))).toBe(text);
  });

  it("leaves numbers in texts as they are", () => {
    const text = '{"text":"a\\\\","id":12345678901234567890,"said":"\\"12345678901234567890"}';
    expect(parseExact(text)).toMatchObject({ text: "a\\", said: '"12345678901234567890' });
    expect(exactText(parseExact(text))).toBe(text);
  });

  it("reads a text with millions of escapes beside a long number", () => {
    const text = `{"log":"${"\\n".repeat(3_000_000)}","id":12345678901234567890}`;
    expect(exactText(parseExact(text)) === text).toBe(true);
  });
});
