import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type S3Server, startS3Server } from "plimsoll-testkit/start-s3-server";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";
import type { S3StorageOptions } from "./s3-options.js";
import { s3Storage } from "./s3-storage.js";
import { xmlElements } from "./xml-elements.js";

const TS = "2026-03-01T10:00:00.000Z";
const SCOPE = { tenant: "t", sessionId: "s" };
const entry = (id: string, kind: StoredEntry["kind"] = "event"): StoredEntry => ({
  kind,
  id,
  ts: TS,
  data: id,
});
const ids = (entries: readonly StoredEntry[]): string[] => entries.map(({ id }) => id);
const payload = (text: string) => ({ text, kind: "log", label: "", ts: TS });

describe("s3Storage", () => {
  let server: S3Server;
  let prefix = "";
  let tests = 0;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    tests += 1;
    prefix = `test-${tests}`;
  });
  const open = (more: Partial<S3StorageOptions> = {}): StorageAdapter =>
    s3Storage({ bucket: "bucket", endpoint: server.endpoint, prefix, ...server.credentials, ...more }, {});

  it("waits and asks again when the service is busy", async () => {
    const store = open();
    server.slowDown(3);
    await store.append("s", [entry("e")]);
    expect(ids(await store.read("s"))).toEqual(["e"]);
  });

  it("appends once although the answer got lost", async () => {
    const store = open();
    await store.append("s", [entry("first")]);
    for (const id of ["second", "third"]) {
      server.dropAnswer("PUT");
      await store.append("s", [entry(id)]);
    }
    expect(ids(await open().read("s"))).toEqual(["first", "second", "third"]);
    expect(await store.sessions()).toMatchObject([{ sessionId: "s", entries: 3 }]);
  });

  it("loses nothing of stores that append to one session at once", async () => {
    const stores = [open(), open(), open()];
    await Promise.all(
      stores.map(async (store, writer) => {
        for (let batch = 0; batch < 6; batch += 1)
          await store.append("s", [entry(`${writer}/${batch}`), entry(`shared-${batch}`, "item")]);
      }),
    );
    const stored = ids(await open().read("s"));
    expect(stored).toHaveLength(3 * 6 + 6);
    for (const writer of [0, 1, 2])
      expect(stored.filter((id) => id.startsWith(`${writer}/`))).toEqual(
        [0, 1, 2, 3, 4, 5].map((batch) => `${writer}/${batch}`),
      );
    expect(await stores[1]?.sessions()).toMatchObject([{ entries: 24 }]);
  });

  it("stores an item again that another process removed with its session", async () => {
    const [first, second] = [open(), open()];
    await first.append("s", [entry("a", "item"), entry("b", "item")]);
    expect(await second.remove("s")).toBe(true);
    await first.append("s", [entry("a", "item")]);
    expect(ids(await second.read("s"))).toEqual(["a"]);
  });

  it("sends a large payload in parts, and leaves none behind when that fails", async () => {
    const store = open();
    const text = "0123456789abcdef\n".repeat(1_000_000);
    const [info] = await store.putArtifacts(SCOPE, [payload(text)]);
    expect((await store.getArtifact(SCOPE, info?.id ?? ""))?.text).toBe(text);
    expect(server.log.filter((line) => line.includes("partNumber="))).toHaveLength(2);
    server.refuse("partNumber=2");
    await expect(store.putArtifacts(SCOPE, [payload(`${text}.`)])).rejects.toThrow("400 InvalidRequest");
    server.refuse(undefined);
    expect(server.buckets.get("bucket")?.openUploads).toBe(0);
  });

  it("has the server encrypt, and shows nothing to it with a key", async () => {
    const artifactKey = "5a".repeat(32);
    const store = open({ serverSideEncryption: "aws:kms", kmsKeyId: "alias/plimsoll", artifactKey });
    await store.append("s", [{ ...entry("e"), data: "hunter2 in an entry" }]);
    await store.putArtifacts(SCOPE, [{ ...payload("hunter2 in a payload"), label: "hunter2 in a label" }]);
    const objects = [...(server.buckets.get("bucket")?.objects ?? [])].filter(([key]) =>
      key.startsWith(prefix),
    );
    expect(objects).toHaveLength(2);
    for (const [, { body, headers }] of objects) {
      expect(body.includes("hunter2")).toBe(false);
      expect(headers).toMatchObject({
        "x-amz-server-side-encryption": "aws:kms",
        "x-amz-server-side-encryption-aws-kms-key-id": "alias/plimsoll",
      });
    }
    await expect(open({ bucket: "absent" }).sessions()).rejects.toThrow(
      "the bucket does not exist: create it",
    );
    await expect(open().listArtifacts(SCOPE)).rejects.toThrow("is encrypted. Give the store the key");
    const renewed = open({ artifactKey: ["a5".repeat(32), artifactKey] });
    expect(await renewed.reseal?.()).toEqual({ resealed: 2, current: 0, unreadable: 0 });
    expect(await renewed.reseal?.()).toEqual({ resealed: 0, current: 2, unreadable: 0 });
  });

  it("refuses a service that ignores conditions, and takes no removed object for a sign of that", async () => {
    const store = open();
    server.ignoreConditions(true);
    try {
      for (const id of ["e", "f"])
        await expect(store.append("s", [entry(id)])).rejects.toThrow("ignores If-None-Match");
    } finally {
      server.ignoreConditions(false);
    }
    await store.append("s", [entry("g")]);
    // Another process removes the session as soon as its first object is there.
    const bucket = server.buckets.get("bucket");
    const other = open();
    const put = bucket?.put.bind(bucket);
    let removed: string | undefined;
    if (bucket && put)
      bucket.put = (key, ...rest) => {
        const made = put(key, ...rest);
        if (removed === undefined) bucket.objects.delete(key);
        removed ??= key;
        return made;
      };
    await other.append("t", [entry("e")]);
    if (bucket && put) bucket.put = put;
    expect(await other.read("t")).toEqual([]);
    await other.append("t", [entry("f")]);
    expect(ids(await open().read("t"))).toEqual(["f"]);
  });

  it("lists more sessions and payloads than one page holds", async () => {
    const store = open();
    await Promise.all(Array.from({ length: 12 }, (_, index) => store.append(`s${index}`, [entry("e")])));
    await store.putArtifacts(
      SCOPE,
      Array.from({ length: 12 }, (_, index) => payload(`payload ${index}`)),
    );
    const bucket = server.buckets.get("bucket");
    bucket?.put(`${prefix}/sessions/another/foreign.txt`, Buffer.from("x"), { headers: {} });
    if (bucket) bucket.maxKeys = 5;
    expect(await store.sessions()).toHaveLength(12);
    expect(await store.listArtifacts(SCOPE)).toHaveLength(12);
    if (bucket) bucket.maxKeys = 1000;
  });

  it("says what is wrong, never with a secret", async () => {
    const wrong = open({ secretAccessKey: "hunter2" });
    const failure = await wrong.sessions().catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining("AWS_SECRET_ACCESS_KEY") as string,
    });
    expect(JSON.stringify(failure) + String(failure)).not.toContain("hunter2");
    expect(() => s3Storage({ bucket: "bucket" }, {})).toThrow(
      "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    );
    expect(() => s3Storage({ bucket: "A" }, {})).toThrow("the name of a bucket");
  });
});

describe("xmlElements", () => {
  it("reads elements in order, and what an attacker would call one stays a text", () => {
    expect(xmlElements("<a><Key>x &amp; y&lt;</Key><Key>&#65;</Key></a>", "Key")).toEqual(["x & y<", "A"]);
    expect(xmlElements("<Key>&amp;lt;Key&amp;gt;</Key>", "Key")).toEqual(["&lt;Key&gt;"]);
    expect(xmlElements("<Key>".repeat(10_000), "Key")).toEqual([]);
  });
});
