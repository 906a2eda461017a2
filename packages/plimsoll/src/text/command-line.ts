const MAX_WORDS = 1_000;
const NEEDS_QUOTES = /[\s"'$|;&<>()]/;

/** An argument vector as one command line; the script itself where it is `sh -c script`. */
export function commandLine(words: readonly string[]): string {
  const script = words[2];
  if (words.length === 3 && script !== undefined && /^-l?i?c$/.test(words[1] ?? "")) return script;
  return words
    .slice(0, MAX_WORDS)
    .map((word) => (NEEDS_QUOTES.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word))
    .join(" ");
}
