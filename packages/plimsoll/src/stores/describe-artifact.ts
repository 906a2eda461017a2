import { sha256 } from "../conversation/sha256.js";

const LONE_SURROGATE = /\p{Surrogate}/u;
const ID_DIGITS = 32;

/** What a text says about itself. */
export interface ArtifactDescription {
  readonly id: string;
  readonly characters: number;
  readonly lines: number;
}

export function describeArtifact(text: string, salt = ""): ArtifactDescription {
  return { id: artifactId(text, salt), characters: text.length, lines: countLines(text) };
}

/** `art_` and 128 bits of SHA-256 over the text; with a secret salt, nobody can confirm a text they guess. */
export function artifactId(text: string, salt = ""): string {
  // UTF-8 makes all lone surrogates equal, so such a text is hashed as JSON, and the other half of the digest
  // is taken: a text that spells that JSON out has another id.
  const digits = isWellFormed(text)
    ? sha256(salt + text).slice(0, ID_DIGITS)
    : sha256(salt + JSON.stringify(text)).slice(ID_DIGITS);
  return `art_${digits}`;
}

/** False for a text with a lone surrogate, which UTF-8 cannot hold. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/** Lines as a person counts them: a line break ends a line, and what follows the last one is a line if it is not empty. */
function countLines(text: string): number {
  let lines = 0;
  let from = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
    lines += 1;
    from = at + 1;
  }
  return from < text.length ? lines + 1 : lines;
}
