import type { Problem } from "../validation/problem.js";
import { readShape } from "../validation/read-shape.js";
import type { Shape } from "../validation/shape.js";
import { shapeWords } from "../validation/shape-words.js";

/** The shape of one setting. Files, environment, code and the documentation's test share it. */
export type SettingField = Shape;

const MAX_TOKENS = 1_000_000_000;

export const SHARE: SettingField = { kind: "number", min: 0, max: 1 };
export const SHARE_ABOVE_ZERO: SettingField = { kind: "number", min: 0, max: 1, above: true };

export function wholeNumber(min: number, max: number = MAX_TOKENS): SettingField {
  return { kind: "number", whole: true, min, max };
}

/** A text that is not empty, without the NUL that ends a text elsewhere. */
export function shortText(max: number): SettingField {
  return { kind: "text", min: 1, max, pattern: /^[^\0]*$/ };
}

/** What the field accepts, in words. */
export function allowedText(field: SettingField): string {
  return shapeWords(field).replace(/^a /, "");
}

/** What is allowed instead, or undefined if the value is fine. */
export function fieldProblem(field: SettingField, value: unknown): string | undefined {
  const problems: Problem[] = [];
  readShape(field, value, { path: "", problems });
  const [problem] = problems;
  return problem && (problem.because ?? allowedText(field));
}
