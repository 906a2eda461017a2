import { describe, expect, it } from "vitest";
import { bound } from "../constraint-test-support.js";
import { script } from "../ledger-test-support.js";
import { CHINESE_SPEECH } from "./chinese-test-support.js";
import { FRENCH_SPEECH } from "./french-test-support.js";
import { GERMAN_SPEECH } from "./german-test-support.js";
import { HINDI_SPEECH } from "./hindi-test-support.js";
import { JAPANESE_SPEECH } from "./japanese-test-support.js";
import { KOREAN_SPEECH } from "./korean-test-support.js";
import { PORTUGUESE_SPEECH } from "./portuguese-test-support.js";
import { RUSSIAN_SPEECH } from "./russian-test-support.js";
import { SPANISH_SPEECH } from "./spanish-test-support.js";

const SAMPLES = [
  CHINESE_SPEECH,
  FRENCH_SPEECH,
  GERMAN_SPEECH,
  HINDI_SPEECH,
  JAPANESE_SPEECH,
  KOREAN_SPEECH,
  PORTUGUESE_SPEECH,
  RUSSIAN_SPEECH,
  SPANISH_SPEECH,
];

/** The rules that are still in force after a change. */
function inForce(rule: string, change: string): string[] {
  const { constraints } = script().user(rule).user(change).checkpoint();
  return constraints.filter(({ status }) => status === "current").map(({ text }) => text);
}

describe.each(SAMPLES)("what is said in $language", ({ rules, lookAlikes, changes, misread }) => {
  const isRead = (text: string): boolean => !misread.includes(text);

  it.each(rules.filter(isRead))("binds: %s", (rule) => {
    expect(bound(rule)).not.toEqual([]);
  });

  it.each(lookAlikes.filter(isRead))("does not bind: %s", (sentence) => {
    expect(bound(sentence)).toEqual([]);
  });

  it.each(changes.filter(([, change]) => isRead(change)))("“%s” is taken back by “%s”", (rule, change) => {
    expect(bound(rule)).toEqual([rule]);
    expect(inForce(rule, change)).not.toContain(rule);
  });

  it.each(rules.filter(isRead))("stays in force whatever is asked afterwards: %s", (rule) => {
    const [, question = ""] = lookAlikes;
    expect(inForce(rule, question)).toEqual(bound(rule));
  });

  it("is misread where it is listed so", () => {
    for (const text of rules.filter((rule) => misread.includes(rule))) expect(bound(text)).toEqual([]);
    for (const text of lookAlikes.filter((one) => misread.includes(one))) expect(bound(text)).not.toEqual([]);
    for (const [rule, change] of changes.filter(([, one]) => misread.includes(one)))
      expect(inForce(rule, change)).toContain(rule);
  });
});
