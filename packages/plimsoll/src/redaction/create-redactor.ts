import { buildRedactor } from "./build-redactor.js";
import { compilePattern, type CompiledPattern } from "./compile-pattern.js";
import type { SecretFinder } from "./secret-finder.js";
import type { Redactor } from "./redactor.js";
import type { KindSpan } from "./replace-spans.js";

/** The sets of built-in rules that are off unless they are named. */
export type RedactionSet = "pii";

export interface RedactorOptions {
  /** False leaves every text as it is. @default true */
  readonly enabled?: boolean;
  /** Patterns in RE2 syntax, in addition to the default rules. */
  readonly patterns?: readonly string[];
  /** Exact strings, or patterns for a whole secret, that are left alone. */
  readonly allow?: readonly string[];
  /** Runs before the patterns. If it throws, the whole text is replaced. */
  readonly custom?: (text: string) => string;
  /** False switches the default rules off. @default true */
  readonly defaults?: boolean;
  /** Further sets of built-in rules: `pii` finds e-mail addresses, phone numbers, IBANs and social security numbers. */
  readonly sets?: readonly RedactionSet[];
}

function allowList(allow: readonly string[]): (text: string) => boolean {
  if (allow.length === 0) return () => false;
  const exact = new Set(allow);
  const patterns: readonly CompiledPattern[] = allow.map(compilePattern);
  return (text) => exact.has(text) || patterns.some((pattern) => pattern.matchesAll(text));
}

function patternFinder(pattern: CompiledPattern, isAllowed: (text: string) => boolean): SecretFinder {
  return (text) => {
    const { spans, exhaustedAt } = pattern.search(text);
    const found: KindSpan[] = spans
      .filter((span) => !isAllowed(text.slice(span.start, span.end)))
      .map((span) => ({ kind: "pattern", ...span }));
    if (exhaustedAt !== undefined)
      found.push({ kind: "pattern-limit", start: exhaustedAt, end: text.length });
    return found;
  };
}

const DISABLED: Redactor = Object.freeze({
  enabled: false,
  text: (text: string) => text,
  value: <T>(value: T) => value,
});

/** Builds a redactor; throws `UNSAFE_PATTERN` for a pattern that cannot run in linear time. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const isAllowed = allowList(options.allow ?? []);
  const patterns = (options.patterns ?? []).map(compilePattern);
  if (options.enabled === false) return DISABLED;
  return buildRedactor({
    defaults: options.defaults !== false,
    personal: options.sets?.includes("pii") ?? false,
    isAllowed,
    finders: patterns.map((pattern) => patternFinder(pattern, isAllowed)),
    ...(options.custom === undefined ? {} : { custom: options.custom }),
  });
}
