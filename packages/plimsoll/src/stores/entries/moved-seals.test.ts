import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localKeyRing } from "../keys/local-key-ring.js";
import { openSqlite } from "../sqlite/sqlite-driver.js";
import { sqliteStorage } from "../sqlite/sqlite-storage.js";
import { temporaryFolder } from "../store-places-test-support.js";
import { tenantStorage } from "../tenant-storage.js";

const TS = "2026-03-01T10:00:00.000Z";
const entry = (data: string) => ({ kind: "item", id: "1", ts: TS, data }) as const;
const payload = { text: "the same text", kind: "log", label: "", ts: TS };
const REFUSED = { code: "STORE_UNAVAILABLE" };

/** A store with two sessions of two tenants, and its file. */
async function filled(withRing: boolean) {
  const folder = await temporaryFolder();
  const path = join(folder, "archive.db");
  const artifactKey = withRing ? localKeyRing({ path: join(folder, "ring") }) : "5a".repeat(32);
  const storage = sqliteStorage({ path, fsync: false, artifactKey });
  for (const tenant of ["a", "b"])
    for (const sessionId of ["s", "t"]) {
      await tenantStorage(storage, tenant).append(sessionId, [entry(`${tenant} ${sessionId}`)]);
      await storage.putArtifacts({ tenant, sessionId }, [payload]);
    }
  const driver = await openSqlite(path);
  return { storage, driver };
}

describe.each([false, true])("sealed bytes that somebody moves within a file (key ring: %s)", (withRing) => {
  it("open in no other session and for no other tenant", async () => {
    const { storage, driver } = await filled(withRing);
    const [first, ...others] = driver.all("SELECT seq, data FROM entries ORDER BY seq");
    for (const { seq } of others)
      driver.run("UPDATE entries SET data = ? WHERE seq = ?", [first?.data as Uint8Array, Number(seq)]);
    expect(await tenantStorage(storage, "a").read("s")).toMatchObject([{ data: "a s" }]);
    await expect(tenantStorage(storage, "a").read("t")).rejects.toMatchObject(REFUSED);
    await expect(tenantStorage(storage, "b").read("s")).rejects.toMatchObject(REFUSED);
    driver.close();
    await storage.close();
  });

  it("of a payload open for no other tenant", async () => {
    const { storage, driver } = await filled(withRing);
    const [own, other] = driver.all("SELECT key, data FROM artifact_payloads ORDER BY key");
    const move = "UPDATE artifact_payloads SET data = ? WHERE key = ?";
    driver.run(move, [own?.data as Uint8Array, Number(other?.key)]);
    const id = (tenant: string) => ({ tenant, sessionId: "s" });
    const [info] = await storage.listArtifacts(id("a"));
    expect(await storage.getArtifact(id("a"), info?.id ?? "")).toMatchObject({ text: payload.text });
    await expect(storage.getArtifact(id("b"), info?.id ?? "")).rejects.toMatchObject(REFUSED);
    driver.close();
    await storage.close();
  });

  it("of a reference open in no other session and for no other tenant", async () => {
    const { storage, driver } = await filled(withRing);
    const sql = "SELECT about FROM artifact_references WHERE tenant = ? AND session = ?";
    const [own] = driver.all(sql, ['"a"', '"s"']);
    driver.run("UPDATE artifact_references SET about = ?", [own?.about as Uint8Array]);
    expect(await storage.listArtifacts({ tenant: "a", sessionId: "s" })).toHaveLength(1);
    for (const scope of [
      { tenant: "a", sessionId: "t" },
      { tenant: "b", sessionId: "s" },
    ])
      await expect(storage.listArtifacts(scope)).rejects.toMatchObject(REFUSED);
    driver.close();
    await storage.close();
  });
});
