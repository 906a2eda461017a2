import type { ConstraintKind } from "../checkpoint/checkpoint.js";
import { remembered } from "../../text/remembered.js";
import { CUES } from "../cues/cues.js";
import { exactValues } from "./exact-values.js";
import { spokenWords } from "./spoken-words.js";
import { withoutTold } from "./without-told.js";

const LEAST_CHARACTERS = 3;

/** True if the words of a sentence ask or suppose; a question that asks for something politely does not. */
export const isQuestion = (sentence: string): boolean =>
  CUES.has("question form", sentence) ||
  CUES.has("supposition", sentence) ||
  (CUES.has("question", sentence) && !CUES.has("polite request", sentence));

/** An order that holds more than once: "Tag every release". */
const isStandingOrder = (sentence: string): boolean =>
  CUES.has("order", sentence) && CUES.has("standing word", sentence) && !CUES.has("one-off", sentence);

/** In which language or length to answer. */
const saysFormOfAnswers = (sentence: string): boolean =>
  (CUES.has("language name", sentence) || CUES.has("brevity", sentence)) &&
  CUES.has("answer", sentence) &&
  CUES.has("order", sentence);

/** Where a verb of an order may stand: so near the beginning of its sentence, or so near the end. */
const NEAR_BEGINNING = 16;
const NEAR_END = 12;

/** "Keep the old endpoint.", and not "Change it so that it keeps working". */
function keepsSomething(sentence: string): boolean {
  const found = CUES.find("keeping", sentence);
  if (found === undefined || CUES.has("one-off", sentence) || !CUES.has("order", sentence)) return false;
  return found.start <= NEAR_BEGINNING || found.end >= sentence.length - NEAR_END;
}

/** An order with its exact details: "Book the 09:40 flight". */
const isExactCommission = (sentence: string): boolean =>
  (CUES.has("commission", sentence) || CUES.has("order", sentence)) &&
  !CUES.has("one-off", sentence) &&
  exactValues(sentence).some(({ slot }) => slot !== "language" && !slot.startsWith("number"));

/** What no longer holds, what may be done from now on, another value: "You can push to main now". */
const saysWhatChanged = (sentence: string): boolean =>
  CUES.has("release", sentence) ||
  (CUES.has("permission", sentence) &&
    (CUES.has("new state", sentence) || CUES.has("correction", sentence))) ||
  (CUES.has("changed value", sentence) && exactValues(sentence).length > 0);

/** What binds, and not only as a wish. */
function bindingKind(sentence: string): Exclude<ConstraintKind, "preference"> | undefined {
  if (CUES.has("acceptance", sentence)) return "acceptance";
  if (CUES.has("limit", sentence)) return "limit";
  if (CUES.has("rule", sentence) || CUES.has("advice", sentence)) return "rule";
  if (isStandingOrder(sentence) || saysFormOfAnswers(sentence) || keepsSomething(sentence)) return "rule";
  return CUES.has("territory", sentence) ? "rule" : undefined;
}

function kindOf(sentence: string): ConstraintKind | undefined {
  const kind = bindingKind(sentence);
  if (kind !== undefined) return kind;
  if (CUES.has("preference", sentence) || CUES.has("own fact", sentence)) return "preference";
  return isExactCommission(sentence) || saysWhatChanged(sentence) ? "preference" : undefined;
}

function kindBy<K extends ConstraintKind>(
  text: string,
  read: (sentence: string) => K | undefined,
): K | undefined {
  const sentence = spokenWords(text);
  if (sentence.length < LEAST_CHARACTERS || isQuestion(sentence)) return undefined;
  const kind = read(sentence);
  if (kind === undefined) return undefined;
  const demanded = withoutTold(sentence);
  return demanded === sentence ? kind : read(demanded);
}

/** The kind of constraint in a user's sentence; undefined if it binds nothing. */
export const constraintKind: (text: string) => ConstraintKind | undefined = remembered((text) =>
  kindBy(text, kindOf),
);

/** True if a sentence binds more strongly than a preference or a fact about its speaker. */
export const isBinding: (text: string) => boolean = remembered(
  (text) => kindBy(text, bindingKind) !== undefined,
);

/**
 * True if a sentence only says how something is done best. It binds if the user says it; in a long text it is one
 * piece of advice among many.
 */
export function isAdvice(text: string): boolean {
  const sentence = spokenWords(text);
  const binds = (["acceptance", "limit", "rule"] as const).some((name) => CUES.has(name, sentence));
  return !binds && CUES.has("advice", sentence);
}
