import { CUES } from "../../facts/cues/cues.js";
import { isCorrection } from "../../facts/ledgers/is-correction.js";

/** True for a sentence that makes an earlier one untrue: shown without it, the earlier one misleads. */
export const changesWhatWasSaid = (sentence: string): boolean =>
  isCorrection(sentence) || CUES.has("new state", sentence);
