import { producerFacts } from "./evidence-header.js";
import type { FileRead } from "./file-read.js";
import { outputSize, payloadLines } from "./output-size.js";
import { containsExtent, isWholeFile, sameExtent } from "./read-extent.js";

/** A read and its output. */
export interface ReadOutput {
  readonly read: FileRead;
  readonly text: string;
}

/** An output this much shorter than the one before is a notice or an error rather than the file. */
const SHRUNK = 4;
const ERROR_CHARACTERS = 400;
const ERROR =
  /\b(?:error|no such file|not found|does not exist|cannot|can't|unable|denied|is a directory|enoent|eacces|unchanged)\b/i;
const CUT_SHORT = /truncated|omitted|more (?:lines|characters|bytes)|output limit/i;

/** True if a read failed, or gave a notice in place of the file. */
export function isFailedRead(text: string): boolean {
  if (text.length <= ERROR_CHARACTERS && ERROR.test(text)) return true;
  return producerFacts(text).some((fact) => /^exit code (?!0$)/.test(fact));
}

/**
 * True if the later read of the same file shows everything the earlier one requested: the same part, or a larger
 * one shown in full. False if in doubt: a superfluous output costs tokens, a wrong note costs the model its file.
 */
export function coversRead(later: ReadOutput, earlier: ReadOutput): boolean {
  const alike = later.read.dialect === earlier.read.dialect;
  const [outer, inner] = [later.read.extent, earlier.read.extent];
  const same = alike && sameExtent(outer, inner);
  if (!same && !(alike ? containsExtent(outer, inner) : isWholeFile(outer))) return false;
  const [size, before] = [outputSize(later.text), outputSize(earlier.text)];
  if (size.characters * SHRUNK < before.characters) return false;
  if (same) return true;
  if (size.bounded || CUT_SHORT.test(later.text)) return false;
  const shown = payloadLines(later.text);
  const shownBefore = before.bounded ? before.lines : payloadLines(earlier.text);
  if (outer.kind !== "lines" || inner.kind !== "lines") return shown >= shownBefore;
  const lastBefore = Math.min(inner.last, Math.max(1, inner.first) + shownBefore - 1);
  return Math.max(1, outer.first) + shown - 1 >= lastBefore;
}
