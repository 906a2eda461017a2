import { StringFinder } from "../../../text/string-finder.js";
import { errorKey } from "./error-key.js";
import type { TestName } from "./test-name.js";

const SHORTEST_NAME = 5;
const OFTEN = 3;
const WORD = /\p{L}{2,}/gu;
const FEW_WORDS = 2;
const MOST_LOOKS = 1_000;

/**
 * The keys of errors that say no more than that a test failed: the name of a failing test, with hardly a word around it
 * or with the words that others have around theirs.
 */
export function echoKeys(
  failing: readonly TestName[],
  errors: ReadonlyMap<string, string>,
): readonly string[] {
  const leaves = failing.map(({ leaf }) => leaf).filter((leaf) => leaf.length >= SHORTEST_NAME);
  const firstIn = finderOfFirst(leaves, errors.size);
  const around = new Map<string, string[]>();
  for (const [key, text] of errors) {
    const leaf = firstIn(text);
    if (leaf === undefined) continue;
    const rest = errorKey(text).replaceAll(leaf, " ").replace(/\d+/g, "0");
    const keys = around.get(rest);
    if (keys === undefined) around.set(rest, [key]);
    else keys.push(key);
  }
  return [...around].flatMap(([rest, keys]) =>
    keys.length >= OFTEN || (rest.match(WORD)?.length ?? 0) < FEW_WORDS ? keys : [],
  );
}

/** Finds the first of the names that stand in a text. */
function finderOfFirst(names: readonly string[], texts: number): (text: string) => string | undefined {
  // A few are found sooner one by one than by what looks for all of them at once, which has to be made first.
  if (names.length * texts <= MOST_LOOKS) return (text) => names.find((name) => text.includes(name));
  const finder = new StringFinder(names);
  return (text) => {
    let first = names.length;
    finder.scan(text, (index) => {
      first = Math.min(first, index);
    });
    return names[first];
  };
}
