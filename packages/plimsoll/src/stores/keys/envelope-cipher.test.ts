import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { scaled } from "plimsoll-testkit/scaled";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createArtifactCipher, isSealed, SEAL_HEAD_BYTES } from "../artifacts/artifact-cipher.js";
import { fileStorage } from "../fs/file-storage.js";
import { envelopeCipher } from "./envelope-cipher.js";
import type { KeyService } from "./key-service.js";
import { localKeyRing } from "./local-key-ring.js";

const OLD_KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const unreadable = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("cannot be opened") };
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** Asks again where the machine is too slow for the limit. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask().catch((error: Error) => error);
    if (!(answer instanceof Error)) return answer;
    if (!String((answer.cause as Error).message).includes("within 20 ms")) throw answer;
  }
}

describe("envelope encryption", () => {
  let folder = "";
  let made = 0;
  const newRing = (): string => join(folder, "keys", `ring-${made++}`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plimsoll-keys-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("opens what it sealed in its own context only, on every process with the ring", async () => {
    const path = newRing();
    const [cipher, other] = [localKeyRing({ path }), localKeyRing({ path })].map(createArtifactCipher);
    if (!cipher || !other) throw new Error("unreachable");
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ unit: "binary" }),
        async (bytes, context) => {
          const sealed = await cipher.seal(bytes, context);
          expect(isSealed(sealed) && cipher.isCurrent(sealed)).toBe(true);
          expect(cipher.plainLength(sealed.subarray(0, SEAL_HEAD_BYTES), sealed.length)).toBe(bytes.length);
          expect(await other.open(sealed, context)).toEqual(bytes);
          await expect(other.open(sealed, `${context}.`)).rejects.toMatchObject(unreadable);
        },
      ),
      { numRuns: scaled(50) },
    );
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("refuses every changed byte, and never gives the content", async () => {
    const cipher = createArtifactCipher(localKeyRing({ path: newRing() }));
    const sealed = await cipher.seal(Buffer.from("the content"), "c");
    for (let index = 0; index < sealed.length; index++) {
      const changed = sealed.slice();
      changed[index] = (changed[index] ?? 0) ^ 1;
      const isDigest = index >= 1 && index <= 4;
      // The digest only tells which key seals now; nothing depends on it.
      if (isDigest) expect(text(await cipher.open(changed, "c"))).toBe("the content");
      else await expect(cipher.open(changed, "c")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    }
    for (const length of [0, 1, 20, sealed.length - 1])
      await expect(cipher.open(sealed.subarray(0, length), "c")).rejects.toMatchObject({
        code: "STORE_UNAVAILABLE",
      });
  });

  it("rotates without a pause: old seals open, new ones are under the new key, also in other processes", async () => {
    const path = newRing();
    const [ring, elsewhere] = [localKeyRing({ path }), localKeyRing({ path })];
    const [cipher, other] = [createArtifactCipher(ring), createArtifactCipher(elsewhere)];
    const before = await cipher.seal(Buffer.from("before"), "c");
    const id = await ring.rotate?.();
    const after = await cipher.seal(Buffer.from("after"), "c");
    expect(ring.currentKeyId()).toBe(id);
    expect([cipher.isCurrent(before), cipher.isCurrent(after)]).toEqual([false, true]);
    expect(text(await cipher.open(before, "c"))).toBe("before");
    expect(text(await other.open(after, "c"))).toBe("after");
    expect(other.isCurrent(after)).toBe(true);
    expect(elsewhere.salt).toBe(localKeyRing({ path }).salt);
  });

  it("asks a service once for each data key, and again after it failed", async () => {
    const ring = localKeyRing({ path: newRing() });
    const asked: string[] = [];
    let isDown = false;
    const service: KeyService = {
      ...ring,
      name: "counted",
      async wrap(key) {
        asked.push("wrap");
        return ring.wrap(key);
      },
      async unwrap(wrapped) {
        asked.push("unwrap");
        if (isDown) throw new Error("503");
        return ring.unwrap(wrapped);
      },
    };
    const [cipher, other] = [createArtifactCipher(service), createArtifactCipher(service)];
    const sealed = await Promise.all(["a", "b", "c"].map((one) => cipher.seal(Buffer.from(one), "c")));
    // A new data key is tried once before it seals.
    expect(asked).toEqual(["wrap", "unwrap"]);
    for (const one of sealed) await cipher.open(one, "c");
    isDown = true;
    await expect(other.open(sealed[0] as Uint8Array, "c")).rejects.toMatchObject(unreadable);
    isDown = false;
    for (const one of sealed) await other.open(one, "c");
    expect(asked).toEqual(["wrap", "unwrap", "unwrap", "unwrap"]);
  });

  it("takes another name of the current key for the key itself", async () => {
    const ring = localKeyRing({ path: newRing() });
    let wraps = 0;
    const service: KeyService = {
      ...ring,
      currentKeyId: () => "alias/archive",
      wrap(key) {
        wraps += 1;
        return ring.wrap(key);
      },
    };
    const cipher = createArtifactCipher(service);
    const sealed = [await cipher.seal(Buffer.from("one"), "c"), await cipher.seal(Buffer.from("two"), "c")];
    expect(sealed.map((one) => cipher.isCurrent(one))).toEqual([true, true]);
    expect(text(await createArtifactCipher(service).open(sealed[1] as Uint8Array, "c"))).toBe("two");
    expect(wraps).toBe(1);
  });

  it("seals nothing with what a service makes of garbage, and goes on when it answers well again", async () => {
    const ring = localKeyRing({ path: newRing() });
    const other = localKeyRing({ path: newRing() });
    const garbage: readonly Partial<KeyService>[] = [
      { wrap: async () => undefined as never },
      { wrap: async () => ({ keyId: "k", bytes: "text" }) as never },
      { wrap: async () => ({ keyId: "", bytes: new Uint8Array(60) }) },
      { wrap: async () => ({ keyId: "k", bytes: new Uint8Array(60) }) },
      {
        wrap: async () => ({ keyId: "k", bytes: new Uint8Array(100_000) }),
        unwrap: async () => new Uint8Array(32),
      },
      { wrap: (key) => other.wrap(key) },
      { unwrap: async () => new Uint8Array(32) },
      { unwrap: async () => "text" as never },
      { wrap: () => new Promise(() => undefined) },
      { unwrap: () => new Promise(() => undefined) },
    ];
    for (const answers of garbage) {
      let isWell = false;
      const service: KeyService = {
        ...ring,
        wrap: (key) => ((isWell ? undefined : answers.wrap) ?? ring.wrap)(key),
        unwrap: (key) => ((isWell ? undefined : answers.unwrap) ?? ring.unwrap)(key),
      };
      const cipher = envelopeCipher(service, 20);
      await expect(cipher.seal(Buffer.from("x"), "c")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      const sealed = await envelopeCipher(ring).seal(Buffer.from("x"), "c");
      const reader = envelopeCipher(service, 20);
      if (answers.unwrap) await expect(reader.open(sealed, "c")).rejects.toMatchObject(unreadable);
      isWell = true;
      const again = await untilAnswered(() => cipher.seal(Buffer.from("well"), "c"));
      expect(text(await untilAnswered(() => reader.open(again, "c")))).toBe("well");
      expect(text(await untilAnswered(() => reader.open(sealed, "c")))).toBe("x");
    }
  });

  it("reads what a plain key wrote before there was a ring", async () => {
    const sealed = await createArtifactCipher(OLD_KEY).seal(Buffer.from("old"), "c");
    const cipher = createArtifactCipher([localKeyRing({ path: newRing() }), OLD_KEY]);
    expect(text(await cipher.open(sealed, "c"))).toBe("old");
    expect(cipher.isCurrent(sealed)).toBe(false);
  });

  it("leaves nothing of a session readable on disk, and stores a payload once", async () => {
    const path = join(folder, "store");
    const ring = newRing();
    const scope = { tenant: "t", sessionId: "s" };
    const input = {
      kind: "command",
      label: "cat",
      text: "a planted payload",
      ts: "2026-03-01T10:00:00.000Z",
    };
    for (const _ of [1, 2]) {
      const store = fileStorage({ path, artifactKey: localKeyRing({ path: ring }) });
      const data = { role: "user", content: "a planted message" };
      await store.append("s", [{ kind: "item", id: "i", ts: "2026-03-01T10:00:00.000Z", data }]);
      const [info] = await store.putArtifacts(scope, [input]);
      expect((await store.read("s")).map((entry) => entry.data)).toEqual([data]);
      expect((await store.getArtifact(scope, info?.id ?? ""))?.text).toBe("a planted payload");
      expect(await store.listArtifacts(scope)).toHaveLength(1);
      await store.close();
    }
    const { execFileSync } = await import("node:child_process");
    expect(() => execFileSync("grep", ["-rl", "planted", path])).toThrow();
  });

  it("never takes a damaged ring for a new one", async () => {
    const path = newRing();
    localKeyRing({ path });
    const whole = await readFile(path, "utf8");
    for (const damaged of ["", "salt:00\n", whole.replace(/^salt:.*$/m, ""), `${whole}nonsense\n`]) {
      await writeFile(path, damaged);
      expect(() => localKeyRing({ path })).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
      expect(await readFile(path, "utf8")).toBe(damaged);
    }
  });
});
