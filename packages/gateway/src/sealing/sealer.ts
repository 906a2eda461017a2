import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { SealingKey } from "./sealing-key.js";

/** What is sealed for whom: a seal of one purpose or tenant is worth nothing elsewhere. */
export interface SealScope {
  /** `reasoning`, `response`, `compaction`. */
  readonly purpose: string;
  readonly tenant: string;
}

/**
 * Seals JSON so that its holder can neither read nor change it. Anybody may hand anything to `open`: what this gateway did not
 * seal for the same purpose and tenant is undefined, never an error.
 */
export interface Sealer {
  seal(scope: SealScope, value: unknown): string;
  open(scope: SealScope, sealed: string): unknown;
  /** True for a seal of one of the keys, whether it opens or not. */
  hasKeyOf(sealed: string): boolean;
  /** True for a text that looks like a seal of this gateway, whoever made it. */
  isSeal(text: string): boolean;
}

const FORM = /^plm1\.([a-z0-9]{1,32})\.([A-Za-z0-9_-]+)$/;
/** A longer text is nobody's seal; a body may hold many of them. */
const MAX_CHARACTERS = 20_971_520;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";
/** What was sealed here cannot be a bomb; this bounds mistakes of our own. */
const MAX_CONTENT_BYTES = 256 * 1024 * 1024;

/** The first key seals; all of them open. */
export function createSealer(keys: readonly [SealingKey, ...SealingKey[]]): Sealer {
  const [newest] = keys;
  const byId = new Map(keys.map((key) => [key.id, key]));
  return {
    seal(scope, value) {
      const salt = randomBytes(SALT_BYTES);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, itemKey(newest, salt), nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(associatedData(scope, newest.id));
      const content = [cipher.update(deflateRawSync(JSON.stringify(value))), cipher.final()];
      const bytes = Buffer.concat([salt, nonce, ...content, cipher.getAuthTag()]);
      return `plm1.${newest.id}.${bytes.toString("base64url")}`;
    },
    open(scope, sealed) {
      const key = byId.get(keyIdOf(sealed));
      return key && openWith(key, scope, sealed);
    },
    hasKeyOf: (sealed) => byId.has(keyIdOf(sealed)),
    isSeal: (text) => text.startsWith("plm1."),
  };
}

function keyIdOf(sealed: string): string {
  if (sealed.length > MAX_CHARACTERS) return "";
  return FORM.exec(sealed)?.[1] ?? "";
}

function openWith(key: SealingKey, scope: SealScope, sealed: string): unknown {
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf(".") + 1), "base64url");
  if (bytes.length < SALT_BYTES + NONCE_BYTES + TAG_BYTES) return undefined;
  const salt = bytes.subarray(0, SALT_BYTES);
  const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, itemKey(key, salt), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(scope, key.id));
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    const content = decipher.update(bytes.subarray(SALT_BYTES + NONCE_BYTES, bytes.length - TAG_BYTES));
    const packed = Buffer.concat([content, decipher.final()]);
    return JSON.parse(inflateRawSync(packed, { maxOutputLength: MAX_CONTENT_BYTES }).toString("utf8"));
  } catch {
    return undefined;
  }
}

const itemKey = ({ secret }: SealingKey, salt: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, salt, "plimsoll gateway seal", 32));

const associatedData = ({ purpose, tenant }: SealScope, keyId: string): Buffer =>
  Buffer.from(JSON.stringify(["plm1", keyId, purpose, tenant]), "utf8");
