import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createRedactor } from "./create-redactor.js";
import { PERSONAL_KINDS } from "./personal-data-finder.js";

const redactor = createRedactor({ sets: ["pii"] });

describe("the set pii", () => {
  it.each([
    ["Write to ada.byron+work@mail.example.co.uk, please.", "Write to [REDACTED:email], please."],
    ["<jürgen@müller.example>", "<[REDACTED:email]>"],
    ["Call +49 (0)30 901820 or +1-202-555-0143.", "Call [REDACTED:phone] or [REDACTED:phone]."],
    ["(202) 555-0143 and 202.555.0143", "[REDACTED:phone] and [REDACTED:phone]"],
    ["dial 0049 151 23456789", "dial [REDACTED:phone]"],
    ["phone: 030 901820", "phone: [REDACTED:phone]"],
    ["to DE89 3704 0044 0532 0130 00 today", "to [REDACTED:iban] today"],
    ["GB29NWBK60161331926819", "[REDACTED:iban]"],
    ["her number is 123-45-6789.", "her number is [REDACTED:ssn]."],
    ['{"ssn":"123456789"}', '{"ssn":"[REDACTED:ssn]"}'],
  ])("finds what is personal in %j", (text, expected) => {
    expect(redactor.text(text)).toBe(expected);
  });

  it.each([
    "npm install vitest@4.1.12 @types/node@22",
    "git clone git@github.com:owner/name.git",
    "scp app@host.internal:/srv/log .",
    "icon@2x.png",
    "2026-11-16 21:47:37 and 2026-11-16T21:47:37.123Z",
    "192.168.100.200 and 10.0.0.1:8080",
    "commit 1234567 of 5551234567 bytes",
    "DE00 3704 0044 0532 0130 00",
    "000-12-3456, 666-12-3456 and 123-00-4567",
    "order 123456789, 4,294,967,296 rows, 3.14159265",
    "0001 0002 0003 and 0012345678901 and 0045 12",
    "12:34:56 [1234567.890123] eth0: link up",
    "a1b2c3d4-1234-5678-9012-123456789012",
  ])("leaves %j alone", (text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it("looks at the key of a value", () => {
    const person = {
      name: "Ada",
      mobile_number: "5551234567",
      iban: "DE89370400440532013000",
      count: "5551234567",
    };
    expect(redactor.value(person)).toEqual({
      ...person,
      mobile_number: "[REDACTED:phone]",
      iban: "[REDACTED:iban]",
    });
  });

  it("is off unless it is named, respects what is allowed, and is stable", () => {
    const text = "ada@mail.example and bob@mail.example";
    expect(createRedactor().text(text)).toBe(text);
    const allowing = createRedactor({ sets: ["pii"], allow: ["ada@mail.example"] });
    expect(allowing.text(text)).toBe("ada@mail.example and [REDACTED:email]");
    expect(redactor.text(redactor.text(text))).toBe(redactor.text(text));
  });

  it("is documented with every kind", () => {
    const page = readFileSync(new URL("../../../../docs/redaction.md", import.meta.url), "utf8");
    const section = page.slice(page.indexOf("## Personal data"));
    for (const kind of PERSONAL_KINDS) expect(section).toContain(`\`${kind}\``);
  });

  it.each(["a", "1", "1 ", "a.", "@a.", "+1 (", "DE89 "])(
    "finishes on a million characters of %j",
    (piece) => {
      const text = piece.repeat(1_000_000 / piece.length);
      expect(redactor.text(text).length).toBeGreaterThan(0);
    },
  );
});
