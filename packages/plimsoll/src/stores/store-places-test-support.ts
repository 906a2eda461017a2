import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startS3Server } from "plimsoll-testkit/start-s3-server";
import { newSchema, postgresUrl } from "./postgres/postgres-test-support.js";
import { postgresStorage } from "./postgres/postgres-storage.js";
import { s3Storage } from "./s3/s3-storage.js";
import type { StorageAdapter } from "./storage-adapter.js";

type Bucket =
  Awaited<ReturnType<typeof startS3Server>>["buckets"] extends ReadonlyMap<string, infer B> ? B : never;

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plimsoll-store-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A store in a bucket, below "p", on a server that ends with the test. */
export async function storeInBucket(): Promise<{
  readonly storage: StorageAdapter;
  readonly bucket: Bucket;
}> {
  const { endpoint, region, credentials, buckets, stop } = await startS3Server();
  const bucket = buckets.get("bucket");
  if (!bucket) throw new Error("The server has no bucket.");
  const storage = s3Storage({ bucket: "bucket", prefix: "p", endpoint, region, ...credentials }, {});
  onTestFinished(async () => {
    await storage.close();
    await stop();
  });
  return { storage, bucket };
}

/** A store in a schema of its own, closed after the test. */
export function storeInSchema(): { readonly storage: StorageAdapter; readonly schema: string } {
  const schema = newSchema();
  const storage = postgresStorage({ url: postgresUrl, schema });
  onTestFinished(() => storage.close());
  return { storage, schema };
}
