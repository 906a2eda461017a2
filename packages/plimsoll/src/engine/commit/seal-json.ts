/** Seals bytes so that they open only with the same key and in the same context. */
export interface OriginalCipher {
  seal(bytes: Uint8Array, context: string): Promise<Uint8Array>;
  open(sealed: Uint8Array, context: string): Promise<Uint8Array>;
}

/** A value as sealed text, which JSON can hold. */
export async function sealJson(cipher: OriginalCipher, value: object, context: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return toBase64(await cipher.seal(bytes, context));
}

/** The value behind a sealed text. Rejects where key, context or text is another. */
export async function openJson(cipher: OriginalCipher, sealed: string, context: string): Promise<object> {
  const bytes = await cipher.open(fromBase64(sealed), context);
  return JSON.parse(new TextDecoder().decode(bytes)) as object;
}

const CHUNK = 32_768;

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
