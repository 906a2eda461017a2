import { describe, expect, it } from "vitest";
import { tokenKind } from "../../text/token-kind.js";
import { SliceCodes } from "./slice-codes.js";
import { TermScanner, wordHash } from "./term-scanner.js";
import { TERM_KIND } from "./term-table.js";

const NAMES = Object.fromEntries(Object.entries(TERM_KIND).map(([name, kind]) => [kind, name]));

/** The terms of a text; a word shows as itself if it is one of `words`, since only its hash is handed over. */
function terms(text: string, words: readonly string[] = []): string[] {
  const found: string[] = [];
  const byHash = new Map(words.map((word) => [wordHash(word), word]));
  const slice = new SliceCodes();
  slice.load({ source: `x${text}y`, start: 1, end: text.length + 1 });
  new TermScanner(slice, {
    word: (hash) => void found.push(`word ${byHash.get(hash) ?? "?"}`),
    exact: (term, kind) => void found.push(`${NAMES[kind]} ${term}`),
    implied: (path) => void found.push(`implied ${path}`),
  }).scan();
  return found;
}

describe("TermScanner", () => {
  it("finds words in lower case and leaves short ones out", () => {
    expect(terms("The Parser is broken", ["parser", "broken"])).toEqual(["word parser", "word broken"]);
  });

  it("keys a path by its last two components, and implies its file and the directories above it", () => {
    expect(terms("/srv/app/src/parse/date_time.ts", ["date"])).toEqual([
      "implied src/parse",
      "implied app/src",
      "implied srv/app",
      "path parse/date_time.ts",
      "implied date_time.ts",
      "name date_time",
    ]);
  });

  it("takes a single component for no path, unless it is a file", () => {
    expect(terms("/srv work/ / // a//b/")).toEqual([]);
    expect(terms("{dir}/search.js")).toEqual(["path search.js"]);
    expect(terms("app/data_store/x.ts")).toEqual([
      "implied app/data_store",
      "path data_store/x.ts",
      "name data_store",
    ]);
  });

  it("takes a decimal number for a measure, and other numbers for ids", () => {
    expect(terms("1944.02 -0.055 12345 1.2.3 10-4-77")).toEqual([
      "id 12345",
      "reference 1.2.3",
      "id 10-4-77",
    ]);
  });

  it("reads a short name in mixed case as a word, and leaves short parts of exact strings out", () => {
    expect(terms("GitHub to_dt card1.value AB12", ["github"])).toEqual(["word github", "id AB12"]);
  });

  it("takes no part of an exact string for a word, and a hyphenated word for one", () => {
    expect(terms("src/parser.ts user.field_name", ["parser", "user"])).toEqual([
      "path src/parser.ts",
      "implied parser.ts",
      "name field_name",
    ]);
    expect(terms("a well-known case", ["well-known", "case"])).toEqual(["word well-known", "word case"]);
  });

  it("tells a bare file by its ending, and a member of something from it", () => {
    expect(terms("parser.ts theme.bold", ["parser", "theme", "bold"])).toEqual([
      "path parser.ts",
      "word parser",
      "word theme",
      "word bold",
    ]);
  });

  it("knows a bare file as every other reader of text does", () => {
    for (const word of ["main.zig", "foo.test.ts", "angle-1.0.0.yaml", "console.log", "Node.js", "os.path"]) {
      const isPath = terms(word).includes(`path ${word}`);
      expect([word, isPath]).toEqual([word, tokenKind(word) === "path"]);
    }
  });

  it("finds names, ids, references and addresses", () => {
    expect(terms("getUser user_id #W1042 AB12-77 2fd4e1c67a v1.2.3 8841 https://a.b/c?d=e.")).toEqual([
      "name getUser",
      "name user_id",
      "reference #W1042",
      "id AB12-77",
      "name 2fd4e1c67a",
      "reference v1.2.3",
      "id 8841",
      "reference https://a.b/c?d=e",
      "path a.b/c?d=e",
    ]);
  });

  it("finds the names in ids and addresses", () => {
    expect(terms("agent-2fd4e1c67a https://a.b/c/parse_date")).toEqual([
      "id agent-2fd4e1c67a",
      "name 2fd4e1c67a",
      "reference https://a.b/c/parse_date",
      "path c/parse_date",
      "name parse_date",
    ]);
  });

  it("takes text without blanks between words by pairs of characters", () => {
    expect(terms("修复错误", ["修复", "复错", "错误"])).toEqual(["word 修复", "word 复错", "word 错误"]);
  });

  it("finds accented words and e-mail addresses", () => {
    expect(terms("Größe an anna.b@example.org", ["größe"])).toEqual(["word größe", "id anna.b@example.org"]);
  });
});
