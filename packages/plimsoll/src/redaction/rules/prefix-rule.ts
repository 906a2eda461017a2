import type { SecretRule } from "../secret-rule.js";

/**
 * kind, its prefix, what follows (a regular expression), an example, and a look-alike that is not a secret.
 */
export type PrefixRow = readonly [
  kind: string,
  prefix: string,
  body: string,
  example: string,
  lookAlike: string,
];

const SPECIAL = /[.*+?^${}()|[\]\\/-]/g;

/** Where a body has a fixed length, nothing of the kind may follow. */
export const WORD_END = "(?![A-Za-z0-9])";

/** A secret with a known prefix. */
export function prefixRule([kind, prefix, body, example, lookAlike]: PrefixRow): SecretRule {
  return {
    kind,
    anchors: [prefix.toLowerCase()],
    wordStart: true,
    anyCase: false,
    pattern: prefix.replace(SPECIAL, "\\$&") + body,
    example,
    lookAlike,
  };
}
