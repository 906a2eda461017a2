import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactStrings } from "./exact-strings.js";
import { identifierShape, type IdentifierShape } from "./identifier-shape.js";
import { mayBePath } from "./may-be-path.js";
import { type TokenKind, tokenKind } from "./token-kind.js";

interface Reading {
  readonly kind: TokenKind;
  /** The exact strings of a sentence with it. */
  readonly exact?: readonly string[];
  /** An identifier by itself, only beside a label, or never. */
  readonly identifier?: IdentifierShape;
  /** A path where one is expected. */
  readonly path?: boolean;
}

/** What each word is, and why. `exact`, `identifier` and `path` are empty, `none` and false where not said. */
const READINGS: readonly (readonly [text: string, reading: Reading, why: string])[] = [
  ["and/or", { kind: "pathlike", path: true }, "two plain words are a path only where one is expected"],
  ["TCP/IP", { kind: "pathlike", path: true }, "the same in capitals"],
  ["docs/guide", { kind: "pathlike", path: true }, "a folder has no other shape than and/or"],
  ["src/lib/text", { kind: "path", exact: ["src/lib/text"], path: true }, "nobody joins three words so"],
  ["3/4", { kind: "amount" }, "a fraction"],
  ["12/40", { kind: "amount" }, "a ratio"],
  ["2031/04/17", { kind: "amount", exact: ["2031"], path: true }, "dates are written with other signs too"],
  ["main.zig", { kind: "path", exact: ["main.zig"], path: true }, "the ending is one of a file"],
  ["foo.test.ts", { kind: "path", exact: ["foo.test.ts"], path: true }, "dots may stand in a name"],
  ["01.27.21.png", { kind: "amount", path: true }, "the time at the end of a name with blanks"],
  ["größe.ts", { kind: "path", exact: ["größe.ts"], path: true }, "a name is no less one with an umlaut"],
  ["src/a.ts", { kind: "path", exact: ["src/a.ts"], path: true }, "a folder and an ending"],
  ["src/a.ts:12:3", { kind: "path", exact: ["src/a.ts"] }, "a place in a file names the file"],
  ["C:\\x\\y", { kind: "path", exact: [], path: true }, "a drive; without it too short to be told"],
  [
    "C:\\code\\app.ts",
    { kind: "path", exact: ["code\\app.ts"], path: true },
    "the drive stands before a colon",
  ],
  ["/etc/hosts", { kind: "path", exact: ["etc/hosts"], path: true }, "two folders from the root"],
  ["/help", { kind: "pathlike", path: true }, "a command of a chat, or a folder of the root"],
  ["main.zig/", { kind: "path", exact: ["main.zig"], path: true }, "a folder may be named like a file"],
  ["./build", { kind: "path", path: true }, "nothing else begins so; as a string it is a word"],
  ["Makefile", { kind: "pathlike", path: true }, "a file by its name, and a word"],
  [
    "angle-1.0.0.yaml",
    { kind: "path", exact: ["angle-1.0.0.yaml"], path: true },
    "a version in the name of a file",
  ],
  [".join", { kind: "pathlike", path: true }, "a hidden file, or the member of something"],
  [".env", { kind: "path", path: true }, "a hidden file; too short to be looked for"],
  ["node_modules/.bin/x", { kind: "path", exact: ["node_modules/.bin/x"], path: true }, "a path"],
  ["theme.bold", { kind: "dotted", exact: ["theme.bold"], path: true }, "a member, or an unknown ending"],
  [
    "console.log",
    { kind: "dotted", exact: ["console.log"], path: true },
    "a member with the ending of a file",
  ],
  ["Node.js", { kind: "word", path: true }, "a product"],
  ["e.g.", { kind: "word" }, "an abbreviation"],
  ["https://example.org/a?b=1", { kind: "address", exact: ["https://example.org/a?b=1"] }, "has a scheme"],
  [
    "ada@example.org",
    { kind: "email", exact: ["ada@example.org"], identifier: "sure", path: true },
    "an address",
  ],
  ["#12", { kind: "issue", exact: ["#12"] }, "an issue; two digits are too few to be noted"],
  ["#1204", { kind: "issue", exact: ["#1204"], identifier: "sure" }, "an issue"],
  ["#123456", { kind: "issue", exact: ["#123456"], identifier: "labelled" }, "an issue that may be a color"],
  [
    "#a1b2c3",
    { kind: "color", exact: ["a1b2c3"], identifier: "labelled" },
    "a color; the mark is not part of it",
  ],
  [
    "#W8492013",
    { kind: "id", exact: ["W8492013"], identifier: "sure" },
    "an order; the mark is not part of it",
  ],
  [
    "sha256",
    { kind: "name", exact: ["sha256"], identifier: "labelled" },
    "an algorithm stands for no one thing",
  ],
  ["order_42", { kind: "name", exact: ["order_42"], identifier: "labelled" }, "a variable unless labelled"],
  ["utf8", { kind: "numbered", identifier: "labelled" }, "a word with a number"],
  ["step-2", { kind: "numbered", identifier: "labelled" }, "summaries count their steps"],
  ["phase1", { kind: "numbered", identifier: "labelled" }, "summaries count their phases"],
  ["req_9fK3x77Q", { kind: "id", exact: ["req_9fK3x77Q"], identifier: "sure" }, "no word is written so"],
  ["AB12-77", { kind: "id", exact: ["AB12-77"], identifier: "sure" }, "letters and digits by turns"],
  ["a1b2", { kind: "id", exact: ["a1b2"], identifier: "labelled" }, "too short to be sure"],
  [
    "123e4567-e89b-12d3-a456-426614174000",
    { kind: "hash", exact: ["123e4567-e89b-12d3-a456-426614174000"], identifier: "sure" },
    "a UUID",
  ],
  ["72a7e58f", { kind: "hash", exact: ["72a7e58f"], identifier: "sure" }, "a commit"],
  ["deadbeef", { kind: "word" }, "without a digit it is as good as a word"],
  ["v1.2.3", { kind: "version", exact: ["v1.2.3"] }, "a version stands for no one thing"],
  ["1.2.3", { kind: "version", exact: ["1.2.3"] }, "the same without its letter"],
  ["lodash-4.17.21", { kind: "version", exact: ["lodash-4.17.21"] }, "a package with its version"],
  ["2031-04-17", { kind: "date", exact: ["2031-04-17"] }, "a date"],
  ["2031-04-17T10:00:00Z", { kind: "date", exact: ["2031-04-17T10"] }, "a time stamp; the hour is exact too"],
  ["12:30", { kind: "date" }, "a time of day"],
  ["8080", { kind: "number", exact: ["8080"], identifier: "labelled" }, "a number, an id beside its label"],
  [
    "00481516",
    { kind: "number", exact: ["00481516"], identifier: "sure" },
    "so long a number is nothing counted",
  ],
  ["0x7ffe", { kind: "literal", exact: ["0x7ffe"] }, "an address in memory"],
  ["1920x1080", { kind: "literal", exact: ["1920x1080"] }, "both numbers are exact"],
  ["1-555-0100", { kind: "literal", exact: ["1-555-0100"] }, "a number of a telephone"],
  ["300ms", { kind: "amount" }, "may be written as 0.3 s"],
  ["1204551ms", { kind: "amount", exact: ["1204551"] }, "the number is exact, its unit is not"],
  ["24-bit", { kind: "amount" }, "a count"],
  ["3.5", { kind: "amount" }, "a measure"],
  ["1st", { kind: "amount" }, "a place in a row"],
  ["5000руб", { kind: "amount", exact: ["5000"] }, "a unit in another script"],
  ["foo()", { kind: "word" }, "a call is no single word; in a text its name is read without brackets"],
  ["snake_case", { kind: "name", exact: ["snake_case"] }, "only code writes so"],
  ["CONST_NAME", { kind: "name", exact: ["CONST_NAME"] }, "only code writes so"],
  ["camelCase", { kind: "name", exact: ["camelCase"] }, "only code writes so"],
  ["parseHTTPBody", { kind: "name", exact: ["parseHTTPBody"] }, "only code writes so"],
  ["TypeError", { kind: "pascal" }, "a class has no other shape than a product"],
  ["GitHub", { kind: "pascal" }, "a product"],
  ["well-known", { kind: "word" }, "a hyphenated word"],
  ["Größe", { kind: "word" }, "a word"],
  ["проверка", { kind: "word" }, "a word"],
  ["端口8080已打开", { kind: "word", exact: ["8080"] }, "the number in it is exact"],
  ["포트8080으로", { kind: "word", exact: ["8080"] }, "the number in it is exact"],
  ["two words", { kind: "word" }, "no single word"],
  ["a".repeat(500), { kind: "word" }, "data"],
];

