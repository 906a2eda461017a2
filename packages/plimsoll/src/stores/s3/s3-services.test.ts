import { AwsClient } from "aws4fetch";
import { afterAll, describe, expect, it } from "vitest";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { startCeph } from "plimsoll-testkit/start-ceph";
import { type FaultyProxy, startFaultyProxy } from "plimsoll-testkit/start-faulty-proxy";
import { startS3Server } from "plimsoll-testkit/start-s3-server";
import { storageContract } from "../../testing/storage-contract.js";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";
import { eraseSession } from "../transfer/erase-session.js";
import type { S3StorageOptions } from "./s3-options.js";
import { s3Storage } from "./s3-storage.js";
import { xmlElements } from "./xml-elements.js";

/** A service that the store is tried on, whoever runs it. */
interface Service {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** A key of its key service; undefined if it has none. */
  readonly kmsKeyId: string | undefined;
  stop(): Promise<void>;
}

/** The server of this repository; other tests run the contract on it. */
async function faithful(): Promise<Service> {
  const { endpoint, region, credentials, stop } = await startS3Server();
  return { endpoint, region, ...credentials, kmsKeyId: "testkey-1", stop };
}

const LATER = "it takes a minute: PLIMSOLL_TEST_SCALE=1 runs it";

/** The real server, or why there is none. */
async function real(): Promise<Service | { readonly problem: string }> {
  const { PLIMSOLL_TEST_S3_ENDPOINT: endpoint, AWS_REGION: region = "us-east-1", ...keys } = process.env;
  const { AWS_ACCESS_KEY_ID: accessKeyId = "", AWS_SECRET_ACCESS_KEY: secretAccessKey = "" } = keys;
  if (endpoint !== undefined) {
    const kmsKeyId = keys["PLIMSOLL_TEST_S3_KMS_KEY"];
    return { endpoint, region, accessKeyId, secretAccessKey, kmsKeyId, stop: async () => undefined };
  }
  if (!FULL_SCALE) return { problem: LATER };
  try {
    return await startCeph();
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

const TS = "2026-03-01T10:00:00.000Z";
const SCOPE = { tenant: "default", sessionId: "gone" };
const item = (id: string, data: unknown = id): StoredEntry => ({ kind: "item", id, ts: TS, data });
const payload = (text: string) => ({ text, kind: "log", label: "", ts: TS });
const ids = (entries: readonly StoredEntry[]): string[] => entries.map(({ id }) => id);

let prefixes = 0;
const newPrefix = (): string => {
  prefixes += 1;
  return `run-${process.pid}-${Date.now()}-${prefixes}`;
};

/** The bucket without the store. */
class RawBucket {
  readonly name: string;
  readonly #service: Service;
  readonly #client: AwsClient;

  constructor(service: Service, suffix = "") {
    this.name = `plimsoll-${process.pid}-${Date.now()}${suffix}`;
    this.#service = service;
    this.#client = new AwsClient({ ...service, service: "s3", retries: 0 });
  }

  async ask(method: string, path = "", body?: string): Promise<Response> {
    const url = `${this.#service.endpoint}/${this.name}${path}`;
    const response = await this.#client.fetch(url, { method, ...(body === undefined ? {} : { body }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async listed(query: string, name: string): Promise<string[]> {
    return xmlElements(await (await this.ask("GET", `?${query}`)).text(), name);
  }
}

function describeService(service: Service, hasContract = false): void {
  const bucket = new RawBucket(service);
  const made = bucket.ask("PUT");
  const open = async (more: Partial<S3StorageOptions> = {}): Promise<StorageAdapter> => {
    await made;
    const { endpoint, region, accessKeyId, secretAccessKey } = service;
    const where = { bucket: bucket.name, endpoint, region, accessKeyId, secretAccessKey };
    return s3Storage({ ...where, prefix: newPrefix(), ...more }, {});
  };
  const throughProxy = async (
    task: (proxy: FaultyProxy, endpoint: string) => Promise<void>,
  ): Promise<void> => {
    const { hostname, port } = new URL(service.endpoint);
    const proxy = await startFaultyProxy({ host: hostname, port: Number(port) });
    await task(proxy, `http://127.0.0.1:${proxy.port}`).finally(() => proxy.stop());
  };
  afterAll(() => service.stop());

  it("gives a number to one of two writers: a conditional PUT is all they share", async () => {
    const prefix = newPrefix();
    const stores = await Promise.all([open({ prefix }), open({ prefix }), open({ prefix })]);
    await Promise.all(stores.map((store, writer) => store.append("s", [item(`${writer}`), item("shared")])));
    const [one] = stores;
    expect(ids((await one?.read("s")) ?? []).sort()).toEqual(["0", "1", "2", "shared"]);
  });

  it("asks again when a connection breaks before the answer, and stores nothing twice", async () => {
    await throughProxy(async (proxy, endpoint) => {
      const store = await open({ endpoint });
      await store.append("s", [{ ...item("first"), kind: "event" }]);
      proxy.set("cut one answer");
      await store.append("s", [{ ...item("second"), kind: "event" }]);
      expect(proxy.cuts).toBe(1);
      expect(ids(await store.read("s"))).toEqual(["first", "second"]);
    });
  });

  it("sends a large payload in parts, and reads it back", async () => {
    const store = await open();
    const text = "0123456789abcdef\n".repeat(1_000_000);
    const [info] = await store.putArtifacts(SCOPE, [payload(text)]);
    expect((await store.getArtifact(SCOPE, info?.id ?? ""))?.text === text).toBe(true);
    expect(await bucket.listed("uploads", "UploadId")).toEqual([]);
  });

  it.skipIf(service.kmsKeyId === undefined)("has the server encrypt with a key of its service", async () => {
    const prefix = newPrefix();
    const { kmsKeyId = "" } = service;
    const store = await open({ prefix, serverSideEncryption: "aws:kms", kmsKeyId });
    await store.append("s", [item("e")]);
    await store.putArtifacts(SCOPE, [payload("text")]);
    const keys = await bucket.listed(`list-type=2&prefix=${prefix}`, "Key");
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      const { headers } = await bucket.ask("HEAD", `/${key}`);
      expect(headers.get("x-amz-server-side-encryption")).toBe("aws:kms");
    }
    expect(ids(await store.read("s"))).toEqual(["e"]);
  });

  it("shows the server nothing with a key of its own", async () => {
    const prefix = newPrefix();
    const store = await open({ prefix, artifactKey: "5a".repeat(32) });
    await store.append("s", [item("e", "hunter2 in an entry")]);
    await store.putArtifacts(SCOPE, [{ ...payload("hunter2 in a payload"), label: "hunter2" }]);
    for (const key of await bucket.listed(`list-type=2&prefix=${prefix}`, "Key"))
      expect(await (await bucket.ask("GET", `/${key}`)).text()).not.toContain("hunter2");
    expect((await store.read("s"))[0]?.data).toBe("hunter2 in an entry");
  });

  it("leaves no version and no part of an erased session, and every object of the others", async () => {
    const enabled = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>";
    const prefix = newPrefix();
    const bucket = new RawBucket(service, "-versions");
    await bucket.ask("PUT");
    const openHere = (more: Partial<S3StorageOptions>) => open({ bucket: bucket.name, prefix, ...more });
    const store = await openHere({ artifactKey: "5a".repeat(32) });
    const kept = { ...SCOPE, sessionId: "kept" };
    for (const scope of [SCOPE, kept]) {
      await store.append(scope.sessionId, [item("1"), item("2")]);
      await store.putArtifacts(scope, [payload("text")]);
      await store.putArtifacts(scope, [{ ...payload("text"), ts: "2026-03-02T10:00:00.000Z" }]);
    }
    // Some services know no conditional writes from here on.
    await bucket.ask("PUT", "?versioning", enabled);
    // Reading with an old key and writing with a new one replaces every object.
    const artifactKey = ["a5".repeat(32), "5a".repeat(32)];
    await (await openHere({ artifactKey })).reseal?.();
    const [folder = ""] = (await bucket.listed(`list-type=2&prefix=${prefix}/artifacts/`, "Key")).map((key) =>
      key.slice(0, key.lastIndexOf("/")),
    );
    expect(await bucket.listed(`versions&prefix=${prefix}`, "VersionId")).toHaveLength(4);
    // A process that died in the middle of things.
    await bucket.ask("POST", `/${folder}/part?uploads`);
    const objects = await bucket.listed(`list-type=2&prefix=${prefix}/sessions/`, "Key");
    const renewed = await openHere({ artifactKey });
    for (const session of ["gone", "kept"]) expect(await renewed.read(session)).toHaveLength(2);
    for (const key of objects)
      await bucket.ask("PUT", `/${key}`, await (await bucket.ask("GET", `/${key}`)).text());
    expect(await eraseSession(renewed, "gone")).toEqual({ entries: 2, artifacts: 1 });
    expect(ids(await renewed.read("kept"))).toEqual(["1", "2"]);
    expect(await renewed.listArtifacts(kept)).toHaveLength(1);
    expect(await bucket.listed(`list-type=2&prefix=${prefix}`, "Key")).toHaveLength(2);
    expect(await eraseSession(renewed, "kept")).toEqual({ entries: 2, artifacts: 1 });
    expect(await bucket.listed(`versions&prefix=${prefix}`, "VersionId")).toEqual([]);
    expect(await bucket.listed(`uploads&prefix=${prefix}`, "UploadId")).toEqual([]);
  });

  if (!hasContract) return;
  describe("the contract of stores", () => {
    it.each([...storageContract])("$name", async ({ run }) => {
      const prefix = newPrefix();
      await run({ create: () => open({ prefix }), reopen: () => open({ prefix }) });
    });
  });
}

describe("s3Storage on the server of this repository", async () => {
  describeService(await faithful());
});

const found = await real();
if ("problem" in found)
  describe.skip(`s3Storage on a real server (skipped: ${found.problem.slice(0, 300)})`, () => {
    it("does what it does on the server of this repository", () => undefined);
  });
else
  describe("s3Storage on a real server", () => {
    describeService(found, true);
  });
