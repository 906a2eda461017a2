const MAX_REASON = 300;
const MIN_SECRET = 4;

/** One short line of a server's text, without the key. */
export function printableReason(text: string, key: string): string {
  const hidden = key.length >= MIN_SECRET ? text.replaceAll(key, "[key]") : text;
  return hidden.replace(/\s+/g, " ").slice(0, MAX_REASON);
}
