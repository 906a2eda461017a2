const START =
  /\b(?:fatal error|error|fatal|panic|critical|warn(?:ing)?|E[A-Z]{3,}\b|[A-Z]\w*(?:Error|Exception))/i;
const QUOTED = /'[^']{0,200}'|"[^"]{0,200}"|`[^`]{0,200}`|‘[^’]{0,200}’/g;
const PATH = /\S*[\\/]\S+/g;
const SIGNATURE_CHARACTERS = 160;

/** What kinds of problem lines have in common: the text from the first word of trouble on, without what varies. */
export function problemSignature(line: string): string {
  const errno = /= -1 (E[A-Z]+)/.exec(line)?.[1];
  if (errno !== undefined) return errno;
  const at = START.exec(line)?.index ?? 0;
  return line
    .slice(at, at + SIGNATURE_CHARACTERS * 2)
    .replace(QUOTED, "''")
    .replace(PATH, "/")
    .replace(/\d+/g, "0")
    .slice(0, SIGNATURE_CHARACTERS);
}
