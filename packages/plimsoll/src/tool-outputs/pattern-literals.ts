const MAX_LITERALS = 8;
const MIN_LITERAL_CHARACTERS = 2;
/** Escapes for a class or a position, not for a character. */
const CLASS_ESCAPE = /[bBdDwWsSnrtAzZpPkK0-9<>]/;

/**
 * The exact strings that a match of the pattern contains, one per alternative, the longest of each; the pattern
 * itself where it is `fixed`. Empty if the pattern fixes no string of two characters.
 */
export function patternLiterals(pattern: string, fixed: boolean): readonly string[] {
  const bounded = pattern.slice(0, 2_000);
  if (fixed)
    return bounded
      .split("\n")
      .filter((part) => part !== "")
      .slice(0, MAX_LITERALS);
  const literals = new Set<string>();
  for (const part of splitAlternatives(bounded)) {
    const runs = literalRuns(part).filter((run) => run.trim().length >= MIN_LITERAL_CHARACTERS);
    const longest = runs.sort((left, right) => right.length - left.length)[0];
    if (longest !== undefined) literals.add(longest);
  }
  // An odd pattern may be an exact string after all, such as one with brackets in it.
  if (bounded.length >= MIN_LITERAL_CHARACTERS) literals.add(bounded);
  return [...literals].sort((left, right) => right.length - left.length).slice(0, MAX_LITERALS);
}

/** Parts between `|` or `\|`; groups are opened so that `(a|b)c` gives `a` and `b)c`. */
function splitAlternatives(pattern: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === "\\") {
      if (pattern.charAt(index + 1) === "|") {
        parts.push(pattern.slice(start, index));
        start = index + 2;
      }
      index += 1;
    } else if (character === "|") {
      parts.push(pattern.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(pattern.slice(start));
  return parts;
}

function literalRuns(part: string): string[] {
  const runs: string[] = [];
  let run = "";
  const flush = (): void => {
    if (run !== "") runs.push(run);
    run = "";
  };
  for (let index = 0; index < part.length; index += 1) {
    const character = part.charAt(index);
    if (character === "\\") {
      index += 1;
      const escaped = part.charAt(index);
      if (CLASS_ESCAPE.test(escaped)) flush();
      else run += escaped;
    } else if (character === "[") {
      flush();
      const end = part.indexOf("]", index + 2);
      index = end === -1 ? part.length : end;
    } else if (character === "{") {
      run = run.slice(0, -1);
      flush();
      const end = part.indexOf("}", index + 1);
      if (end !== -1) index = end;
    } else if (character === "*" || character === "?") {
      run = run.slice(0, -1);
      flush();
    } else if (/[.+^$()]/.test(character)) {
      flush();
    } else {
      run += character;
    }
  }
  flush();
  return runs;
}
