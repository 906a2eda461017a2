import { looksLikeToken } from "./looks-random.js";

const SENSITIVE_KEY =
  /(?:passw(?:or)?d|passphrase|passcode|pwd|pass|secret|token|(?:api|access|private|secret|account|encryption|signing|master|shared)[_-]?key|authorization|cookie)$/i;

const TOKEN_OWNER = /(?:access|refresh|auth|session|bearer|api|bot|user|id)$/i;

/** True if `token` at this position of a name is a separate word: in `accessToken`, not in `tiktoken`. */
export function isTokenWord(text: string, start: number): boolean {
  const before = text.charAt(start - 1);
  if (!/[a-z]/i.test(before)) return true;
  const camelCase = text.charAt(start) === "T" && before === before.toLowerCase();
  return camelCase || TOKEN_OWNER.test(text.slice(Math.max(0, start - 8), start));
}

/**
 * True if `token` at this position is the whole name, which does not say whose token it is, or whether it is one.
 */
export function isBareToken(text: string, start: number): boolean {
  return !/[\w-]/.test(text.charAt(start - 1));
}

/** True if `pass` ends a longer name: `DB_PASS`, `smtpPass`, `--pass`; alone it is what a test does. */
export function isPassWord(text: string, start: number): boolean {
  const before = text.charAt(start - 1);
  if (/[_-]/.test(before)) return /[A-Za-z0-9-]/.test(text.charAt(start - 2));
  return text.charAt(start) === "P" && /[a-z]/.test(before);
}

const MAX_KEY = 128;

const endOfName = (key: string): string => (key.length > MAX_KEY ? key.slice(-MAX_KEY) : key);

/** True for a key whose value may be a secret because of it. */
export function isSensitiveKey(key: string): boolean {
  return SENSITIVE_KEY.test(endOfName(key));
}

/** The kind of secret that a value under this key is, or undefined. Under `token` alone the value decides. */
export function sensitiveKeyKind(key: string, value: string): string | undefined {
  const name = endOfName(key);
  const match = SENSITIVE_KEY.exec(name);
  if (match === null) return undefined;
  const word = match[0].toLowerCase();
  if (word === "token") {
    if (isBareToken(name, match.index) && !looksLikeToken(value)) return undefined;
    return isTokenWord(name, match.index) ? "token" : undefined;
  }
  if (word === "pass") return isPassWord(name, match.index) ? "password" : undefined;
  if (word === "cookie") return /=/.test(value) ? "cookie" : undefined;
  if (word.startsWith("passw") || word === "passphrase" || word === "passcode" || word === "pwd")
    return "password";
  return word === "authorization" ? word : "secret";
}
