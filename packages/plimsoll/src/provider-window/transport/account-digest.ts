import { isRecord } from "../../text/is-record.js";
import { sha256 } from "../../text/sha256.js";

/** The claim of a ChatGPT login. */
const AUTH_CLAIM = "https://api.openai.com/auth";
const MAX_TOKEN_CHARACTERS = 16_384;

/**
 * A name for an account that reveals nothing about its credentials. A token that is issued anew again and again
 * counts as the account that it names.
 */
export function accountDigest(credentials: readonly (string | null | undefined)[]): string {
  const given = credentials.map((part) => subjectOf(part ?? ""));
  return given.every((part) => part === "") ? "anonymous" : `acct_${sha256(given.join("\n")).slice(0, 24)}`;
}

/** Whom a JSON web token was issued for; any other key as it is. */
function subjectOf(key: string): string {
  const parts = key.replace(/^Bearer /, "").split(".");
  if (parts.length !== 3 || key.length > MAX_TOKEN_CHARACTERS) return key;
  const claims = claimsOf(parts[1] ?? "");
  const auth = claims[AUTH_CLAIM];
  const account = isRecord(auth) ? auth["chatgpt_account_id"] : undefined;
  if (isName(account)) return `chatgpt\n${account}`;
  const { iss: issuer, sub: subject } = claims;
  return isName(issuer) && isName(subject) ? `${issuer}\n${subject}` : key;
}

const isName = (value: unknown): value is string => typeof value === "string" && value !== "";

function claimsOf(part: string): Readonly<Record<string, unknown>> {
  try {
    const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(claims) ? claims : {};
  } catch {
    return {};
  }
}