describe("what a word is", () => {
  it.each(READINGS)("%s is %o: %s", (text, reading) => {
    expect({
      kind: tokenKind(text),
      exact: exactStrings(`Look at ${text}, please.`).map(({ value }) => value),
      identifier: identifierShape(text),
      path: mayBePath(text),
    }).toEqual({ exact: [], identifier: "none", path: false, ...reading });
  });

  const word = fc.oneof(
    fc.stringMatching(/^[a-zA-Z0-9_@.:/\\#+=%~$-]{1,24}$/),
    fc.constantFrom(...READINGS.map(([text]) => text)),
    fc.string({ maxLength: 12, unit: "binary" }),
  );

  it("is a path where one is expected if it is one anywhere", () => {
    fc.assert(
      fc.property(word, (text) => {
        fc.pre(tokenKind(text) === "path" && /^[~./\w\\-]*$/.test(text) && !/[\\/]{2}/.test(text));
        expect(mayBePath(text)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is the same in a sentence as by itself", () => {
    fc.assert(
      fc.property(word, (text) => {
        for (const { value, kind, start, end } of exactStrings(`see ${text} there`)) {
          expect(`see ${text} there`.slice(start, end)).toBe(value);
          if (kind !== "path") expect(tokenKind(value)).toBe(kind === "number" ? tokenKind(value) : kind);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("is told in linear time", () => {
    const hostile = ["a/", "1.", "x_", "a-1", "aB", "é", "#", "@a", "0x", "://", "\\", "1e", "v1."];
    for (const part of hostile) {
      tokenKind(part.repeat(200));
      expect(exactStrings(part.repeat(100_000)).length).toBeLessThan(200_000);
    }
  });
});
