import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { KeyFile } from "./key-file.js";
import { KeyRing } from "./key-ring.js";

const DAY = new Date("2026-11-17T00:00:00Z");

async function somewhere(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plimsoll-keys-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "deep", "keys.json");
}

describe("KeyFile", () => {
  it("keeps a hash of each key, for its owner's eyes", async () => {
    const path = await somewhere();
    const file = new KeyFile(path);
    expect(await file.read()).toBeUndefined();
    const ada = await file.create({ name: "ada's laptop" }, DAY);
    const bob = await file.create({ name: "bob", tenant: "team" }, DAY);
    expect(ada.key).toMatch(/^sk-plimsoll-[\w-]{43}$/);
    const text = await readFile(path, "utf8");
    expect(text).not.toContain(ada.key.slice(12));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const ring = new KeyRing(await file.read());
    expect([ring.tenantOf(ada.key), ring.tenantOf(bob.key), ring.tenantOf("sk-plimsoll-x")]).toEqual([
      ada.stored.id,
      "team",
      undefined,
    ]);
  });

  it("revokes by id, or by a name that only one key has", async () => {
    const file = new KeyFile(await somewhere());
    const first = await file.create({ name: "ci" }, DAY);
    const second = await file.create({ name: "ci" }, DAY);
    await expect(file.revoke("ci")).rejects.toThrow(first.stored.id);
    await expect(file.revoke("other")).rejects.toThrow("There is no key");
    await file.revoke(first.stored.id);
    await file.revoke("ci");
    expect(await file.read()).toEqual([]);
    expect(new KeyRing(await file.read()).tenantOf(second.key)).toBeUndefined();
  });

  it.each(["", "[]", '{"version":2,"keys":[]}', '{"version":1,"keys":[{"id":"key_1"}]}'])(
    "is refused if it holds %j",
    async (text) => {
      const path = await somewhere();
      const file = new KeyFile(path);
      await file.create({ name: "a" }, DAY);
      await writeFile(path, text);
      await expect(file.read()).rejects.toMatchObject({ code: "INVALID_CONFIG" });
    },
  );

  it("is refused if others can add keys to it", async () => {
    const path = await somewhere();
    const file = new KeyFile(path);
    await file.create({ name: "a" }, DAY);
    await chmod(path, 0o666);
    await expect(file.read()).rejects.toThrow(/chmod 600/);
  });

  it("refuses names that would break a list or a path", async () => {
    const file = new KeyFile(await somewhere());
    await expect(file.create({ name: "a\nb" }, DAY)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(file.create({ name: "a", tenant: "../b" }, DAY)).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });
});
