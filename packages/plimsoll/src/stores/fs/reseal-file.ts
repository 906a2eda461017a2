import { readFile } from "node:fs/promises";
import type { ArtifactCipher } from "../artifacts/artifact-cipher.js";
import { replaceFile } from "./write-file-atomically.js";
import { resealBytes } from "../artifacts/reseal-bytes.js";
import type { ResealOutcome } from "../artifacts/reseal-report.js";
import { isMissing } from "./is-missing.js";

/** A file of sealed bytes, and what they are bound to. */
export interface SealedFile {
  readonly path: string;
  readonly context: string;
  readonly cipher: ArtifactCipher;
  readonly fsync: boolean;
}

/** Seals the bytes of a file under the first key. Undefined if there is no such file, or nothing in it. */
export async function resealFile({
  path,
  context,
  cipher,
  fsync,
}: SealedFile): Promise<ResealOutcome | undefined> {
  const sealed = await readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  // A file that was never filled before the machine went down says nothing.
  if (sealed === undefined || sealed.length === 0) return undefined;
  if (cipher.isCurrent(sealed)) return "current";
  const resealed = await resealBytes(cipher, sealed, context);
  if (!resealed) return "unreadable";
  return (await replaceFile(path, resealed, fsync)) ? "resealed" : undefined;
}
