import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { isRecord } from "../wire-record.js";
import { parseJson } from "../json-text.js";
import { invalidEncryptedContent } from "./api-error.js";

/**
 * How a content came to be. A compaction that was made `inline` stands for everything before it. An `announced` one
 * is not finished and cannot be opened: clients have to take the item of `response.output_item.done`.
 */
export type SealedKind = "reasoning" | "standalone" | "trigger" | "inline" | "announced";

/** What only the server that sealed it can read. */
export interface SealedContent {
  readonly kind: SealedKind;
  /** The id of the item that it was made for: the same in every seal of one content. */
  readonly id: string;
  /** What the content costs as input. */
  readonly tokens: number;
}

/** Seals contents for one account after another, in the shape of the real ones (Fernet tokens). */
export interface Sealer {
  /** Two seals of the same content differ, as the real ones do. */
  seal(account: string, content: SealedContent): string;
  /** Throws `invalid_encrypted_content` for a content that was not sealed here, or for another account. */
  open(account: string, sealed: string): SealedContent;
}

const VERSION = 0x80;
const HEADER_BYTES = 9;
const IV_BYTES = 16;
const SIGNATURE_BYTES = 32;
/** A recorded compaction of some 1,690 output tokens is 31,770 bytes long. */
const BYTES_PER_TOKEN = 18;
const MAX_SEALED_BYTES = 4 * 1024 * 1024;

const NOT_OURS = "Encrypted content could not be decrypted or parsed.";
const OTHER_ACCOUNT = "Encrypted content organization_id did not match the target organization.";

function isSealedContent(value: unknown): value is SealedContent & { readonly account: string } {
  return (
    isRecord(value) &&
    typeof value["tokens"] === "number" &&
    typeof value["kind"] === "string" &&
    typeof value["id"] === "string" &&
    typeof value["account"] === "string"
  );
}

/** Contents sealed with one secret are readable by every sealer with that secret, and by no other. */
export function createSealer(secret: string, now: () => number): Sealer {
  const key = (use: string): Buffer => createHmac("sha256", secret).update(use).digest();
  const encryption = key("encryption").subarray(0, 16);
  const signing = key("signing");
  const sign = (data: Buffer): Buffer => createHmac("sha256", signing).update(data).digest();
  let sealed = 0;

  function decrypt(token: Buffer): unknown {
    const signed = token.subarray(0, -SIGNATURE_BYTES);
    const iv = signed.subarray(HEADER_BYTES, HEADER_BYTES + IV_BYTES);
    const decipher = createDecipheriv("aes-128-cbc", encryption, iv);
    const plain = Buffer.concat([
      decipher.update(signed.subarray(HEADER_BYTES + IV_BYTES)),
      decipher.final(),
    ]);
    return parseJson(plain.toString("utf8"));
  }

  return {
    seal(account, content) {
      const iv = key(`iv ${sealed}`).subarray(0, IV_BYTES);
      sealed += 1;
      const plain = JSON.stringify({ ...content, account });
      const length = Math.min(MAX_SEALED_BYTES, content.tokens * BYTES_PER_TOKEN);
      const cipher = createCipheriv("aes-128-cbc", encryption, iv);
      const header = Buffer.alloc(HEADER_BYTES);
      header.writeUInt8(VERSION, 0);
      header.writeBigUInt64BE(BigInt(Math.floor(now() / 1000)), 1);
      const data = Buffer.concat([header, iv, cipher.update(plain.padEnd(length)), cipher.final()]);
      return Buffer.concat([data, sign(data)]).toString("base64url");
    },
    open(account, text) {
      const token = Buffer.from(text, "base64url");
      const signed = token.subarray(0, -SIGNATURE_BYTES);
      const isOurs =
        token.length > HEADER_BYTES + IV_BYTES + SIGNATURE_BYTES &&
        token.toString("base64url") === text &&
        timingSafeEqual(sign(signed), token.subarray(-SIGNATURE_BYTES));
      const content = isOurs ? decrypt(token) : undefined;
      if (!isSealedContent(content) || content.kind === "announced")
        throw invalidEncryptedContent(text, NOT_OURS);
      if (content.account !== account) throw invalidEncryptedContent(text, OTHER_ACCOUNT);
      return { kind: content.kind, id: content.id, tokens: content.tokens };
    },
  };
}
