import { describe, expect, it } from "vitest";
import { languageOf } from "./search-language.js";
import { synonymsOf } from "./synonyms-of.js";

const ENGLISH = languageOf(["the"]);
const GERMAN = languageOf(["der", "und"]);

describe("synonymsOf", () => {
  it("knows other words for a word in any of its forms, at less than its own weight", () => {
    for (const word of ["invoice", "invoices"]) {
      const synonyms = synonymsOf(word, ENGLISH);
      expect(synonyms.map((synonym) => synonym.word)).toContain("bill");
      for (const { weight } of synonyms) expect(weight).toBeLessThan(1);
    }
    expect(synonymsOf("besprechungen", GERMAN).map(({ word }) => word)).toContain("meeting");
  });

  it("gives a word no form of itself, and nothing for words that it does not know", () => {
    expect(synonymsOf("invoices", ENGLISH).map(({ word }) => word)).not.toContain("invoice");
    expect(synonymsOf("xyzzy", ENGLISH)).toEqual([]);
    expect(synonymsOf("постоянно", languageOf(["это"]))).toEqual([]);
  });
});
