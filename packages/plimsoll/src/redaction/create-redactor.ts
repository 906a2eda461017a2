import { CleanTexts } from "./clean-texts.js";
import { compilePattern, type CompiledPattern } from "./compile-pattern.js";
import { DEFAULT_RULES } from "./default-rules.js";
import { redactValue } from "./redact-value.js";
import type { Redactor } from "./redactor.js";
import { type KindSpan, marker, replaceSpans } from "./replace-spans.js";
import { PASS_FLAGS, type RulePass, type SecretRule } from "./secret-rule.js";
import { sensitiveKeyKind } from "./sensitive-key.js";

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
}

type Finder = (text: string) => KindSpan[];

/** A secret removed may uncover another at its edge; more rounds than this only hostile patterns take. */
const MAX_ROUNDS = 8;
const MIN_KEYED_LENGTH = 6;

const KNOWN_KINDS = new Set([
  ...DEFAULT_RULES.map((rule) => rule.kind),
  "pattern",
  "pattern-limit",
  "custom-failed",
  "too-deep",
  "cycle",
]);
const KNOWN_MARKER = new RegExp(`\\[REDACTED:(?:${[...KNOWN_KINDS].join("|")})\\]`, "g");
const ONLY_MARKER = new RegExp(`^${KNOWN_MARKER.source}$`);

function passFinder(pass: RulePass, isAllowed: (text: string) => boolean): Finder {
  const rules = DEFAULT_RULES.filter((rule) => rule.pass === pass);
  const pattern = new RegExp(rules.map((rule) => `(${rule.pattern})`).join("|"), PASS_FLAGS[pass]);
  const ruleOf = (match: RegExpExecArray): SecretRule | undefined =>
    rules[match.findIndex((group, index) => index > 0 && group !== undefined) - 1];
  return (text) => {
    const spans: KindSpan[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const rule = ruleOf(match);
      if (rule === undefined) break;
      const whole = { start: match.index, end: pattern.lastIndex };
      const found = rule.locate?.(text, whole) ?? { ...whole, secret: true };
      pattern.lastIndex = Math.max(found.end, match.index + 1);
      if (!found.secret || isAllowed(text.slice(found.start, found.end)) || isAllowed(match[0])) continue;
      spans.push({ kind: rule.kind, start: found.start, end: found.end });
    }
    return spans;
  };
}

function allowList(allow: readonly string[]): (text: string) => boolean {
  if (allow.length === 0) return () => false;
  const exact = new Set(allow);
  const patterns: readonly CompiledPattern[] = allow.map(compilePattern);
  return (text) => exact.has(text) || patterns.some((pattern) => pattern.matchesAll(text));
}

function patternFinder(pattern: CompiledPattern, isAllowed: (text: string) => boolean): Finder {
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

function guarded(custom: (text: string) => string): (text: string) => string {
  return (text) => {
    try {
      const result: unknown = custom(text);
      return typeof result === "string" ? result : marker("custom-failed");
    } catch {
      return marker("custom-failed");
    }
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
  const useDefaults = options.defaults !== false;
  const finders: Finder[] = [
    ...(useDefaults ? (["prefix", "keyword", "address", "digits"] as const) : []).map((pass) =>
      passFinder(pass, isAllowed),
    ),
    ...patterns.map((pattern) => patternFinder(pattern, isAllowed)),
  ];
  const custom = options.custom === undefined ? (text: string) => text : guarded(options.custom);
  const clean = new CleanTexts();

  const text = (input: string): string => {
    let result = custom(input);
    if (clean.has(result)) return result;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const current = result;
      const spans = finders.flatMap((find) => find(current));
      result = replaceSpans(current, spans, KNOWN_MARKER);
      if (result !== current) continue;
      clean.add(result);
      break;
    }
    return result;
  };
  const underKey = (key: string, input: string): string => {
    const kind = useDefaults && input.length >= MIN_KEYED_LENGTH ? sensitiveKeyKind(key, input) : undefined;
    if (kind === undefined || ONLY_MARKER.test(input) || isAllowed(input)) return text(input);
    return marker(kind);
  };
  return {
    enabled: true,
    text,
    value: <T>(value: T): T => redactValue(value, { text, underKey }) as T,
  };
}
