import type { RE2JS } from "re2js";
import type { Span } from "./secret-rule.js";

export interface SearchResult {
  readonly spans: Span[];
  /** Where the search gave up; what follows was not looked at. */
  readonly exhaustedAt?: number;
}

/**
 * One search is linear, but a pattern such as `(?s)a.*x|a` reads to the end of the text for every match,
 * which makes all of them together quadratic. So every search is charged what it may have read at most.
 */
const STEPS_PER_CHARACTER = 64;
const FREE_STEPS = 20_000_000;
/** Once half of the steps are gone, searches look this far only. */
const WINDOW = 512;

/** The first match in `text` from `from` on that needs nothing at or after `to`. */
function findWithin(pattern: RE2JS, text: string, range: Span): Span | undefined {
  // One character of context before the range keeps `^` and `\b` what they are in the whole text.
  const offset = Math.max(0, range.start - 1);
  const matcher = pattern.matcher(text.slice(offset, range.end));
  if (!matcher.find(range.start - offset)) return undefined;
  return { start: offset + matcher.start(), end: offset + matcher.end() };
}

/** As `boundedSearch`, but every look goes only so far; a match at the edge of a look is followed. */
export function searchWindows(
  pattern: RE2JS,
  text: string,
  options: { from: number; steps: number },
): SearchResult {
  const spans: Span[] = [];
  let { from: position, steps } = options;
  let width = WINDOW;
  while (position < text.length) {
    if (steps <= 0) return { spans, exhaustedAt: position };
    const end = Math.min(text.length, position + width);
    steps -= end - position;
    const found = findWithin(pattern, text, { start: position, end });
    if (found === undefined) {
      position = end === text.length ? end : position + width / 2;
      width = WINDOW;
    } else if (found.end === end && end < text.length) {
      position = found.start;
      width *= 4;
    } else {
      if (found.end > found.start) spans.push(found);
      position = Math.max(found.end, position + 1);
      width = WINDOW;
    }
  }
  return { spans };
}

/** How many steps a search in a text of this length may take. */
function stepsFor(text: string): number {
  return STEPS_PER_CHARACTER * text.length + FREE_STEPS;
}

/** Every match that is not empty, in a bounded number of steps. */
export function boundedSearch(pattern: RE2JS, text: string, allSteps: number = stepsFor(text)): SearchResult {
  const half = allSteps / 2;
  const spans: Span[] = [];
  const matcher = pattern.matcher(text);
  let steps = half;
  let position = 0;
  while (matcher.find()) {
    if (matcher.end() > matcher.start()) spans.push({ start: matcher.start(), end: matcher.end() });
    steps -= text.length - position;
    position = Math.max(matcher.end(), position);
    if (steps > 0) continue;
    const rest = searchWindows(pattern, text, { from: position, steps: half });
    return { ...rest, spans: spans.concat(rest.spans) };
  }
  return { spans };
}
