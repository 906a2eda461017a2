import type { Checkpoint, FactFields } from "../checkpoint/checkpoint.js";
import { StringFinder } from "../../text/string-finder.js";
import { CLAIM_MARK } from "../checkpoint/render-entry.js";
import { CUES } from "../cues/cues.js";
import { contentWords } from "../ledgers/content-words.js";
import { byTheRecord, type ClaimVerdict, REMOVE } from "./claim-verdict.js";
import { isWholeWord } from "./is-clause.js";
import { type NumberInContext, supportedNumbers } from "./supported-numbers.js";
import { numbersInContext } from "./numbers-in-context.js";
import type { ProseClaim } from "./prose-claim.js";

const RULE_SHARE = 0.6;
const MAX_FACTS = 500;
const MAX_SUBJECT_WORDS = 6;

interface NumberedRule {
  readonly words: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly isInForce: boolean;
}

interface KnownFact extends Pick<FactFields, "subject" | "value" | "before"> {
  readonly words: readonly string[];
}

/**
 * Finds claims that give another number or value than the one that was said: of a rule, which they contradict, of a known
 * fact, whose newest value is told behind them, or of anything else that the source says of no such number.
 */
export class ToldValues {
  readonly #rules: readonly NumberedRule[];
  readonly #facts: ReadonlyMap<string, readonly KnownFact[]>;
  readonly #numbers: ReadonlyMap<ProseClaim, readonly NumberInContext[]>;
  readonly #supported: ReadonlySet<NumberInContext>;
  readonly #quoted: ReadonlySet<string>;

  constructor(
    { constraints, facts }: Pick<Checkpoint, "constraints" | "facts">,
    claims: readonly ProseClaim[],
    source: readonly string[],
  ) {
    this.#rules = constraints
      .filter(({ provenance }) => provenance.by === "user")
      .map(({ text, status }) => ({
        words: contentWords(text).words,
        numbers: new Set(numbersInContext(text).map(({ number }) => number)),
        isInForce: status === "current",
      }))
      .filter(({ numbers }) => numbers.size > 0);
    this.#facts = factsByWord(facts.filter(({ status }) => status === "current").slice(-MAX_FACTS));
    this.#numbers = new Map(claims.map((claim) => [claim, numbersInContext(claim.text)]));
    this.#supported = supportedNumbers([...this.#numbers.values()].flat(), source);
    this.#quoted = this.#quotedAmong(claims, source);
  }

  verdictOn(claim: ProseClaim): ClaimVerdict | undefined {
    const numbers = this.#numbers.get(claim) ?? [];
    const unsaid = this.#quoted.has(claim.text) ? [] : this.#unsaidIn(claim);
    if (this.#contradictsRule(claim, { numbers, unsaid })) return REMOVE;
    const fact = this.#outdatedFact(claim, unsaid.length > 0);
    if (fact !== undefined) return byTheRecord(`${fact.subject} ${fact.value}`);
    return unsaid.length > 0 ? { action: "mark", note: CLAIM_MARK } : undefined;
  }

  #unsaidIn(claim: ProseClaim): NumberInContext[] {
    return (this.#numbers.get(claim) ?? []).filter((number) => !this.#supported.has(number));
  }

  /** Claims that the source has word for word, among those with a number that is not found otherwise. */
  #quotedAmong(claims: readonly ProseClaim[], source: readonly string[]): ReadonlySet<string> {
    const texts = claims.filter((claim) => this.#unsaidIn(claim).length > 0).map(({ text }) => text);
    const quoted = new Set<string>();
    if (texts.length === 0) return quoted;
    const finder = new StringFinder(texts);
    for (const text of source) finder.scan(text, (index) => quoted.add(texts[index] ?? ""));
    return quoted;
  }

  #contradictsRule(
    { content }: ProseClaim,
    { numbers, unsaid }: Readonly<Record<"numbers" | "unsaid", readonly NumberInContext[]>>,
  ): boolean {
    if (numbers.length === 0) return false;
    const near = this.#rules.filter(({ words }) => {
      const shared = [...words].filter((word) => content.words.has(word)).length;
      return shared > 0 && shared >= words.size * RULE_SHARE;
    });
    const inForce = near.filter(({ isInForce }) => isInForce);
    if (inForce.some((rule) => numbers.some(({ number }) => rule.numbers.has(number)))) return false;
    if (inForce.length === 0) return false;
    const replaced = near.filter(({ isInForce }) => !isInForce);
    return (
      unsaid.length > 0 || replaced.some((rule) => numbers.some(({ number }) => rule.numbers.has(number)))
    );
  }

  /** A fact that the claim speaks of without its newest value: with one that it replaced, or a number nobody said. */
  #outdatedFact({ text, content }: ProseClaim, hasUnsaid: boolean): KnownFact | undefined {
    const near = new Set([...content.words].flatMap((word) => this.#facts.get(word) ?? []));
    for (const fact of near) {
      if (!fact.words.every((word) => content.words.has(word)) || stands(text, fact.value)) continue;
      const isOld = fact.before.some((value) => stands(text, value)) && !tellsOfChange(text);
      if (isOld || (hasUnsaid && /\d/.test(fact.value))) return fact;
    }
    return undefined;
  }
}

/** Facts by the first word of their subject. */
function factsByWord(facts: readonly FactFields[]): Map<string, KnownFact[]> {
  const found = new Map<string, KnownFact[]>();
  for (const { subject, value, before } of facts) {
    const words = [...contentWords(subject).words].slice(0, MAX_SUBJECT_WORDS);
    const [first] = words;
    if (first === undefined || value === "") continue;
    const list = found.get(first);
    const fact = { subject, value, before, words };
    if (list === undefined) found.set(first, [fact]);
    else list.push(fact);
  }
  return found;
}

function stands(text: string, value: string): boolean {
  const [own, sought] = [text.toLowerCase(), value.toLowerCase()];
  if (sought === "") return false;
  for (let at = own.indexOf(sought); at >= 0; at = own.indexOf(sought, at + 1))
    if (isWholeWord(own, at, at + sought.length)) return true;
  return false;
}

const tellsOfChange = (text: string): boolean =>
  CUES.has("withdrawal", text) || CUES.has("replaced value", text) || CUES.has("changed value", text);
