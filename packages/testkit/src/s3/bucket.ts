import { createHash, randomUUID } from "node:crypto";
import { S3Error } from "./s3-error.js";
import type { XmlElement } from "./xml-text.js";

export interface StoredObject {
  readonly body: Buffer;
  readonly etag: string;
  readonly modified: Date;
  /** What a client gave with it: metadata, type, encryption. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Upload {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly started: Date;
  readonly parts: Map<number, Buffer>;
}

interface Version {
  readonly key: string;
  readonly id: string;
  /** Undefined for a mark that the object was deleted. */
  readonly object: StoredObject | undefined;
}

export interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

const LEAST_PART = 5 * 1024 * 1024;
const MAX_KEYS = 1000;
const md5 = (bytes: Buffer): Buffer => createHash("md5").update(bytes).digest();

/** The objects of one bucket. */
export class Bucket {
  readonly objects: Map<string, StoredObject> = new Map<string, StoredObject>();
  /** The longest page of a list. */
  maxKeys: number = MAX_KEYS;
  /** Whether replaced and deleted objects are kept. */
  isVersioned = false;
  readonly #uploads = new Map<string, Upload>();
  /** The oldest first. */
  #versions: Version[] = [];

  /** Every byte that is kept, of earlier versions too. */
  get everything(): Buffer {
    const kept = this.#versions.flatMap(({ object }) => (object ? [object.body] : []));
    const parts = [...this.#uploads.values()].flatMap((upload) => [...upload.parts.values()]);
    return Buffer.concat([...Array.from(this.objects.values(), ({ body }) => body), ...kept, ...parts]);
  }

  get openUploads(): number {
    return this.#uploads.size;
  }

  get(key: string): StoredObject {
    const found = this.objects.get(key);
    if (!found) throw new S3Error(404, "NoSuchKey", "The specified key does not exist.");
    return found;
  }

  put(
    key: string,
    body: Buffer,
    options: Conditions & { readonly headers: StoredObject["headers"] },
  ): StoredObject {
    this.#check(key, options);
    return this.#store(key, { body, etag: `"${md5(body).toString("hex")}"`, headers: options.headers });
  }

  remove(key: string): void {
    this.objects.delete(key);
    if (this.isVersioned) this.#versions.push({ key, id: randomUUID(), object: undefined });
  }

  removeVersion(key: string, versionId: string): void {
    this.#versions = this.#versions.filter(({ id }) => id !== versionId);
    const newest = this.#versions.findLast((version) => version.key === key)?.object;
    if (newest) this.objects.set(key, newest);
    else this.objects.delete(key);
  }

  startUpload(key: string, headers: StoredObject["headers"], started: Date = new Date()): string {
    const id = randomUUID();
    this.#uploads.set(id, { key, headers, started, parts: new Map() });
    return id;
  }

  putPart(uploadId: string, number: number, body: Buffer): string {
    this.#upload(uploadId).parts.set(number, body);
    return `"${md5(body).toString("hex")}"`;
  }

  completeUpload(
    uploadId: string,
    named: readonly { number: number; etag: string }[],
    conditions: Conditions,
  ): StoredObject {
    const { key, headers, parts } = this.#upload(uploadId);
    const bodies = named.map(({ number, etag }, index) => {
      const body = parts.get(number);
      if (!body || etag.replaceAll('"', "") !== md5(body).toString("hex"))
        throw new S3Error(400, "InvalidPart", `Part ${number} was not uploaded like that.`);
      if (index > 0 && number <= (named[index - 1]?.number ?? 0))
        throw new S3Error(400, "InvalidPartOrder", "The parts are not in ascending order.");
      if (index < named.length - 1 && body.length < LEAST_PART)
        throw new S3Error(400, "EntityTooSmall", `Part ${number} is smaller than 5 MiB and not the last.`);
      return body;
    });
    if (bodies.length === 0) throw new S3Error(400, "MalformedXML", "No part is named.");
    this.#check(key, conditions);
    this.#uploads.delete(uploadId);
    const etag = `"${md5(Buffer.concat(bodies.map(md5))).toString("hex")}-${bodies.length}"`;
    return this.#store(key, { body: Buffer.concat(bodies), etag, headers });
  }

  abortUpload(uploadId: string): void {
    this.#upload(uploadId);
    this.#uploads.delete(uploadId);
  }

  /** The answer of `ListMultipartUploads`. */
  listUploads(prefix: string): XmlElement {
    const uploads = [...this.#uploads].filter(([, { key }]) => key.startsWith(prefix));
    return {
      IsTruncated: false,
      Upload: uploads.map(([UploadId, { key, started }]) => ({
        Key: key,
        UploadId,
        Initiated: started.toISOString(),
      })),
    };
  }

  /** A page of `ListObjectVersions`. */
  listVersions(query: URLSearchParams): XmlElement {
    const prefix = query.get("prefix") ?? "";
    const marker = [query.get("key-marker") ?? "", query.get("version-id-marker") ?? ""] as const;
    const sorted = this.#versions
      .filter(({ key }) => key.startsWith(prefix))
      .reverse()
      .sort((left, right) => byBytes(left.key, right.key));
    const start = sorted.findIndex(({ key, id }) => key === marker[0] && id === marker[1]) + 1;
    const page = sorted.slice(start, start + this.maxKeys);
    const last = page.at(-1);
    const isTruncated = start + page.length < sorted.length && last !== undefined;
    const listed = (isMarker: boolean): XmlElement[] =>
      page
        .filter(({ object }) => (object === undefined) === isMarker)
        .map((version) => ({
          Key: version.key,
          VersionId: version.id,
          IsLatest: sorted.find(({ key }) => key === version.key) === version,
        }));
    return {
      Prefix: prefix,
      IsTruncated: isTruncated,
      ...(isTruncated ? { NextKeyMarker: last.key, NextVersionIdMarker: last.id } : {}),
      Version: listed(false),
      DeleteMarker: listed(true),
    };
  }

  /** A page of `ListObjectsV2`. */
  list(query: URLSearchParams): XmlElement {
    const prefix = query.get("prefix") ?? "";
    const delimiter = query.get("delimiter") ?? "";
    const limit = Math.min(Number(query.get("max-keys") ?? this.maxKeys), this.maxKeys);
    const token = query.get("continuation-token");
    const after =
      token === null ? (query.get("start-after") ?? "") : Buffer.from(token, "base64url").toString();
    const contents: XmlElement[] = [];
    const prefixes = new Set<string>();
    let last = after;
    let isTruncated = false;
    for (const key of [...this.objects.keys()].filter((name) => name.startsWith(prefix)).sort(byBytes)) {
      const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
      const shown = end < 0 ? key : key.slice(0, end + delimiter.length);
      if (byBytes(shown, after) <= 0 || prefixes.has(shown)) continue;
      if (contents.length + prefixes.size >= limit) {
        isTruncated = true;
        break;
      }
      last = shown;
      if (end >= 0) prefixes.add(shown);
      else contents.push(this.#listed(key));
    }
    return {
      Name: "bucket",
      Prefix: prefix,
      ...(delimiter === "" ? {} : { Delimiter: delimiter }),
      MaxKeys: limit,
      KeyCount: contents.length + prefixes.size,
      IsTruncated: isTruncated,
      ...(isTruncated ? { NextContinuationToken: Buffer.from(last).toString("base64url") } : {}),
      Contents: contents,
      CommonPrefixes: [...prefixes].map((Prefix) => ({ Prefix })),
    };
  }

  #listed(key: string): XmlElement {
    const { body, etag, modified } = this.get(key);
    return {
      Key: key,
      LastModified: modified.toISOString(),
      ETag: etag,
      Size: body.length,
      StorageClass: "STANDARD",
    };
  }

  #store(key: string, object: Omit<StoredObject, "modified">): StoredObject {
    const stored = { ...object, modified: new Date() };
    this.objects.set(key, stored);
    if (this.isVersioned) this.#versions.push({ key, id: randomUUID(), object: stored });
    return stored;
  }

  #upload(uploadId: string): Upload {
    const upload = this.#uploads.get(uploadId);
    if (!upload) throw new S3Error(404, "NoSuchUpload", "The specified upload does not exist.");
    return upload;
  }

  #check(key: string, { ifMatch, ifNoneMatch }: Conditions): void {
    const held = this.objects.get(key);
    if (ifNoneMatch !== undefined && ifNoneMatch !== "*")
      throw new S3Error(501, "NotImplemented", "A PUT knows If-None-Match only with *.");
    if (ifNoneMatch === "*" && held)
      throw new S3Error(412, "PreconditionFailed", "At least one of the preconditions did not hold.");
    if (ifMatch === undefined) return;
    if (!held) throw new S3Error(404, "NoSuchKey", "The specified key does not exist.");
    if (held.etag !== ifMatch)
      throw new S3Error(412, "PreconditionFailed", "At least one of the preconditions did not hold.");
  }
}

/** S3 lists by the bytes of UTF-8. */
function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
