import { exactStrings } from "../text/exact-strings.js";

/** What a compaction says about itself: how much it left out, and the id to read it with. */
const OWN_WORDS =
  /\b\d{1,12} (?:of \d{1,12} )?(?:archived items|items|characters|chars|lines|tokens)\b|\bitem_[0-9a-f]{32}\b/g;
/** Strings that never occur as a whole are searched inside others, up to this many. */
const MAX_SEARCHES = 500;

export interface IdentifierCheck {
  readonly all: number;
  /** Those that occur nowhere in the source. */
  readonly invented: readonly string[];
}

/** Checks the identifiers, paths and numbers of a window against the text that it was made from. */
export function identifierCheck(source: string): (window: string) => IdentifierCheck {
  const known = exactTokens(source);
  return (window) => {
    const tokens = exactTokens(window.replace(OWN_WORDS, " "));
    const unknown = [...tokens].filter((token) => !known.has(token));
    const invented = unknown.filter((token, index) => index >= MAX_SEARCHES || !source.includes(token));
    return { all: tokens.size, invented };
  };
}

const exactTokens = (text: string): Set<string> => new Set(exactStrings(text).map(({ value }) => value));
