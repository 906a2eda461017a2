import type { Cue, WordList } from "./cue.js";
import type { CueName, WordListName } from "./cue-name.js";
import type { TextTraits } from "./text-traits.js";

/** Tells the texts that may be in a language. */
export interface Writing {
  test(text: string, traits: TextTraits): boolean;
}

/** Everything that marks something in one language. A language is one file; `CUE_LANGUAGES` lists them. */
export interface CueLanguage {
  readonly name: string;
  /** Patterns before and after whole words. Empty for languages without blanks between words. */
  readonly edges: readonly [before: string, behind: string];
  /** All texts may be in the language if it is absent. */
  readonly writing?: Writing;
  /** The lists behind `{name}` in words and patterns, with commas between alternatives. */
  readonly lists?: Readonly<Record<string, string>>;
  readonly cues: Readonly<Partial<Record<CueName, readonly Cue[]>>>;
  readonly wordLists?: Readonly<Partial<Record<WordListName, WordList>>>;
}
