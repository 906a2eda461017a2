import { RE2JS } from "re2js";
import { CompactError } from "../errors/compact-error.js";
import { boundedSearch, type SearchResult } from "./bounded-search.js";

const MAX_PATTERN_LENGTH = 1000;

const ALLOWED =
  `allowed: RE2 syntax of at most ${MAX_PATTERN_LENGTH} characters, ` +
  "flags such as (?i) included, without lookaround and backreferences";

/** A user's pattern on an engine that is linear by construction. */
export interface CompiledPattern {
  search(text: string): SearchResult;
  /** True if the pattern matches the whole text. */
  matchesAll(text: string): boolean;
}

const NOTHING: SearchResult = { spans: [] };

function unsafe(pattern: string, reason: string): CompactError {
  const shown = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
  return new CompactError("UNSAFE_PATTERN", `Pattern ${JSON.stringify(shown)} ${reason}; ${ALLOWED}.`, {
    details: { pattern: shown },
  });
}

/** Compiles a pattern; throws `UNSAFE_PATTERN` with the pattern and what is allowed. */
export function compilePattern(pattern: string): CompiledPattern {
  if (pattern.length === 0) throw unsafe(pattern, "is empty");
  if (pattern.length > MAX_PATTERN_LENGTH) throw unsafe(pattern, `has ${pattern.length} characters`);
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch (error) {
    throw unsafe(pattern, `does not compile (${error instanceof Error ? error.message : String(error)})`);
  }
  return {
    // The yes-or-no question runs on the automaton, many times faster than the search for positions.
    search: (text) => (compiled.test(text) ? boundedSearch(compiled, text) : NOTHING),
    matchesAll: (text) => compiled.testExact(text),
  };
}
