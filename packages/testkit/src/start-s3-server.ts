import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { Bucket, type StoredObject } from "./s3/bucket.js";
import { checkSignature, type Credentials } from "./s3/check-signature.js";
import { S3Error } from "./s3/s3-error.js";
import { xmlText, type XmlElement } from "./s3/xml-text.js";

export interface S3Server {
  readonly endpoint: string;
  readonly region: "us-east-1";
  readonly credentials: Credentials;
  readonly buckets: ReadonlyMap<string, Bucket>;
  /** Method and path of every request that was answered. */
  readonly log: readonly string[];
  /** A bucket with these objects. */
  addBucket(name: string, objects: ReadonlyMap<string, Buffer>): void;
  /** Answers 503 SlowDown to the next requests. */
  slowDown(requests: number): void;
  /** Refuses requests whose address holds this text; undefined for none. */
  refuse(text: string | undefined): void;
  /** Takes `If-None-Match` and the like for nothing from now on, as some services do. */
  ignoreConditions(isIgnored: boolean): void;
  /** Does what the next request of this method asks, and ends the connection instead of answering. */
  dropAnswer(method: string): void;
  /** Resolves when every request that a client sent before it went away is done. */
  quiet(): Promise<void>;
  stop(): Promise<void>;
}

interface Call {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly bucket: Bucket;
  readonly key: string;
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

const KEPT = /^(?:content-type|cache-control|x-amz-meta-.*|x-amz-server-side-encryption.*)$/;

/** What a test wants the next requests to meet. */
class Faults {
  slow = 0;
  dropped: string | undefined;
  refused: string | undefined;
  ignoresConditions = false;

  check(url: string): void {
    if (this.slow > 0) {
      this.slow -= 1;
      throw new S3Error(503, "SlowDown", "Please reduce your request rate.");
    }
    if (this.refused !== undefined && url.includes(this.refused))
      throw new S3Error(400, "InvalidRequest", "The test wants this refused.");
  }

