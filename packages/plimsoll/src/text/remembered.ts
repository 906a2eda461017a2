const MOST = 2_000;
const MOST_CHARACTERS = 1_000;

/** The same function of a text, which answers what it was asked lately from memory. Texts that are long are read anew. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  let newer = new Map<string, T>();
  let older = new Map<string, T>();
  return (text) => {
    if (text.length > MOST_CHARACTERS) return read(text);
    if (newer.has(text)) return newer.get(text) as T;
    const answer = older.has(text) ? (older.get(text) as T) : read(text);
    if (newer.size >= MOST) [older, newer] = [newer, new Map()];
    newer.set(text, answer);
    return answer;
  };
}
