import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type S3Server, startS3Server } from "plimsoll-testkit/start-s3-server";
import { DEFAULT_SETTINGS } from "../config/settings.js";
import { STORE_NAMES, STORE_REGISTRY } from "../stores/store-registry.js";
import { newSchema, noPostgres, postgresUrl } from "../stores/postgres/postgres-test-support.js";
import { openStorage, storageFromSettings } from "./storage-from-settings.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-setup-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settingsOf = (adapter: string) => ({
  ...DEFAULT_SETTINGS.storage,
  adapter,
  path: join(folder, adapter),
  url: postgresUrl,
  schema,
  bucket: "bucket",
  endpoint: s3?.endpoint ?? "",
});
let s3: S3Server | undefined;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3?.stop());
const keys = () => ({
  AWS_ACCESS_KEY_ID: s3?.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3?.credentials.secretAccessKey,
});
const schema = newSchema();
const available = STORE_REGISTRY.filter(({ keptIn }) => keptIn !== "server" || noPostgres === undefined);
const SCOPE = { tenant: "default", sessionId: "s" };
const TS = "2026-01-01T00:00:00.000Z";
const KEY = { PLIMSOLL_ARTIFACT_KEY: randomBytes(32).toString("hex") };

describe("storageFromSettings", () => {
  it.each(available)("opens the $name store when it is first used", async ({ name: adapter }) => {
    const storage = storageFromSettings(settingsOf(adapter), keys());
    expect(storage.name).toBe(adapter);
    expect(await readdir(folder)).toEqual([]);
    await storage.append("s", [{ kind: "item", id: "item_1", ts: TS, data: { a: 1 } }]);
    expect(await storage.read("s")).toHaveLength(1);
    await storage.close();
    await expect(storage.read("s")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });

  it.each(available)("knows the ids that the $name store will give, before it is open", async (store) => {
    const key = { ...keys(), ...(store.isEncryptable ? KEY : {}) };
    const storage = storageFromSettings(settingsOf(store.name), key);
    const opened = await openStorage(settingsOf(store.name), key);
    expect(storage.artifactSalt ?? "").toBe(opened.artifactSalt ?? "");
    const [info] = await storage.putArtifacts(SCOPE, [{ text: "x", kind: "log", label: "", ts: TS }]);
    expect(await storage.getArtifact(SCOPE, info?.id ?? "")).toMatchObject({ text: "x" });
    await Promise.all([storage.close(), opened.close()]);
  });

  it("refuses a store that is not registered, and names those that are", () => {
    expect(() => storageFromSettings(settingsOf("sqllite"), {})).toThrow(
      expect.objectContaining({
        code: "INVALID_CONFIG",
        message: `storage.adapter is "sqllite"; allowed: ${STORE_NAMES.join(", ")}.`,
      }),
    );
  });

  it("refuses a key that is none, or that a store on disk would ignore, before anything is stored", () => {
    for (const { name, keptIn } of STORE_REGISTRY) {
      const open = () => storageFromSettings(settingsOf(name), { PLIMSOLL_ARTIFACT_KEY: "short" });
      if (keptIn !== "process") expect(open).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
      else expect(open).not.toThrow();
    }
  });
});
