import { describe, expect, it } from "vitest";
import type { Cue } from "./cue.js";
import type { CueLanguage } from "./cue-language.js";
import type { CueName, WordListName } from "./cue-name.js";
import { CUE_LANGUAGES } from "./cue-languages.js";
import { CueTable } from "./cue-table.js";
import { CUES } from "./cues.js";

/** What a row may be at most, so that it can still be read; longer lists of words have a name. */
const MOST_CHARACTERS = 200;

const rowsOf = ({ cues }: CueLanguage): { readonly name: CueName; readonly row: Cue }[] =>
  (Object.entries(cues) as [CueName, readonly Cue[]][]).flatMap(([name, rows]) =>
    rows.map((row) => ({ name, row })),
  );

const without = (language: CueLanguage, name: CueName, row: Cue): CueTable =>
  new CueTable([
    {
      ...language,
      cues: { ...language.cues, [name]: language.cues[name]?.filter((other) => other !== row) },
    },
  ]);

describe.each(CUE_LANGUAGES)("cues of $name", (language) => {
  const rows = rowsOf(language);

  it.each(rows)("$name: “$row.example”", ({ name, row }) => {
    expect(CUES.has(name, row.example)).toBe(true);
    expect(without(language, name, row).has(name, row.example), "another row finds it too").toBe(false);
  });

  it.each(rows)("not $name: “$row.counterExample”", ({ name, row }) => {
    expect(CUES.has(name, row.counterExample)).toBe(false);
  });

  it.each(rows)("$name: “$row.example” is found by a row that can be read", ({ row }) => {
    const { words, pattern } = row;
    expect([words, pattern].filter((part) => part !== undefined)).toHaveLength(1);
    if (pattern !== undefined) expect(pattern.length).toBeLessThanOrEqual(MOST_CHARACTERS);
  });

  const lists = Object.entries(language.wordLists ?? {}).map(([name, list]) => ({
    name: name as WordListName,
    list,
  }));
  it.for(lists)("$name: $list.example", ({ name, list }) => {
    expect(new CueTable([language]).hasWord(name, list.example)).toBe(true);
    expect(CUES.hasWord(name, list.counterExample)).toBe(false);
    const words = list.words.split(", ");
    expect(new Set(words).size).toBe(words.length);
  });

  it("uses every list of words", () => {
    const { lists: own = {} } = language;
    const text = JSON.stringify([language.cues, own]);
    const isClause = rows.some(({ row }) => row.at === "clause");
    for (const name of Object.keys(own))
      expect(text.includes(`{${name}}`) || (isClause && name === "clauseStart"), name).toBe(true);
  });
});

describe("CueTable", () => {
  const table = new CueTable([
    {
      name: "Test",
      edges: [String.raw`\b`, String.raw`\b`],
      lists: { fruit: "apple, {berry}", berry: "cherry, [a-z]+berry" },
      cues: {
        wish: [{ words: "eat {fruit}", example: "", counterExample: "" }],
        risk: [{ words: "bad, worse", example: "", counterExample: "" }],
      },
    },
  ]);

  it("finds, counts and replaces words, with the lists that they name", () => {
    expect(table.find("wish", "They eat blueberry and eat apple.")).toEqual({ start: 5, end: 18 });
    expect(table.find("wish", "They eat bread.")).toBeUndefined();
    expect(table.count("risk", "Bad, worse, badly")).toBe(2);
    expect(table.replace("risk", "bad and worse", "Q")).toBe("Q and Q");
  });

  it("finds nothing of a meaning that no language has", () => {
    expect(table.has("rule", "Never.")).toBe(false);
    expect(table.words("hesitation").size).toBe(0);
  });

  it("refuses a list that is not there", () => {
    const cues = { wish: [{ words: "eat {meat}", example: "", counterExample: "" }] };
    expect(() => new CueTable([{ name: "Test", edges: ["", ""], cues }]).has("wish", "")).toThrow("meat");
  });
});
