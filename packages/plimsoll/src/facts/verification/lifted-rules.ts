import type { Checkpoint, ConstraintFields } from "../checkpoint/checkpoint.js";
import { CLAIM_MARK } from "../checkpoint/render-entry.js";
import { CUES } from "../cues/cues.js";
import { contentWords } from "../ledgers/content-words.js";
import { isNegative } from "../ledgers/is-negative.js";
import { readProse } from "../ledgers/read-prose.js";
import { type ClaimVerdict, REMOVE } from "./claim-verdict.js";
import type { ProseClaim } from "./prose-claim.js";

/** Sentences of the user that are looked at for what they allow. */
const MAX_USER_SENTENCES = 4_000;
/** Of the words of a claim, so many stand in the sentence of the user that bears it out. */
const SUPPORT_SHARE = 0.6;
const RULE_SHARE = 0.5;
/** A claim of so few words of its own is about rules at large. */
const FEW_WORDS = 1;
const UNCONFIRMED: ClaimVerdict = { action: "mark", note: CLAIM_MARK };

interface Rule extends ConstraintFields {
  readonly words: ReadonlySet<string>;
  /** Forbids, limits, or asks for consent: a permission would change it. */
  readonly isRestriction: boolean;
}

/** How a claim speaks of rules: as lifted, as a right that was granted, or by words of permission alone. */
type Force = "lifts" | "grants" | "permits";

function forceOf(text: string): Force | undefined {
  if (CUES.has("lifted rule", text) || CUES.has("release", text)) return "lifts";
  if (CUES.has("granted right", text)) return "grants";
  return CUES.has("permission", text) && !isNegative(text) ? "permits" : undefined;
}

/**
 * Finds claims that a rule of the user was lifted, changed or need not be kept. Only the user can do that, and code reads
 * it in the user's words: what a model says of it is taken out where it speaks of a rule in force.
 */
export class LiftedRules {
  readonly #inForce: readonly Rule[];
  readonly #released: readonly Rule[];
  readonly #userTexts: readonly string[];
  #said: readonly SaidSentence[] | undefined;

  constructor({ constraints }: Pick<Checkpoint, "constraints">, userTexts: readonly string[]) {
    const said = constraints.filter(({ provenance }) => provenance.by === "user");
    this.#inForce = said.filter(({ status }) => status === "current").map(ruleOf);
    this.#released = said.filter(({ status }) => status === "superseded").map(ruleOf);
    this.#userTexts = userTexts;
  }

  verdictOn({ text, content }: ProseClaim): ClaimVerdict | undefined {
    const force = forceOf(text);
    if (force === undefined) return undefined;
    const subject = subjectOf(content.words);
    return this.#againstRules(subject, force) ?? this.#withoutSupport(text, { subject, force });
  }

  #againstRules(subject: ReadonlySet<string>, force: Force): ClaimVerdict | undefined {
    const touched = this.#inForce.some((rule) => touches(subject, rule, force));
    const isGeneral = force === "lifts" && subject.size <= FEW_WORDS && this.#inForce.length > 0;
    if (!touched && !isGeneral) return undefined;
    return this.#isSaid(subject) ? UNCONFIRMED : REMOVE;
  }

  /** A lifted rule, or a permission put into the user's mouth, is borne out by the user's words, or marked. */
  #withoutSupport(
    text: string,
    { subject, force }: { readonly subject: ReadonlySet<string>; readonly force: Force },
  ): ClaimVerdict | undefined {
    if (force === "lifts") {
      const isKnown = this.#released.some((rule) => touches(subject, rule, force)) || this.#isSaid(subject);
      return isKnown ? undefined : UNCONFIRMED;
    }
    if (force === "permits" || !CUES.has("named user", text)) return undefined;
    return this.#isSaid(subject, { isAnything: true }) ? undefined : UNCONFIRMED;
  }

  /** True if the user allowed or released something in nearly the same words, or said anything of it but no. */
  #isSaid(subject: ReadonlySet<string>, { isAnything = false } = {}): boolean {
    if (subject.size === 0) return false;
    this.#said ??= sentencesIn(this.#userTexts);
    return this.#said.some(
      ({ words, grants, text }) =>
        sharedOf(subject, words) >= subject.size * SUPPORT_SHARE &&
        (grants || (isAnything && !isNegative(text))),
    );
  }
}

function ruleOf({ text, kind }: ConstraintFields): Rule {
  const isRestriction = kind === "limit" || isNegative(text) || CUES.has("asks first", text);
  return { text, kind, words: contentWords(text).words, isRestriction };
}

/** What a claim is about: its words without those that every claim about rules has. */
function subjectOf(words: ReadonlySet<string>): ReadonlySet<string> {
  claimWords ??= new Set(
    [...CUES.words("claim word")].flatMap((word) => [word, ...contentWords(word).words]),
  );
  const known = claimWords;
  return new Set([...words].filter((word) => !known.has(word)));
}

let claimWords: ReadonlySet<string> | undefined;

function touches(subject: ReadonlySet<string>, { words, isRestriction }: Rule, force: Force): boolean {
  const shared = sharedOf(subject, words);
  if (shared === 0 || force === "lifts") return shared > 0;
  const share = words.size * RULE_SHARE;
  return isRestriction && shared >= (force === "grants" ? Math.min(2, share) : Math.max(2, share));
}

/** An exact name says more of what a sentence is about than a word. */
const NAME = /[^\p{L}]/u;

function sharedOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += NAME.test(word) ? 2 : 1;
  return shared;
}

interface SaidSentence {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly grants: boolean;
}

/** What the user said, newest first. */
function sentencesIn(texts: readonly string[]): SaidSentence[] {
  const found: SaidSentence[] = [];
  for (const text of texts.toReversed()) {
    for (const sentence of readProse(text)) {
      if (found.length >= MAX_USER_SENTENCES) return found;
      if (sentence.reported) continue;
      const { words } = contentWords(sentence.text);
      found.push({ text: sentence.text, words, grants: isGrant(sentence.text) });
    }
  }
  return found;
}

const isGrant = (text: string): boolean =>
  (["permission", "release", "lifted rule", "granted right", "correction"] as const).some((name) =>
    CUES.has(name, text),
  );
