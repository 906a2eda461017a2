import { CHINESE } from "./chinese.js";
import { CLAIMS } from "./claims.js";
import type { CueLanguage } from "./cue-language.js";
import { ENGLISH } from "./english.js";
import { FRENCH } from "./french.js";
import { GERMAN } from "./german.js";
import { HINDI } from "./hindi.js";
import { JAPANESE } from "./japanese.js";
import { KOREAN } from "./korean.js";
import { PORTUGUESE } from "./portuguese.js";
import { PROGRAMS } from "./programs.js";
import { RUSSIAN } from "./russian.js";
import { SPANISH } from "./spanish.js";

/** The languages with cues. Add a language as a new file and an entry here. */
export const CUE_LANGUAGES: readonly CueLanguage[] = [
  ENGLISH,
  CHINESE,
  GERMAN,
  FRENCH,
  SPANISH,
  JAPANESE,
  KOREAN,
  PORTUGUESE,
  RUSSIAN,
  HINDI,
  PROGRAMS,
  CLAIMS,
];
