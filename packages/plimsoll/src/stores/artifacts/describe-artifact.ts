import { countLines } from "../../text/count-lines.js";
import { sha256 } from "../../text/sha256.js";

const ID_DIGITS = 32;

/** Facts derived from a text. */
export interface ArtifactDescription {
  readonly id: string;
  readonly characters: number;
  readonly lines: number;
}

export function describeArtifact(text: string, salt = ""): ArtifactDescription {
  return { id: artifactId(text, salt), characters: text.length, lines: countLines(text) };
}

/** `art_` and 128 bits of SHA-256 over the text; with a secret salt, nobody can confirm a guessed text. */
export function artifactId(text: string, salt = ""): string {
  return `art_${sha256(salt + text).slice(0, ID_DIGITS)}`;
}
