/** A repetition that the JavaScript engine writes out: `?`, `{0,2}`, `{0,3}`. */
const SHORT_REPETITION = /^(?:\?|\{0,[23]\})/;
const PLAIN_GROUP = "(?:";

/**
 * The same regular expression, with a group inside each repeated group that may occur a few times. The engine compiles
 * a short repetition as so many copies of it, and up to ten copies of all that follows; one with a group inside stays a loop.
 * Long lists of words compile in a fraction of the time and the memory.
 */
export function withLoops(source: string): string {
  const parts: string[] = [];
  const opened: number[] = [];
  let isClass = false;
  for (let index = 0; index < source.length; index += 1) {
    const sign = source.charAt(index);
    parts.push(sign === "\\" ? source.slice(index, index + 2) : sign);
    if (sign === "\\") index += 1;
    else if (isClass || sign === "[") isClass = sign !== "]";
    else if (sign === "(") opened.push(parts.length - 1);
    else if (sign === ")") closeGroup(parts, opened.pop() ?? 0, source.slice(index + 1, index + 6));
  }
  return parts.join("");
}

/** Puts a group into the one that was opened at `start` and ends here, if that is repeated. */
function closeGroup(parts: string[], start: number, follows: string): void {
  const isPlain = parts.slice(start, start + PLAIN_GROUP.length).join("") === PLAIN_GROUP;
  if (!isPlain || !SHORT_REPETITION.test(follows)) return;
  parts[start + PLAIN_GROUP.length - 1] = ":(";
  parts[parts.length - 1] = "))";
}
