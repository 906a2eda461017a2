import { describe, expect, it } from "vitest";
import { wordStem } from "./word-stem.js";

const SAME: readonly (readonly [string, string])[] = [
  ["tests", "test"],
  ["merge", "merging"],
  ["commits", "committing"],
  ["pousse", "pousser"],
  ["reinicies", "reiniciar"],
  ["modifiques", "modificar"],
  ["avisarme", "avisar"],
  ["instale", "instalar"],
  ["ändere", "ändern"],
  ["gelöscht", "löschen"],
  ["bezahlmodul", "bezahlmoduls"],
  ["меняй", "менять"],
  ["пушь", "пушить"],
  ["рукопись", "рукописи"],
];

describe("the stem of a word", () => {
  it.each(SAME)("is the same for %s and %s", (one, other) => {
    expect(wordStem(one)).toBe(wordStem(other));
  });

  it.each([
    ["staging", "production"],
    ["push", "pull"],
    ["oplata", "opora"],
  ])("differs for %s and %s", (one, other) => {
    expect(wordStem(one)).not.toBe(wordStem(other));
  });
});
