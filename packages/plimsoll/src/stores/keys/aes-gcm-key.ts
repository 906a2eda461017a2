export const AES_IV_BYTES = 12;
export const AES_TAG_BYTES = 16;

export interface AesGcmParameters {
  readonly iv: Uint8Array;
  readonly additionalData: Uint8Array;
}

/** AES-256-GCM under one key. The ciphertext ends with its tag. */
export interface AesGcmKey {
  encrypt(plain: Uint8Array, parameters: AesGcmParameters): Promise<Uint8Array>;
  /** Rejects if the key or the additional data differs, or the bytes were changed. */
  decrypt(body: Uint8Array, parameters: AesGcmParameters): Promise<Uint8Array>;
}

/** @param bytes 32 of them */
export function aesGcmKey(bytes: Uint8Array): AesGcmKey {
  const { subtle } = globalThis.crypto;
  const imported = (): ReturnType<typeof subtle.importKey> =>
    subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  let cryptoKey: ReturnType<typeof imported> | undefined;
  const use = (): ReturnType<typeof imported> => (cryptoKey ??= imported());
  return {
    encrypt: async (plain, parameters) =>
      new Uint8Array(await subtle.encrypt({ name: "AES-GCM", ...parameters }, await use(), plain)),
    decrypt: async (body, parameters) =>
      new Uint8Array(await subtle.decrypt({ name: "AES-GCM", ...parameters }, await use(), body)),
  };
}
