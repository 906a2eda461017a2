import { looksLikeToken } from "./assigned-value.js";

const SENSITIVE_KEY =
  /(?:passw(?:or)?d|passphrase|secret|token|(?:api|access|private|secret)[_-]?key|authorization)$/i;

const TOKEN_OWNER = /(?:access|refresh|auth|session|bearer|api|bot|user|id)$/i;

/** True if `token` at this place of a name is a word of its own: in `accessToken`, not in `tiktoken`. */
export function isTokenWord(text: string, start: number): boolean {
  const before = text.charAt(start - 1);
  if (!/[a-z]/i.test(before)) return true;
  const camelCase = text.charAt(start) === "T" && before === before.toLowerCase();
  return camelCase || TOKEN_OWNER.test(text.slice(Math.max(0, start - 8), start));
}

/** True if `token` at this place is the whole name: whose token, and whether it is one, nobody says. */
export function isBareToken(text: string, start: number): boolean {
  return !/[\w-]/.test(text.charAt(start - 1));
}

/** The kind of secret that a value under this key is, or undefined. Under `token` alone the value decides. */
export function sensitiveKeyKind(key: string, value: string): string | undefined {
  const name = key.length > 128 ? key.slice(-128) : key;
  const match = SENSITIVE_KEY.exec(name);
  if (match === null) return undefined;
  const word = match[0].toLowerCase();
  if (word === "token") {
    if (isBareToken(name, match.index) && !looksLikeToken(value)) return undefined;
    return isTokenWord(name, match.index) ? "token" : undefined;
  }
  if (word.startsWith("passw") || word === "passphrase") return "password";
  return word === "authorization" ? word : "secret";
}
