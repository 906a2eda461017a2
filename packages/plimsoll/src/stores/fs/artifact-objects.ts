import { randomUUID } from "node:crypto";
import { type FileHandle, open, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { CompactError } from "../../errors/compact-error.js";
import { artifactBytes, artifactText } from "../artifacts/artifact-bytes.js";
import { type ArtifactCipher, isSealed, SEAL_HEAD_BYTES } from "../artifacts/artifact-cipher.js";
import { artifactId } from "../artifacts/describe-artifact.js";
import { resealFile } from "./reseal-file.js";
import { removeFile, writeFileAtomically } from "./write-file-atomically.js";
import type { ResealOutcome } from "../artifacts/reseal-report.js";
import { isMissing } from "./is-missing.js";
import { listFolder } from "./list-folder.js";

const OBJECT = /^art_[0-9a-f]{32}$/;
const ASIDE = /^(art_[0-9a-f]{32})\.[0-9a-f-]{36}\.aside$/;
const READ_ATTEMPTS = 3;

export interface ArtifactObjectsOptions {
  /** The folder of all objects of one tenant. */
  readonly folder: string;
  readonly fsync: boolean;
  readonly cipher: ArtifactCipher | undefined;
  /** What sealed bytes are bound to in addition to the id. */
  readonly context: string;
}

/** The payloads of one tenant, each in a file named by its id. */
export class ArtifactObjects {
  readonly #options: ArtifactObjectsOptions;

  constructor(options: ArtifactObjectsOptions) {
    this.#options = options;
  }

  /** The folder that holds the object of this id. */
  folderOf(id: string): string {
    return objectFolder(this.#options.folder, id);
  }

  /** Writes the object unless it is there already, whole. */
  async ensure(id: string, text: string): Promise<void> {
    const { cipher, fsync } = this.#options;
    const path = join(this.folderOf(id), id);
    const bytes = artifactBytes(text);
    if ((await plainSize(path, cipher)) === bytes.length) return;
    const stored = cipher ? await cipher.seal(bytes, this.#context(id)) : bytes;
    await writeFileAtomically(path, stored, fsync);
  }

  /**
   * The text; `undefined` if there is none; throws `STORE_UNAVAILABLE` if it differs from what was stored.
   */
  async read(id: string): Promise<string | undefined> {
    const bytes = await this.#bytes(id);
    if (!bytes) return undefined;
    const text = artifactText(await this.#opened(id, bytes));
    // What is sealed is bound to its id, which a key made that may not be there any more.
    if (this.#options.cipher || artifactId(text) === id) return text;
    const path = join(this.folderOf(id), id);
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `The artifact ${path} is damaged: its text has another id. Restore it from a backup, or delete it.`,
      { details: { path } },
    );
  }

  /** Reseals an object under the first key. */
  reseal(id: string, cipher: ArtifactCipher): Promise<ResealOutcome | undefined> {
    const { fsync } = this.#options;
    return resealFile({ path: join(this.folderOf(id), id), context: this.#context(id), cipher, fsync });
  }

  /** A sweep may have set the object aside for a moment, so it is looked for there too, and again in its place. */
  async #bytes(id: string): Promise<Uint8Array | undefined> {
    const folder = this.folderOf(id);
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt += 1) {
      const inPlace = await readIfThere(join(folder, id));
      if (inPlace) return inPlace;
      for (const name of (await listFolder(folder)).filter((other) => asideId(other) === id)) {
        const aside = await readIfThere(join(folder, name));
        if (aside) return aside;
      }
    }
    return undefined;
  }

  async #opened(id: string, bytes: Uint8Array): Promise<Uint8Array> {
    const { cipher } = this.#options;
    if (cipher) return cipher.open(bytes, this.#context(id));
    if (!isSealed(bytes)) return bytes;
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `The artifact ${join(this.folderOf(id), id)} is encrypted. Give the store the key that it was written with.`,
    );
  }

  #context(id: string): string {
    return `${this.#options.context}/objects/${id}`;
  }
}

export function isObjectName(name: string): boolean {
  return OBJECT.test(name);
}

/** The id of an object that was set aside, `undefined` for any other file. */
export function asideId(name: string): string | undefined {
  return ASIDE.exec(name)?.[1];
}

/** Takes an object out of its place without deleting it; does nothing if it is not there. */
export async function setAside(folder: string, id: string): Promise<void> {
  try {
    await rename(join(folder, id), join(folder, `${id}.${randomUUID()}.aside`));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Deletes an object that was set aside, or puts it back into its place if it is still wanted. */
export async function settleAside(path: string, wantedAt: string | undefined): Promise<void> {
  if (wantedAt === undefined) {
    await removeFile(path);
    return;
  }
  try {
    await rename(path, wantedAt);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

export function objectFolder(objects: string, id: string): string {
  return join(objects, id.slice(4, 6));
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** How long the bytes in a file are without their seal; undefined if there is no file. */
async function plainSize(path: string, cipher: ArtifactCipher | undefined): Promise<number | undefined> {
  let file: FileHandle | undefined;
  try {
    if (!cipher) return (await stat(path)).size;
    file = await open(path, "r");
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(new Uint8Array(SEAL_HEAD_BYTES), 0, SEAL_HEAD_BYTES, 0);
    return cipher.plainLength(buffer.subarray(0, bytesRead), size);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  } finally {
    await file?.close();
  }
}
