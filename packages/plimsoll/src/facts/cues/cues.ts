import { CUE_LANGUAGES } from "./cue-languages.js";
import { CueTable } from "./cue-table.js";

/** The cues of all languages, compiled on first use. */
export const CUES: CueTable = new CueTable(CUE_LANGUAGES);
