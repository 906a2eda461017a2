import type { ConstraintKind } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { type ContentWords, contentWords, sharedWords } from "./content-words.js";
import { differInSlot, type ExactValue, exactValues } from "./exact-values.js";
import { isClaimOfFact, isCorrection } from "./is-correction.js";
import { isNegative } from "./is-negative.js";
import { lifts } from "./lifts.js";
import { replacesSingleValue } from "./replaces-single-value.js";
import { spokenWords } from "./spoken-words.js";
import { clausesOf } from "./without-told.js";

/** A sentence as it is compared with others. */
export interface ComparedStatement {
  readonly text: string;
  /** Undefined if it binds nothing by itself. */
  readonly kind: ConstraintKind | undefined;
  readonly content: ContentWords;
  readonly values: readonly ExactValue[];
  readonly isNegative: boolean;
}

/** How a sentence announces that something said before no longer holds. */
export interface Change {
  readonly corrects: boolean;
  readonly releases: boolean;
  readonly permits: boolean;
  /** It gives something another value, in so many words. */
  readonly changes: boolean;
  /** It says that something is so from now on. */
  readonly isNew: boolean;
  /** The words of each value that it names as replaced. */
  readonly replaced: readonly ReadonlySet<string>[];
  /** Its clauses, for a demand that says the opposite in one of them. */
  readonly clauses: readonly ContentWords[];
}

const MAX_REPLACED = 4;
const MAX_CLAUSES = 8;

export const comparedStatement = (text: string, kind: ConstraintKind | undefined): ComparedStatement => ({
  text,
  kind,
  content: contentWords(text),
  values: exactValues(text),
  isNegative: isNegative(text),
});

const allOf = ({ words, numbers }: ContentWords): Set<string> => new Set([...words, ...numbers]);

function replacedValues(text: string): ReadonlySet<string>[] {
  return CUES.all("replaced value", text, MAX_REPLACED)
    .map(({ start, end }) => allOf(contentWords(text.slice(start, end))))
    .filter((words) => words.size > 0);
}

const LAST_WORDS = /(?:\S{1,20}\s{1,4}){1,2}$/;
const BEFORE_CHARACTERS = 48;

/** True if a sentence gives something another value. "You must not change …" forbids that. */
function setsValue(spoken: string): boolean {
  const found = CUES.find("changed value", spoken);
  if (found === undefined) return false;
  const before = spoken.slice(Math.max(0, found.start - BEFORE_CHARACTERS), found.start);
  return !CUES.has("negation", LAST_WORDS.exec(before)?.[0] ?? "");
}

/** What a sentence announces; undefined if it can take nothing back, because it only adds something. */
export function changeIn(text: string): Change | undefined {
  const spoken = spokenWords(text);
  const isRelease = CUES.has("release", spoken);
  if (!isRelease && CUES.has("addition", text)) return undefined;
  return {
    corrects: isCorrection(text),
    releases: isRelease,
    permits: CUES.has("permission", spoken),
    changes: setsValue(spoken),
    isNew: CUES.has("new state", spoken),
    replaced: replacedValues(text),
    clauses: clausesOf(text)
      .slice(0, MAX_CLAUSES)
      .map((clause) => contentWords(CUES.replace("negation", clause, " "))),
  };
}

/** How much two sentences have in common. */
interface Overlap {
  readonly shared: number;
  /** The share of the words of the earlier, of the shorter and of both. */
  readonly ofEarlier: number;
  readonly ofSmaller: number;
  readonly ofBoth: number;
}

function overlapOf(later: ContentWords, earlier: ContentWords): Overlap {
  const shared = sharedWords(later, earlier);
  const [one, other] = [later.words.size, earlier.words.size];
  return {
    shared,
    ofEarlier: shared / Math.max(1, other),
    ofSmaller: shared / Math.max(1, Math.min(one, other)),
    ofBoth: shared / Math.max(1, one + other - shared),
  };
}

const isMostlyShared = ({ shared, ofSmaller }: Overlap): boolean => shared >= 2 && ofSmaller >= 0.6;

/** The only word of two very short sentences. */
const isOnlyWordShared = ({ shared, ofSmaller, ofBoth }: Overlap): boolean =>
  shared === 1 && ofSmaller === 1 && ofBoth >= 1 / 3;

