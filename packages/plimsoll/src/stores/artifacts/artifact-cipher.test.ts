import * as fc from "fast-check";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { createArtifactCipher, isSealed, SEAL_HEAD_BYTES } from "./artifact-cipher.js";
import { artifactId } from "./describe-artifact.js";

const KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const unreadable = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("cannot be opened") };

describe("an artifact cipher", () => {
  it("opens what it sealed, and never seals to the same bytes twice", async () => {
    const cipher = createArtifactCipher(KEY);
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ unit: "binary" }),
        async (bytes, context) => {
          const sealed = await cipher.seal(bytes, context);
          expect(cipher.plainLength(sealed.subarray(0, SEAL_HEAD_BYTES), sealed.length)).toBe(bytes.length);
          expect(isSealed(sealed)).toBe(true);
          expect(await cipher.open(sealed, context)).toEqual(bytes);
          expect(await cipher.seal(bytes, context)).not.toEqual(sealed);
        },
      ),
      { numRuns: scaled(50) },
    );
  });

  it("opens what was sealed before keys had ids, with any of its keys, and would seal it otherwise now", async () => {
    const iv = new Uint8Array(12).fill(7);
    const key = await crypto.subtle.importKey("raw", Buffer.from(KEY, "hex"), "AES-GCM", false, ["encrypt"]);
    const additionalData = Buffer.from(JSON.stringify(["plimsoll", 1, "c"]));
    const body = await crypto.subtle.encrypt(
      { name: "AES-GCM", iv, additionalData },
      key,
      Buffer.from("text"),
    );
    const sealed = Buffer.concat([Buffer.of(1), iv, Buffer.from(body)]);
    const cipher = createArtifactCipher([KEY.replace("1f", "1e"), KEY]);
    expect(isSealed(sealed)).toBe(true);
    expect(Buffer.from(await cipher.open(sealed, "c")).toString()).toBe("text");
    expect(createArtifactCipher(KEY).isCurrent(sealed)).toBe(false);
    expect(cipher.isCurrent(await cipher.seal(sealed, "c"))).toBe(true);
    expect(createArtifactCipher(KEY).isCurrent(await cipher.seal(sealed, "c"))).toBe(false);
  });

  it("takes the key as hexadecimal digits or base64, all the same", async () => {
    const bytes = Buffer.from(KEY, "hex");
    const forms = [KEY, KEY.toUpperCase(), bytes.toString("base64"), bytes.toString("base64url"), `${KEY}\n`];
    const sealed = await createArtifactCipher(KEY).seal(Buffer.from("text"), "c");
    for (const form of forms) {
      const cipher = createArtifactCipher(form);
      expect(Buffer.from(await cipher.open(sealed, "c")).toString()).toBe("text");
      expect(cipher.salt).toBe(createArtifactCipher(KEY).salt);
    }
    const other = Buffer.from(bytes.map((byte) => byte ^ 0xfb));
    const viaUrl = createArtifactCipher(other.toString("base64url"));
    expect(viaUrl.salt).toBe(createArtifactCipher(other.toString("hex")).salt);
    expect(viaUrl.salt).not.toBe(createArtifactCipher(KEY).salt);
  });

  it.each([
    ["too short", KEY.slice(2)],
    ["too long", `${KEY}00`],
    ["no digits", `g${KEY.slice(1)}`],
    ["base64 of 31 bytes", Buffer.alloc(31, 7).toString("base64")],
    ["empty", ""],
    ["a passphrase", "correct horse battery staple"],
    ["no string", 7 as unknown as string],
  ])("refuses a key that is %s, without printing it", (_, key) => {
    let error: unknown;
    try {
      createArtifactCipher(key);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: "INVALID_CONFIG" });
    if (typeof key === "string" && key !== "") expect(inspect(error)).not.toContain(key);
  });

  it("does not show its key", () => {
    const shown = inspect(createArtifactCipher(KEY), { depth: 9, showHidden: true });
    expect(shown).not.toContain(KEY);
  });

  it("does not open with another key or in another context", async () => {
    const sealed = await createArtifactCipher(KEY).seal(Buffer.from("text"), "here");
    const other = createArtifactCipher(KEY.replace("1f", "1e"));
    await expect(other.open(sealed, "here")).rejects.toMatchObject(unreadable);
    await expect(createArtifactCipher(KEY).open(sealed, "there")).rejects.toMatchObject(unreadable);
    const surrogates = await createArtifactCipher(KEY).seal(Buffer.from("text"), "\ud800");
    await expect(createArtifactCipher(KEY).open(surrogates, "\udc00")).rejects.toMatchObject(unreadable);
  });

  it("does not open bytes of which any bit was changed, nor a part of them", async () => {
    const cipher = createArtifactCipher(KEY);
    const sealed = await cipher.seal(Buffer.from("text"), "c");
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Uint8Array.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8));
      await expect(cipher.open(changed, "c")).rejects.toMatchObject(unreadable);
      await expect(cipher.open(sealed.subarray(0, index), "c")).rejects.toMatchObject(unreadable);
    }
  });

  it("has a salt that hides which text an id stands for", () => {
    const { salt } = createArtifactCipher(KEY);
    expect(salt).toMatch(/^[0-9a-f]{64}$/);
    expect(salt).not.toContain(KEY.slice(0, 16));
    expect(artifactId("guess", salt)).not.toBe(artifactId("guess"));
    expect(artifactId("guess", salt)).toBe(artifactId("guess", createArtifactCipher(KEY).salt));
  });
});
