import { CompactError } from "../errors/compact-error.js";
import { compilePattern } from "../redaction/compile-pattern.js";

interface TextField {
  readonly kind: "text";
  readonly maxLength: number;
  /** What else the text must be. */
  readonly form?: "url" | "variable";
}

interface NumberField {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
  /** True if `min` itself is too small. */
  readonly above?: boolean;
}

interface ChoiceField {
  readonly kind: "choice";
  readonly choices: readonly string[];
}

interface FlagField {
  readonly kind: "flag";
}

interface ListField {
  readonly kind: "list";
  /** What every entry must be: one of these words, or a redaction pattern. */
  readonly entries: readonly string[] | "pattern";
}

/** What one setting may be. The same rule serves files, environment, code and the documentation's test. */
export type SettingField = TextField | NumberField | ChoiceField | FlagField | ListField;

const MAX_ENTRIES = 200;
const FORMS = {
  url: "an http or https address",
  variable: "the name of an environment variable",
} as const;

/** What the field takes, in words. */
export function allowedText(field: SettingField): string {
  switch (field.kind) {
    case "text":
      if (field.form !== undefined) return FORMS[field.form];
      return `text of 1 to ${field.maxLength} characters`;
    case "number": {
      const noun = field.integer ? "whole number" : "number";
      return `${noun} ${field.above === true ? `above ${field.min}, at most` : `from ${field.min} to`} ${field.max}`;
    }
    case "choice":
      return `one of ${field.choices.join(", ")}`;
    case "flag":
      return "true or false";
    case "list":
      if (field.entries === "pattern") return `list of at most ${MAX_ENTRIES} RE2 patterns`;
      return `list of ${field.entries.join(", ")}`;
  }
}

function isUrl(value: string): boolean {
  try {
    return ["http:", "https:"].includes(new URL(value).protocol);
  } catch {
    return false;
  }
}

function isText(field: TextField, value: unknown): boolean {
  if (typeof value !== "string" || value.length === 0 || value.length > field.maxLength) return false;
  if (value.includes("\0")) return false;
  if (field.form === "url") return isUrl(value);
  return field.form !== "variable" || /^[A-Za-z_][A-Za-z0-9_]*$/.test(value);
}

function isNumber(field: NumberField, value: unknown): boolean {
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  if (field.integer && !Number.isInteger(value)) return false;
  return (field.above === true ? value > field.min : value >= field.min) && value <= field.max;
}

function patternProblem(entries: readonly unknown[]): string | undefined {
  for (const entry of entries) {
    if (typeof entry !== "string") return allowedText({ kind: "list", entries: "pattern" });
    try {
      compilePattern(entry);
    } catch (error) {
      return CompactError.isInstance(error) ? error.message : String(error);
    }
  }
  return undefined;
}

function listProblem(field: ListField, value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length > MAX_ENTRIES) return allowedText(field);
  if (field.entries === "pattern") return patternProblem(value);
  const { entries } = field;
  return value.every((entry) => entries.includes(entry)) ? undefined : allowedText(field);
}

/** What is allowed instead, or undefined if the value is fine. */
export function fieldProblem(field: SettingField, value: unknown): string | undefined {
  switch (field.kind) {
    case "text":
      return isText(field, value) ? undefined : allowedText(field);
    case "number":
      return isNumber(field, value) ? undefined : allowedText(field);
    case "choice":
      return typeof value === "string" && field.choices.includes(value) ? undefined : allowedText(field);
    case "flag":
      return typeof value === "boolean" ? undefined : allowedText(field);
    case "list":
      return listProblem(field, value);
  }
}
