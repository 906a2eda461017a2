const MOST = 1_000;
const MOST_CHARACTERS = 1_000;

/** The same function of a text, which answers what it was asked lately from memory. Texts that are long are read anew. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > MOST_CHARACTERS) return read(text);
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    if (known.size >= MOST) known.clear();
    const answer = read(text);
    known.set(text, answer);
    return answer;
  };
}
