import { CleanMemory } from "./clean-memory.js";
import { CleanTexts } from "./clean-texts.js";
import { findCards, isCardKey, isCardUnder } from "./find-cards.js";
import { DEFAULT_KINDS, DEFAULT_RULES } from "./default-rules.js";
import { type Findings, type SecretFinder, secretFinder } from "./secret-finder.js";
import { redactJsonText } from "./redact-json-text.js";
import { redactValue } from "./redact-value.js";
import type { Redactor } from "./redactor.js";
import { type KindSpan, marker, replaceSpans } from "./replace-spans.js";
import {
  isPersonalKey,
  PERSONAL_KINDS,
  personalDataFinder,
  personalKindUnder,
} from "./personal-data-finder.js";
import { isSensitiveKey, sensitiveKeyKind } from "./sensitive-key-kind.js";
import { isHarmless } from "./is-harmless.js";
import { isReference } from "./is-reference.js";
import { base64Writings } from "./base64-writings.js";
import type { PlainWriting } from "./plain-writing.js";
import { withoutEscapes } from "./without-escapes.js";
import { withoutPercentSigns } from "./without-percent-signs.js";

export interface RedactorParts {
  /** Whether to apply the built-in rules. */
  readonly defaults: boolean;
  /** Whether to find personal data too. */
  readonly personal: boolean;
  isAllowed(text: string): boolean;
  /** Additional finders. */
  readonly finders: readonly SecretFinder[];
  readonly custom?: (text: string) => string;
}

/** Removing a secret may uncover another at its edge; only hostile patterns need more rounds. */
const MAX_ROUNDS = 8;
const MIN_KEYED_LENGTH = 6;
/** How much of keys that are known is remembered. */
const KEY_CHARACTERS = 32_768;

const KNOWN_KINDS = new Set([
  ...DEFAULT_KINDS,
  ...PERSONAL_KINDS,
  "pattern",
  "pattern-limit",
  "custom-failed",
  "too-deep",
  "cycle",
]);
const KNOWN_MARKER = new RegExp(`\\[REDACTED:(?:${[...KNOWN_KINDS].join("|")})\\]`, "g");
const ONLY_MARKER = new RegExp(`^${KNOWN_MARKER.source}$`);

const NOTHING_FOUND: Findings = { spans: [], suspicious: false };

function cardFinder(isAllowed: (text: string) => boolean): SecretFinder {
  return (text) =>
    findCards(text)
      .filter(({ start, end }) => !isAllowed(text.slice(start, end)))
      .map((span) => ({ kind: "card-number", ...span }));
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

/** True for a key that may describe its value. */
const isTellingKey = (key: string): boolean => isSensitiveKey(key) || isCardKey(key) || isPersonalKey(key);

/** The kind of a text because of its key. */
function keyedKind(key: string, input: string): string | undefined {
  if (isCardUnder(key, input)) return "card-number";
  if (input.length < MIN_KEYED_LENGTH) return undefined;
  const kind = sensitiveKeyKind(key, input);
  return kind !== undefined && (isReference(input) || isHarmless(input)) ? undefined : kind;
}

/** Looks for secrets in a text as it is written and as it is read; what further finders see as written is not among them. */
function inEveryWriting(
  findSecrets: (text: string) => Findings,
  finders: readonly SecretFinder[],
): (text: string) => Findings {
  return (text) => {
    const found = findSecrets(text);
    let { spans, suspicious } = found;
    const read = (writing: PlainWriting): void => {
      const more = findSecrets(writing.text);
      const all = [...more.spans, ...finders.flatMap((find) => find(writing.text))];
      spans = [...spans, ...all.map(writing.spanIn)];
      suspicious ||= more.suspicious;
    };
    const plain = withoutEscapes(text) ?? asWritten(text);
    if (plain.text !== text) read(plain);
    const decoded = withoutPercentSigns(plain.text);
    if (decoded) read({ text: decoded.text, spanIn: (span) => plain.spanIn(decoded.spanIn(span)) });
    const hidden: KindSpan[] = [];
    for (const writing of base64Writings(plain.text))
      for (const span of findSecrets(writing.text).spans) hidden.push(plain.spanIn(writing.spanIn(span)));
    if (hidden.length > 0) spans = [...spans, ...hidden];
    return { spans, suspicious };
  };
}

const asWritten = (text: string): PlainWriting => ({ text, spanIn: (span) => span });

/** A redactor of parts that are ready to be searched with. */
export function buildRedactor({
  defaults,
  personal,
  isAllowed,
  finders: more,
  custom: given,
}: RedactorParts): Redactor {
  const findSecrets = defaults ? secretFinder(DEFAULT_RULES, isAllowed) : () => NOTHING_FOUND;
  const findPersonal = personal ? personalDataFinder(isAllowed) : () => [];
  const finders: SecretFinder[] = [...(defaults ? [cardFinder(isAllowed)] : []), findPersonal, ...more];
  const custom = given === undefined ? (text: string) => text : guarded(given);
  const clean = new CleanMemory();
  // The keys of a conversation are few and come again in every item.
  const cleanKeys = new CleanTexts(KEY_CHARACTERS, 0);
  const plainKeys = new CleanTexts(KEY_CHARACTERS, 0);

  const look = inEveryWriting(findSecrets, finders);
  const spansIn = (text: string, found: Findings): KindSpan[] => [
    ...found.spans,
    ...finders.flatMap((find) => find(text)),
  ];
  const text = (input: string): string => {
    const given = custom(input);
    if (clean.has(given)) return given;
    let found = look(given);
    const asJson = found.suspicious ? redactJsonText(given, value) : undefined;
    let result = asJson ?? given;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const current = result;
      if (current !== given) found = look(current);
      result = replaceSpans(current, spansIn(current, found), KNOWN_MARKER);
      if (result === current) break;
    }
    clean.add(result);
    return result;
  };
  const key = (input: string): string => {
    if (cleanKeys.has(input)) return input;
    const result = text(input);
    if (result === input) cleanKeys.add(input);
    return result;
  };
  const underKey = (name: string, input: string): string => {
    if (plainKeys.has(name)) return text(input);
    if (!isTellingKey(name)) {
      plainKeys.add(name);
      return text(input);
    }
    const secret = defaults ? keyedKind(name, input) : undefined;
    const kind = secret ?? personalKindUnder(findPersonal, name, input);
    if (kind === undefined || ONLY_MARKER.test(input) || isAllowed(input)) return text(input);
    return marker(kind);
  };
  const value = <T>(given: T): T => redactValue(given, { text, key, underKey }) as T;
  return {
    enabled: true,
    text,
    value,
  };
}
