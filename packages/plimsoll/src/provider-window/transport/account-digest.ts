import { sha256 } from "../../text/sha256.js";

/** A name for an account that reveals nothing about its credentials. */
export function accountDigest(credentials: readonly (string | null | undefined)[]): string {
  const given = credentials.map((part) => part ?? "");
  return given.every((part) => part === "") ? "anonymous" : `acct_${sha256(given.join("\n")).slice(0, 24)}`;
}