  isDropped(method: string | undefined): boolean {
    if (this.dropped === undefined || this.dropped !== method) return false;
    this.dropped = undefined;
    return true;
  }
}

const CREDENTIALS: Credentials = {
  accessKeyId: "AKIATESTTESTTESTTEST",
  secretAccessKey: "s3cret/of+the/test",
};

/**
 * A server that speaks the part of S3 that stores use, in memory and with path-style addresses: signatures, conditional
 * writes, `ListObjectsV2` with pages, ranges, multipart uploads, versions, errors in XML, `SlowDown`.
 */
export async function startS3Server(bucketNames: readonly string[] = ["bucket"]): Promise<S3Server> {
  const buckets = new Map(bucketNames.map((name) => [name, new Bucket()]));
  const log: string[] = [];
  const faults = new Faults();
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, headers = {}, body } = await answerTo(request, buckets, faults).catch(refusal);
    log.push(`${request.method} ${request.url}`);
    if (faults.isDropped(request.method)) {
      request.socket.destroy();
      return;
    }
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    response.writeHead(status, { "x-amz-request-id": String(log.length), ...length, ...headers });
    response.end(request.method === "HEAD" ? undefined : body);
  };
  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: "us-east-1",
    credentials: CREDENTIALS,
    buckets,
    log,
    addBucket(name, objects) {
      const bucket = new Bucket();
      for (const [key, body] of objects) bucket.put(key, body, { headers: {} });
      buckets.set(name, bucket);
    },
    slowDown(requests) {
      faults.slow = requests;
    },
    refuse(text) {
      faults.refused = text;
    },
    ignoreConditions(isIgnored) {
      faults.ignoresConditions = isIgnored;
    },
    dropAnswer(method) {
      faults.dropped = method;
    },
    async quiet() {
      const connections = promisify(server.getConnections.bind(server));
      for (server.closeIdleConnections(); (await connections()) > 0; server.closeIdleConnections())
        await setImmediate();
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answerTo(
  request: IncomingMessage,
  buckets: Map<string, Bucket>,
  faults: Faults,
): Promise<Answer> {
  const body = Buffer.concat(await request.toArray());
  const target = request.url ?? "/";
  const url = new URL(target, "http://s3.test");
  checkSignature({ method: request.method ?? "", target, headers: request.headers, url, body }, CREDENTIALS);
  faults.check(target);
  if (faults.ignoresConditions) delete request.headers["if-none-match"];
  const [, name = "", ...key] = url.pathname.split("/").map(decodeURIComponent);
  if (request.method === "PUT" && key.join("") === "" && !buckets.has(name)) {
    buckets.set(name, new Bucket());
    return { status: 200 };
  }
  const bucket = buckets.get(name);
  if (!bucket) throw new S3Error(404, "NoSuchBucket", "The specified bucket does not exist.");
  return answerOf({ request, url, bucket, key: key.join("/"), body });
}

function refusal(error: unknown): Answer {
  const { status, code, message } =
    error instanceof S3Error ? error : new S3Error(500, "InternalError", String(error));
  return xml(status, "Error", { Code: code, Message: message, RequestId: "test" });
}

function xml(status: number, root: string, content: XmlElement): Answer {
  return { status, headers: { "content-type": "application/xml" }, body: xmlText(root, content) };
}

function answerOf(call: Call): Answer {
  const { request, url, bucket, key } = call;
  if (key === "") return answerBucket(call);
  const uploadId = url.searchParams.get("uploadId");
  if (uploadId !== null || url.searchParams.has("uploads")) return answerUpload(call, uploadId ?? "");
  switch (request.method) {
    case "GET":
    case "HEAD":
      return readObject(call, bucket.get(key));
    case "PUT":
      return written(bucket.put(key, call.body, { ...conditions(request), headers: keptHeaders(request) }));
    case "DELETE": {
      const version = url.searchParams.get("versionId");
      if (version === null) bucket.remove(key);
      else bucket.removeVersion(key, version);
      return { status: 204 };
    }
    default:
      throw new S3Error(405, "MethodNotAllowed", "The method is not allowed on an object.");
  }
}

function answerBucket(call: Call): Answer {
  const { request, url, bucket, body } = call;
  if (url.searchParams.has("versioning")) return answerVersioning(call);
  if (request.method === "HEAD" || request.method === "PUT") return { status: 200 };
  if (request.method === "GET") return listBucket(call);
  if (request.method === "POST" && url.searchParams.has("delete")) {
    const keys = elements(body, "Key");
    for (const key of keys) bucket.remove(key);
    return xml(200, "DeleteResult", { Deleted: keys.map((Key) => ({ Key })) });
  }
  throw new S3Error(501, "NotImplemented", "This server does not do that with a bucket.");
}

function answerVersioning({ request, bucket, body }: Call): Answer {
  if (request.method === "PUT") bucket.isVersioned = elements(body, "Status")[0] === "Enabled";
  return xml(200, "VersioningConfiguration", bucket.isVersioned ? { Status: "Enabled" } : {});
}

function listBucket({ url: { searchParams: query }, bucket }: Call): Answer {
  if (query.get("list-type") === "2") return xml(200, "ListBucketResult", bucket.list(query));
  if (query.has("versions")) return xml(200, "ListVersionsResult", bucket.listVersions(query));
  if (query.has("uploads"))
    return xml(200, "ListMultipartUploadsResult", bucket.listUploads(query.get("prefix") ?? ""));
  throw new S3Error(501, "NotImplemented", "This server does not list a bucket like that.");
}

function answerUpload({ request, url, bucket, key, body }: Call, uploadId: string): Answer {
  if (request.method === "POST" && uploadId === "") {
    const UploadId = bucket.startUpload(key, keptHeaders(request));
    return xml(200, "InitiateMultipartUploadResult", { Bucket: "bucket", Key: key, UploadId });
  }
  if (request.method === "PUT") {
    const etag = bucket.putPart(uploadId, Number(url.searchParams.get("partNumber")), body);
    return { status: 200, headers: { etag } };
  }
  if (request.method === "DELETE") {
    bucket.abortUpload(uploadId);
    return { status: 204 };
  }
  const etags = elements(body, "ETag");
  const parts = elements(body, "PartNumber").map((number, index) => ({
    number: Number(number),
    etag: etags[index] ?? "",
  }));
  const { etag } = bucket.completeUpload(uploadId, parts, conditions(request));
  return xml(200, "CompleteMultipartUploadResult", { Key: key, ETag: etag });
}

function readObject({ request }: Call, { body, etag, modified, headers }: StoredObject): Answer {
  const common = { etag, "last-modified": modified.toUTCString(), "accept-ranges": "bytes", ...headers };
  if (request.headers["if-none-match"] === etag) return { status: 304, headers: common };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (first === undefined) return { status: 200, headers: common, body };
  if (Number(first) >= body.length)
    throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable.");
  const part = body.subarray(Number(first), last ? Number(last) + 1 : undefined);
  const range = `bytes ${first}-${Number(first) + part.length - 1}/${body.length}`;
  return { status: 206, headers: { ...common, "content-range": range }, body: part };
}

const written = ({ etag }: StoredObject): Answer => ({ status: 200, headers: { etag } });

function conditions({ headers }: IncomingMessage): {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
} {
  return { ifMatch: headers["if-match"], ifNoneMatch: headers["if-none-match"] };
}

function keptHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT.test(name))) as Record<
    string,
    string
  >;
}

function elements(body: Buffer, name: string): string[] {
  return Array.from(
    body.toString().matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g")),
    ([, text = ""]) =>
      text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  );
}
