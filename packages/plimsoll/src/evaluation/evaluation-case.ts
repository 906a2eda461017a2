import type { ItemView } from "../conversation/item-view.js";
import type { ItemMeter } from "../tokens/item-meter.js";
import { type Binding, bindingTo } from "./binding.js";
import { cutPoints } from "./cut-points.js";
import { editedFiles } from "./edited-files.js";
import type { EvaluationSession } from "./evaluation-session.js";
import type { CallString } from "./call-strings.js";
import { type IdentifierCheck, identifierCheck } from "./identifier-check.js";
import { isFixed } from "./is-fixed.js";
import { neededStrings } from "./needed-strings.js";
import { type FormsOf, pathForms } from "./path-forms.js";
import { readableText } from "./readable-text.js";
import { type SessionFact, sessionFacts } from "./session-facts.js";
import { type AgeReader, ageReader } from "./summary-ages.js";
import { TextIndex } from "./text-index.js";
import { userSentences } from "./user-sentences.js";

/** A session cut in two, with everything that the windows of its first part are compared with. */
export interface EvaluationCase {
  readonly session: EvaluationSession;
  readonly cut: number;
  /** The first part, system items included. */
  readonly items: readonly object[];
  /** Tokens of system items, which are in every window, and of the rest. */
  readonly fixedTokens: number;
  readonly prefixTokens: number;
  readonly needed: readonly CallString[];
  readonly formsOf: FormsOf;
  readonly isBound: Binding;
  readonly checkIdentifiers: (window: string) => IdentifierCheck;
  readonly sentences: readonly string[];
  readonly files: readonly string[];
  readonly ages: AgeReader;
  readonly facts: readonly SessionFact[];
}

export interface CaseOptions {
  readonly meter: ItemMeter<object>;
  /** Where to cut, as shares of the tokens. */
  readonly cuts: readonly number[];
  /** True if so many other sessions contain the string that it says nothing about this one. */
  isCommon(string: string): boolean;
}

/** With fewer needed strings, a share of them says little. */
const LEAST_NEEDED = 3;

/** The cuts of a session after which calls need enough earlier strings. */
export function evaluationCases(session: EvaluationSession, options: CaseOptions): EvaluationCase[] {
  const { meter } = options;
  const views = session.items.map((item) => meter.view(item));
  const tokens = session.items.map((item) => meter.tokens(item));
  const entries = views.map((view, index) => ({ view, tokens: isFixed(view) ? 0 : (tokens[index] ?? 0) }));
  const cases: EvaluationCase[] = [];
  for (const cut of cutPoints(entries, options.cuts)) {
    const made = caseAt(session, { ...options, views, cut });
    if (made === undefined) continue;
    const sizes = entries.slice(0, cut).map((entry) => entry.tokens);
    const prefixTokens = sizes.reduce((sum, size) => sum + size, 0);
    const allTokens = tokens.slice(0, cut).reduce((sum, size) => sum + size, 0);
    cases.push({ ...made, prefixTokens, fixedTokens: allTokens - prefixTokens });
  }
  return cases;
}

interface CutSession {
  readonly views: readonly ItemView[];
  readonly cut: number;
  readonly meter: ItemMeter<object>;
  isCommon(string: string): boolean;
}

function caseAt(
  session: EvaluationSession,
  { views, cut, meter, isCommon }: CutSession,
): Omit<EvaluationCase, "prefixTokens" | "fixedTokens"> | undefined {
  const before = views.slice(0, cut);
  const fixed = [session.instructions ?? "", ...before.filter(isFixed).map(readableText)];
  const prefix = new TextIndex(before.filter((view) => !isFixed(view)).map(readableText));
  const later = views.slice(cut);
  const needed = neededStrings({ prefix, fixed: new TextIndex(fixed), later, isCommon });
  if (needed.length < LEAST_NEEDED) return undefined;
  const formsOf = pathForms(prefix.text);
  const items = session.items.slice(0, cut);
  return {
    session,
    cut,
    items,
    needed,
    formsOf,
    isBound: bindingTo(prefix.text, formsOf),
    checkIdentifiers: identifierCheck([...fixed, prefix.text, ...before.map(rawText)].join("\n")),
    sentences: userSentences(before),
    files: editedFiles(before),
    ages: ageReader(items, meter),
    facts: sessionFacts(before),
  };
}

/** A window may quote arguments as JSON, with their keys, and name calls by their ids. */
function rawText(view: ItemView): string {
  return view.calls.map((call) => `${call.callId} ${call.arguments}`).join("\n");
}
