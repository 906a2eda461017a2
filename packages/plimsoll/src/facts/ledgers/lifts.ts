import type { ConstraintKind } from "../checkpoint/checkpoint.js";
import { remembered } from "../../text/remembered.js";
import { CUES } from "../cues/cues.js";
import { isQuestion } from "./constraint-kind.js";
import { isNegative } from "./is-negative.js";
import { spokenWords } from "./spoken-words.js";
import { namedAgain, subjectWords } from "./subject-words.js";
import { withoutTold } from "./without-told.js";

/** A sentence of the user's, and what kind of rule it is. */
interface Sentence {
  readonly text: string;
  readonly kind: ConstraintKind | undefined;
}

/** A sentence is compared with many before it. */
const REMEMBERED_SENTENCES = 16;

/** The user's own words in a sentence, if they open something up: neither a question nor what somebody else said. */
const opened: (text: string) => string | undefined = remembered((text) => {
  const spoken = spokenWords(text);
  const allows = (["allowance", "permission", "release", "switching on"] as const).some((name) =>
    CUES.has(name, spoken),
  );
  if (!allows || isQuestion(spoken)) return undefined;
  const said = withoutTold(spoken);
  return said === "" || (CUES.has("sight", said) && !CUES.has("removal", said)) ? undefined : said;
}, REMEMBERED_SENTENCES);

/** Of what a rule with one way speaks of, the way itself is another one now. */
const HALF = 0.5;
const QUARTER = 0.25;

/**
 * Whether a sentence opens up what an earlier one closed, by what both speak of and by their polarity: "Don't run the
 * migrations", "The migrations can run now". What was forbidden must be named whole: staging is not production.
 */
export function lifts(later: Sentence, earlier: Sentence): "no" | "likely" | "sure" {
  const said = opened(later.text);
  if (said === undefined) return "no";
  const { shared, share } = namedAgain(said, earlier.text);
  if (shared === 0 && !areOfAnswers(said, earlier.text)) return "no";
  if (CUES.has("keeping", earlier.text)) return share === 1 && turnsRound(said) ? "sure" : "no";
  if (share === 1 && allowsForbidden(said, earlier.text)) return "sure";
  return widens(said, earlier, share) || opensOtherWay(said, earlier.text, share) ? "likely" : "no";
}

/** Words that a sentence may have besides those of the rule, if it does not say that something is new. */
const MOST_OTHER_WORDS = 1;

/** A description of what can happen is no permission: "Careful, the script can delete rows in production". */
function allowsForbidden(said: string, rule: string): boolean {
  if (!isNegative(rule)) return false;
  if (CUES.has("release", said)) return true;
  if (isNegative(said)) return false;
  const isSaidSo = CUES.has("permission", said) || CUES.has("new state", said);
  return isSaidSo || subjectWords(said).size <= subjectWords(rule).size + MOST_OTHER_WORDS;
}

/** "Answer in one sentence", "Longer answers are fine now". */
function widens(said: string, { text, kind }: Sentence, share: number): boolean {
  if (!CUES.has("going beyond", said) || !(kind === "limit" || hasMeasure(text))) return false;
  return share >= HALF || areOfAnswers(said, text);
}

/** "Deploy only to staging", "You can deploy to production too"; "Ask me before you install", "No need to ask". */
function opensOtherWay(said: string, rule: string, share: number): boolean {
  if (!CUES.has("asks first", rule)) return false;
  if (CUES.has("release", said) && CUES.has("asks first", said)) return true;
  const isOfNow = CUES.has("new state", said) || CUES.has("addition", said);
  return share >= (isOfNow ? QUARTER : HALF);
}

/** What was kept goes, or what was kept off goes on. */
const turnsRound = (said: string): boolean => CUES.has("removal", said) || CUES.has("switching on", said);

const hasMeasure = (text: string): boolean => CUES.has("brevity", text) || /\p{N}/u.test(text);

const areOfAnswers = (one: string, other: string): boolean =>
  CUES.has("answer", one) && CUES.has("answer", other);
