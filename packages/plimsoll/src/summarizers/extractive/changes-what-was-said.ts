import { isCorrection } from "../../facts/ledgers/constraint-kind.js";

/** Words by which a sentence gives something a new state without taking anything back. */
const NEW_STATE =
  /\b(?:is|are|has|have|goes|go) now\b|\bfrom now on\b|现在是|从现在(?:起|开始)|今后|\bab jetzt\b|これから/i;

/** True for a sentence that makes an earlier one untrue: shown without it, the earlier one misleads. */
export const changesWhatWasSaid = (sentence: string): boolean =>
  isCorrection(sentence) || NEW_STATE.test(sentence);