type Certainty = "no" | "likely" | "sure";
type Test = (later: ComparedStatement, earlier: ComparedStatement, change: Change) => Certainty;

const NAMED_SHARE = 0.5;
/** "We use bun, not yarn." names what it replaces. */
const namesReplaced: Test = (_, earlier, { replaced, corrects, changes, isNew }) => {
  if (earlier.isNegative) return "no";
  const known = allOf(earlier.content);
  const named = replaced.filter((words) => [...words].every((word) => known.has(word)));
  if (named.length === 0) return "no";
  const most = Math.max(...named.map(({ size }) => size)) / Math.max(1, earlier.content.words.size);
  if (most >= NAMED_SHARE) return "sure";
  return corrects || changes || isNew ? "likely" : "no";
};

/** With a sign or a digit in it; the full stop of the sentence is none. */
const EXACT_TOKEN = /[\p{L}\p{N}_]*(?:[/_\d]|\.(?=[\p{L}\p{N}_]))[\p{L}\p{N}_./-]*/gu;
const exactTokens = (text: string): readonly string[] =>
  (text.match(EXACT_TOKEN) ?? []).map((token) => token.replace(/[.,]$/, ""));
/** A path, a file or a name with signs that both have. */
const shareExactToken = (one: string, other: string): boolean => {
  const known = new Set(exactTokens(other));
  return exactTokens(one).some((token) => token.length > 2 && known.has(token));
};

/** A permission withdraws a prohibition only if it covers all of it: staging is not production. */
const permits: Test = (later, earlier, { permits: allows, corrects }) => {
  if (!allows || !earlier.isNegative || isClaimOfFact(later.text)) return "no";
  const { shared, ofEarlier } = overlapOf(later.content, earlier.content);
  if (shared > 0 && ofEarlier === 1) return "sure";
  if (shared > 0 && ofEarlier >= 0.3 && shareExactToken(later.text, earlier.text)) return "likely";
  return corrects && shared >= 2 && ofEarlier > 0.7 ? "likely" : "no";
};

const firstWord = ({ words }: ContentWords): string | undefined => words.values().next().value;

/** A release of so many words names the rule by one of them: "Forget the rule on dependencies". */
const FEW = 3;

/** "Forget what I said about …" */
const releases: Test = (later, earlier, change) => {
  if (!change.releases) return "no";
  const { shared, ofEarlier, ofSmaller } = overlapOf(later.content, earlier.content);
  if (shared >= 2 && ofEarlier >= 0.6) return "sure";
  if (shared === 0) return "no";
  if (later.content.words.size <= FEW && ofSmaller >= 0.5) return "likely";
  const topic = firstWord(earlier.content);
  const isTopic = topic !== undefined && later.content.words.has(topic);
  return ofEarlier >= 0.5 || isTopic ? "likely" : "no";
};

/** A permission that covers only a part of a prohibition, or says how things are. */
const permitsSomethingElse = (later: ComparedStatement, earlier: ComparedStatement): boolean =>
  earlier.isNegative &&
  !later.isNegative &&
  (sharedWords(later.content, earlier.content) < earlier.content.words.size || isClaimOfFact(later.text));

const announcesChange = (change: Change): boolean =>
  change.corrects || change.changes || change.releases || change.permits;

/** A sentence that binds nothing by itself says little else than what is corrected. */
const SHORT = 4;
const mayCorrect = ({ text, kind, content }: ComparedStatement, change: Change): boolean =>
  change.corrects && (kind !== undefined || (content.words.size <= SHORT && !isClaimOfFact(text)));

/** "Actually, use pnpm.", "The port is now 8080." */
const corrects: Test = (later, earlier, change) => {
  const announces = change.corrects || change.changes || change.isNew;
  if (!announces || permitsSomethingElse(later, earlier)) return "no";
  const overlap = overlapOf(later.content, earlier.content);
  if (isMostlyShared(overlap) && (change.corrects || later.kind !== undefined)) return "sure";
  if (later.kind !== undefined && isOnlyWordShared(overlap)) return "sure";
  return mayCorrect(later, change) && overlap.shared >= 1 && overlap.ofEarlier >= 0.5 ? "likely" : "no";
};

