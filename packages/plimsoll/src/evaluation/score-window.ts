import type { ItemView } from "../conversation/item-view.js";
import { pairItems } from "../conversation/pairing.js";
import type { EvaluationCase } from "./evaluation-case.js";
import type { EvaluationRow } from "./evaluation-report.js";
import type { StringKind } from "./call-strings.js";
import { keptFacts } from "./kept-facts.js";
import { readableText } from "./readable-text.js";
import type { Tally } from "./tally.js";
import { TextIndex } from "./text-index.js";

const MAX_EXAMPLES = 20;

export type WindowScore = Omit<
  EvaluationRow,
  "session" | "cut" | "method" | "budget" | "targetTokens" | "tokens"
>;

/** What a window keeps of a case. A window over its budget keeps nothing. */
export function scoreWindow(
  subject: EvaluationCase,
  window: readonly ItemView[],
  { items, overBudget }: { readonly items: readonly object[]; readonly overBudget: boolean },
): WindowScore {
  const texts = window.map(readableText);
  const index = new TextIndex(texts);
  const kinds: Partial<Record<StringKind, Tally>> = {};
  const lost: string[] = [];
  let bound = 0;
  for (const string of subject.needed) {
    const visible =
      !overBudget &&
      (string.kind === "line"
        ? index.text.includes(string.text)
        : subject.formsOf(string).some((form) => index.has(form)));
    const tally = kinds[string.kind] ?? { kept: 0, all: 0 };
    kinds[string.kind] = { kept: tally.kept + Number(visible), all: tally.all + 1 };
    if (!visible) lost.push(string.text);
    else if (subject.isBound(string, index.text)) bound++;
  }
  const { all, invented } = subject.checkIdentifiers(index.text);
  return {
    recall: (subject.needed.length - lost.length) / subject.needed.length,
    boundRecall: bound / subject.needed.length,
    kinds,
    userSentences: shareIn(subject.sentences, overBudget ? "" : index.text),
    editedFiles: shareIn(subject.files, overBudget ? "" : index.text),
    identifiers: all,
    invented: invented.length,
    inventedExamples: invented.slice(0, MAX_EXAMPLES),
    overBudget,
    orphans: orphans(window),
    ages: subject.ages(items),
    facts: keptFacts(subject.facts, overBudget ? [] : texts, subject.items.length),
    lost: lost.slice(0, MAX_EXAMPLES),
  };
}

/** The score if no window could be made. */
export function scoreRefusal(subject: EvaluationCase, refused: string): WindowScore {
  return { ...scoreWindow(subject, [], { items: [], overBudget: false }), refused };
}

function shareIn(wanted: readonly string[], text: string): number | null {
  if (wanted.length === 0) return null;
  return wanted.filter((string) => text.includes(string)).length / wanted.length;
}

/** A prefix has no pending call, so in its window every call without a result is one too many. */
function orphans(views: readonly ItemView[]): number {
  const { orphanResults, duplicateCalls, missingResults, pending } = pairItems(views);
  return orphanResults.length + duplicateCalls.length + missingResults.length + pending.length;
}
