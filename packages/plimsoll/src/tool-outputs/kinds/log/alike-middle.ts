/** Words of another text between two of its own do not part what a text says. */
const MOST_BETWEEN = 2;
const MOST_WORDS = 80;
const MOST_QUOTED = 3;
/** Less than this is not worth the marks. */
const LEAST_SAVED = 16;

/** What a text says that another, said like it, does not; undefined if that is nearly all of it, or nothing. */
export function alikeMiddle(text: string, other: string): string | undefined {
  const words = text.split(" ");
  if (words.length > MOST_WORDS) return undefined;
  const known = new Set(other.split(" ").map(bare));
  const spans: { from: number; to: number }[] = [];
  words.forEach((word, index) => {
    const plain = bare(word);
    if (plain === "" || known.has(plain)) return;
    const last = spans.at(-1);
    if (last !== undefined && index - last.to <= MOST_BETWEEN + 1) last.to = index;
    else spans.push({ from: index, to: index });
  });
  const said: string[] = [];
  for (const { from, to } of spans) {
    const part = words.slice(quoteStart(words, from, to), to + 1).join(" ");
    const isSaid = said.some((before) => bare(before).includes(bare(part)));
    if (!isSaid) said.push(part);
  }
  const middle = `…${said.join("…")}…`;
  return /\p{L}{2}/u.test(middle) && text.length - middle.length >= LEAST_SAVED ? middle : undefined;
}

/** Where the quotation begins that ends in the last of these words; `from` if none does. */
function quoteStart(words: readonly string[], from: number, to: number): number {
  const quote = /["'`]/.exec(words[to] ?? "")?.[0];
  if (
    quote === undefined ||
    (words
      .slice(from, to + 1)
      .join(" ")
      .split(quote).length -
      1) %
      2 ===
      0
  )
    return from;
  const least = Math.max(0, from - MOST_QUOTED);
  for (let index = from - 1; index >= least; index -= 1) if (words[index]?.includes(quote)) return index;
  return from;
}

/** Words without the signs around them. */
const bare = (word: string): string => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