/** Each has one number, and not the same: "Use port 3000", "The port is 4000 now". */
const differInOnlyNumber = (later: ComparedStatement, earlier: ComparedStatement): boolean =>
  later.content.numbers.length === 1 &&
  earlier.content.numbers.length === 1 &&
  later.content.numbers[0] !== earlier.content.numbers[0];

const differInValue = (later: ComparedStatement, earlier: ComparedStatement): boolean =>
  differInSlot(later.values, earlier.values) || differInOnlyNumber(later, earlier);

/** A number behind a word may be the name of a thing: "order 7". */
const isNoName = ({ slot }: ExactValue): boolean => !slot.startsWith("number behind");

/** Rules hold side by side unless a change is announced: "Never ship order 7", "Never ship order 8". Limits do not. */
function holdSideBySide(later: ComparedStatement, earlier: ComparedStatement): boolean {
  if (later.kind === "limit" || earlier.kind === "limit") return false;
  if (later.isNegative && earlier.isNegative) return true;
  const [one, other] = [later, earlier].map(({ values }) => values.filter(isNoName));
  return later.kind === "rule" && earlier.kind === "rule" && !differInSlot(one ?? [], other ?? []);
}

/** Another number, address, time, day or language of the same thing. */
const givesAnotherValue: Test = (later, earlier, change) => {
  if (!differInValue(later, earlier)) return "no";
  const isExplicit = announcesChange(change);
  const isAnnounced = isExplicit || change.isNew;
  if (!isAnnounced && holdSideBySide(later, earlier)) return "no";
  const { shared, ofEarlier } = overlapOf(later.content, earlier.content);
  if (shared === 0) return "no";
  const isSameSubject = ofEarlier === 1;
  if (later.kind === undefined && !(change.isNew && isSameSubject))
    return isExplicit && (shared >= 2 || ofEarlier >= 0.5) ? "likely" : "no";
  if (isSameSubject) return "sure";
  return isAnnounced ? "likely" : "no";
};

const languageOf = ({ values }: ComparedStatement): string | undefined =>
  values.find(({ slot }) => slot === "language")?.value;

/** "Switch back to English": nothing but the language, whatever was said in which language to answer. */
const changesLanguage: Test = (later, earlier, change) => {
  const [one, other] = [languageOf(later), languageOf(earlier)];
  if (one === undefined || other === undefined || one === other) return "no";
  const { corrects: isCorrected, changes, isNew, permits: isAllowed, releases: isLifted } = change;
  if (!(isCorrected || changes || isNew || isAllowed || isLifted)) return "no";
  const isAnswer = later.content.words.size <= 2 || CUES.has("answer", later.text);
  return isAnswer && CUES.has("answer", earlier.text) ? "likely" : "no";
};

const OPPOSITE_SHARE = 0.8;
const differ = (one: readonly string[], other: readonly string[]): boolean =>
  one.join(" ") !== other.join(" ");

/** The opposite of the same, or the same limit with another number. */
const contradicts: Test = (later, earlier, { clauses }) => {
  if (later.kind === undefined) return "no";
  const isSame = [later.content, ...clauses].some((part) => {
    const { shared, ofBoth } = overlapOf(part, earlier.content);
    return shared > 0 && ofBoth >= OPPOSITE_SHARE;
  });
  if (!isSame) return "no";
  const differs = differ(later.content.numbers, earlier.content.numbers);
  if (later.kind === "limit" && earlier.kind === "limit") return differs ? "sure" : "no";
  return later.isNegative !== earlier.isNegative && !differs ? "sure" : "no";
};

const TESTS: readonly Test[] = [
  permits,
  releases,
  namesReplaced,
  corrects,
  givesAnotherValue,
  changesLanguage,
  contradicts,
];

/**
 * Whether a later sentence takes back an earlier one: `sure` if it says so of the same subject, `likely` if it may
 * be meant and nothing fits better, `no` otherwise. Both stay then. Without a change it adds something, and may at most
 * open something up: "You can deploy to production too".
 */
export function takesBack(
  later: ComparedStatement,
  earlier: ComparedStatement,
  change: Change | undefined,
): Certainty {
  let best = lifts(later, earlier);
  if (best === "sure" || change === undefined) return best;
  if (replacesSingleValue(later.text, earlier.text)) return "sure";
  for (const test of TESTS) {
    const found = test(later, earlier, change);
    if (found === "sure") return found;
    if (found === "likely") best = found;
  }
  return best;
}
