import { CompactError } from "../../errors/compact-error.js";
import type { ArtifactInfo, ArtifactScope } from "./artifact.js";
import { artifactBytes, artifactText } from "./artifact-bytes.js";
import { type ArtifactCipher, isSealed } from "./artifact-cipher.js";
import { aboutContext, dataContext } from "./data-context.js";

/** A reference with its payload's numbers; `about` holds kind and label as they are stored. */
export interface AboutArtifact extends Omit<ArtifactInfo, "kind" | "label"> {
  readonly about: Uint8Array;
}

/** The bytes of payloads and references in a database, sealed if there is a cipher. */
export class ArtifactSeal {
  readonly cipher: ArtifactCipher | undefined;

  constructor(cipher: ArtifactCipher | undefined) {
    this.cipher = cipher;
  }

  get salt(): string {
    return this.cipher?.salt ?? "";
  }

  sealAbout(scope: ArtifactScope, id: string, { kind, label }: AboutFields): Promise<Uint8Array> {
    return this.#seal(artifactBytes(JSON.stringify([kind, label])), aboutContext(scope, id));
  }

  sealText(scope: ArtifactScope, id: string, text: string): Promise<Uint8Array> {
    return this.#seal(artifactBytes(text), dataContext(scope, id));
  }

  async openText(scope: ArtifactScope, id: string, data: Uint8Array): Promise<string> {
    return artifactText(await this.#open(data, dataContext(scope, id)));
  }

  async openInfo(scope: ArtifactScope, row: AboutArtifact): Promise<ArtifactInfo> {
    const { id, characters, lines, firstTs, lastTs } = row;
    const about = artifactText(await this.#open(row.about, aboutContext(scope, id)));
    const [kind, label] = JSON.parse(about) as [string, string];
    return { id, kind, label, characters, lines, firstTs, lastTs };
  }

  async #seal(bytes: Uint8Array, context: string): Promise<Uint8Array> {
    return this.cipher ? this.cipher.seal(bytes, context) : bytes;
  }

  async #open(bytes: Uint8Array, context: string): Promise<Uint8Array> {
    if (this.cipher) return this.cipher.open(bytes, context);
    if (!isSealed(bytes)) return bytes;
    throw new CompactError(
      "STORE_UNAVAILABLE",
      "The database holds encrypted artifacts. Give the store the key that they were written with.",
    );
  }
}

type AboutFields = Pick<ArtifactInfo, "kind" | "label">;
