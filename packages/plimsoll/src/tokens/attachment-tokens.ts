import type { AttachmentView } from "../conversation/item-view.js";

/** An image at low detail. */
const LOW_DETAIL_IMAGE_TOKENS = 85;
/** An image at any other detail: six tiles of 170 tokens on the base of 85. */
const IMAGE_TOKENS = 1105;
/** Audio: one token per 600 characters of base64, about 30 tokens per second of compressed speech. */
const AUDIO_CHARACTERS_PER_TOKEN = 600;
const MIN_AUDIO_TOKENS = 64;
/** A file is read as text and page images: one token per 8 characters of base64, from one page to a long book. */
const FILE_CHARACTERS_PER_TOKEN = 8;
const MIN_FILE_TOKENS = IMAGE_TOKENS;
const MAX_FILE_TOKENS = 100_000;
/** Ciphertext is billed as the reasoning inside it, which is shorter: this errs on the safe side. */
const ENCRYPTED_CHARACTERS_PER_TOKEN = 4;
/** JSON that no format understands. */
const UNKNOWN_CHARACTERS_PER_TOKEN = 3;

/** The stated cost of content that is not read as text. An estimate by kind: no provider publishes exact rules. */
export function attachmentTokens(attachment: AttachmentView): number {
  const characters = attachment.characters > 0 ? attachment.characters : 0;
  switch (attachment.kind) {
    case "image":
      return attachment.detail === "low" ? LOW_DETAIL_IMAGE_TOKENS : IMAGE_TOKENS;
    case "audio":
      return Math.max(MIN_AUDIO_TOKENS, Math.ceil(characters / AUDIO_CHARACTERS_PER_TOKEN));
    case "file":
      return Math.min(
        MAX_FILE_TOKENS,
        Math.max(MIN_FILE_TOKENS, Math.ceil(characters / FILE_CHARACTERS_PER_TOKEN)),
      );
    case "encrypted":
      return Math.ceil(characters / ENCRYPTED_CHARACTERS_PER_TOKEN);
    case "unknown":
      return Math.ceil(characters / UNKNOWN_CHARACTERS_PER_TOKEN);
  }
}
