import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ArtifactCipher } from "../artifacts/artifact-cipher.js";
import type { ArtifactPage } from "../artifacts/artifact-page.js";
import type { ArtifactInfo } from "../artifacts/artifact.js";
import { listFolder } from "./list-folder.js";
import {
  compareReferenceNames,
  decodeReference,
  encodeReference,
  parseReferenceFileName,
  type ArtifactReference,
  type ReferenceName,
  type ReferencePlace,
  referenceFileName,
} from "./artifact-reference.js";
import { resealFile } from "./reseal-file.js";
import { removeFile, writeFileAtomically } from "./write-file-atomically.js";
import type { ResealOutcome } from "../artifacts/reseal-report.js";
import { isMissing } from "./is-missing.js";

const READ_ATTEMPTS = 3;

export interface SessionReferencesOptions {
  readonly folder: string;
  readonly fsync: boolean;
  readonly cipher: ArtifactCipher | undefined;
  /** What sealed references are bound to in addition to the names of their folder and file. */
  readonly context: string;
}

/** The references of one session, each in a file named by artifact and time. Processes may share the folder. */
export class SessionReferences {
  readonly folder: string;
  readonly #options: SessionReferencesOptions;

  constructor(options: SessionReferencesOptions) {
    this.folder = options.folder;
    this.#options = options;
  }

  /** All references, newest first; an artifact that is being renewed has several. */
  async names(): Promise<ReferenceName[]> {
    return referenceNames(await listFolder(this.folder)).sort(compareReferenceNames);
  }

  /** The newest reference of each artifact, newest first. */
  async references(page: ArtifactPage): Promise<ArtifactReference[]> {
    for (let attempt = 1; ; attempt += 1) {
      const wanted = newestOfEach(await this.names()).slice(page.offset, page.offset + page.limit);
      const found: ArtifactReference[] = [];
      for (const name of wanted) {
        const reference = await this.read(name);
        if (reference) found.push(reference);
      }
      // A reference that vanished may have been renewed under another name.
      if (found.length === wanted.length || attempt === READ_ATTEMPTS) return found;
    }
  }

  async find(id: string): Promise<ArtifactInfo | undefined> {
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt += 1) {
      const name = (await this.names()).find((other) => other.id === id);
      const reference = name && (await this.read(name));
      if (reference) return reference.info;
      if (!name) return undefined;
    }
    return undefined;
  }

  /** `undefined` if the file is gone, or was never filled before the machine went down. */
  async read(name: ReferenceName): Promise<ArtifactReference | undefined> {
    const place = this.#place(name);
    try {
      const bytes = await readFile(place.path);
      return bytes.length === 0 ? undefined : await decodeReference(bytes, name, place);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async write(name: ReferenceName, reference: ArtifactReference): Promise<void> {
    const place = this.#place(name);
    await writeFileAtomically(place.path, await encodeReference(reference, place), this.#options.fsync);
  }

  /** Reseals a reference under the first key. */
  reseal(name: ReferenceName, cipher: ArtifactCipher): Promise<ResealOutcome | undefined> {
    return resealFile({ ...this.#place(name), cipher, fsync: this.#options.fsync });
  }

  async remove(name: ReferenceName): Promise<boolean> {
    return removeFile(this.#place(name).path);
  }

  #place(name: ReferenceName): ReferencePlace {
    const file = referenceFileName(name);
    const { context, cipher } = this.#options;
    return {
      path: join(this.folder, file),
      context: `${context}/sessions/${basename(this.folder)}/${file}`,
      cipher,
    };
  }
}

export function referenceNames(names: readonly string[]): ReferenceName[] {
  return names.map(parseReferenceFileName).filter((name) => name !== undefined);
}

function newestOfEach(sorted: readonly ReferenceName[]): ReferenceName[] {
  const seen = new Set<string>();
  return sorted.filter(({ id }) => !seen.has(id) && seen.add(id));
}
