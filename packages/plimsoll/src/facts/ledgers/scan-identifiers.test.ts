import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { announcesIdentifier } from "../../text/announces-identifier.js";
import { looksLikeIdentifier } from "../../text/identifier-shape.js";
import { scanIdentifiers, tokensWithDigits } from "./scan-identifiers.js";

const ALL = { max: 1_000, labelledOnly: false };
const valuesIn = (text: string, bounds = ALL): string[] =>
  scanIdentifiers(text, tokensWithDigits(text), bounds).map(({ value }) => value);

const words = ["order", "the", "no", "Id", "user_id", "orderId", "_", "é", "你好", "x", "K"];
const numbers = ["1", "12345", "ab12", "W-9001", "#77", "a@b.org", "9fceb02"];
const signs = [
  " ",
  "  ",
  "\n",
  "\t",
  ": ",
  "=",
  "(",
  "/",
  "\\",
  "-",
  ".",
  "......",
  "--------",
  "x".repeat(48),
];
const parts = fc.constantFrom(...words, ...numbers, ...signs);
const anyText = fc.array(parts, { maxLength: 25 }).map((list) => list.join(""));

describe("tokensWithDigits", () => {
  it("gives the words with a digit or an at sign that are no part of a path, without signs at their ends", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = [...text.matchAll(/[\w@.+#-]+/g)].flatMap(({ 0: run, index }) => {
          const isPath = /[/\\]/.test(text.charAt(index - 1)) || text.charAt(index + run.length) === "/";
          const lead = /^[.+-]*/.exec(run)?.[0].length ?? 0;
          const token = run.slice(lead).replace(/[.+-]+$/, "");
          const isTaken = /[\d@]/.test(run) && run.length <= 160 && token.length >= 3 && !isPath;
          return isTaken ? [{ token, index: index + lead }] : [];
        });
        expect(tokensWithDigits(text)).toEqual(expected);
      }),
      { numRuns: scaled(1_000) },
    );
  });
});

describe("scanIdentifiers", () => {
  it("takes a number for an identifier where the word before it on its line says so", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = new Set<string>();
        for (const { token, index } of tokensWithDigits(text)) {
          const line = text.slice(Math.max(0, index - 48), index).replace(/^[^]*\n/, "");
          const label = (line.length === 48 ? line.replace(/^\S*\s/, "") : line).trim();
          if (!/\p{L}{2}/u.test(label)) continue;
          const word = /([A-Za-z_]{1,48})[^A-Za-z0-9]{0,6}$/.exec(label)?.[1] ?? "";
          if (announcesIdentifier(word) && looksLikeIdentifier(token, true)) expected.add(token);
        }
        const behind = scanIdentifiers(text, tokensWithDigits(text), { ...ALL, labelledOnly: true });
        const found = behind.filter(({ meaning }) => !meaning.startsWith("… ")).map(({ value }) => value);
        fc.pre(!/^[[{]/.test(text.trim()));
        expect(new Set(found)).toEqual(expected);
      }),
      { numRuns: scaled(2_000) },
    );
  });

  it("reads records line by line, one record with what follows it blank, and nothing of both", () => {
    expect(valuesIn('{"id":"K-1001"}\n{"id":"K-1002"}\n')).toEqual(["K-1001", "K-1002"]);
    expect(valuesIn('\n{"id":"K-1001"}\n\n')).toEqual(["K-1001"]);
    expect(valuesIn('{\n"id":"K-1001"\n}')).toEqual(["K-1001"]);
    expect(valuesIn('{"id":"K-1001"}\norder K-1002')).toEqual(["K-1001", "K-1002"]);
  });

  it("passes over what is settled", () => {
    const isSettled = (token: string): boolean => token === "W-9001";
    expect(valuesIn("order W-9001 and order W-9002", { ...ALL, isSettled } as typeof ALL)).toEqual([
      "W-9002",
    ]);
  });
});

describe("announcesIdentifier", () => {
  it.each(["id", "order_id", "orderId", "Ticket", "user-ID", "booking number", "commitSha"])(
    "is true of %s",
    (key) => {
      expect(announcesIdentifier(key)).toBe(true);
    },
  );

  it.each(["", "valid", "9id", "orders", "ORDERId", "paid", "x.id", "Kelvin \u212aey", "é id é"])(
    "is false of %j",
    (key) => {
      expect(announcesIdentifier(key)).toBe(false);
    },
  );

  it("takes no code of a message for one", () => {
    expect(valuesIn("src/a.ts(49,40): error TS7006: Parameter 'x'; order W-9001")).toEqual(["W-9001"]);
  });
});
