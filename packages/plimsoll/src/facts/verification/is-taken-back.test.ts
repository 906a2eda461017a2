import { describe, expect, it } from "vitest";
import { isTakenBack } from "./is-taken-back.js";

const RULE = "Never push to main.";
const taken = (text: string): boolean => isTakenBack(text, text.indexOf(RULE));

describe("a statement", () => {
  it.each([
    `Superseded: ${RULE}`,
    `The user no longer wants: ${RULE}`,
    `It is false that: ${RULE}`,
    `~~${RULE}~~`,
    `Rules that no longer hold:\n- Always be nice.\n- ${RULE}`,
    `## Obsolete\n\n- ${RULE}`,
    `不再有效：${RULE}`,
  ])("is taken back where the words before it or its heading say so: %j", (text) => {
    expect(taken(text)).toBe(true);
  });

  it.each([
    RULE,
    `Constraints of the user:\n- ${RULE}`,
    `The old port is obsolete. ${RULE}`,
    `The old port is no longer used:\nit was closed.\n- ${RULE}`,
    `Superseded: the old port.\n${RULE}`,
    `## Superseded\n- The old port.\n## Constraints\n- ${RULE}`,
  ])("stands otherwise: %j", (text) => {
    expect(taken(text)).toBe(false);
  });
});
