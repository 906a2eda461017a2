import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { AwsClient } from "aws4fetch";
import { CompactError } from "../../errors/compact-error.js";
import type { S3Options } from "./s3-options.js";
import { xmlElements } from "./xml-elements.js";

/** How long to wait before each further try, at most; half of it is chance. */
const PAUSES_MS = [50, 200, 800, 2000];
/** Longer ones are sent in parts of this size. */
const PART_BYTES = 16 * 1024 * 1024;
const AGAIN = new Set([408, 409, 429, 500, 502, 503, 504]);

/** Not a code of a service: it does not say so. */
const IGNORED = "ConditionIgnored";
const ADVICE: Readonly<Record<string, string>> = {
  NoSuchBucket: "the bucket does not exist: create it",
  InvalidAccessKeyId: "the access key is not known: check AWS_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "the secret is wrong: check AWS_SECRET_ACCESS_KEY",
  AccessDenied:
    "the key may not do that: allow s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket, and in a bucket that keeps versions s3:ListBucketVersions and s3:DeleteObjectVersion",
  RequestTimeTooSkewed: "the clock of this machine is wrong: set it",
  NotImplemented: "the service does not know conditional writes, without which the store cannot work",
  [IGNORED]:
    "the service ignores If-None-Match, so processes that write at once would write over each other: use one with conditional writes; some have them only in buckets that keep no versions",
};

/** A service that does not say whether it keeps versions, or not to this key, has none that the store could take away. */
const UNTOLD = new Set([400, 403, 404, 405, 501]);

/** An upload in parts that was begun and not ended. */
export interface OpenUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly started: string;
}

interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
  readonly isLatest: boolean;
  /** It stands for an object that was deleted. */
  readonly isMarker: boolean;
}

export interface ListedPage {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  readonly next: string | undefined;
}

interface ObjectRequest {
  readonly method: string;
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Refusals that are an answer. */
  readonly expected?: readonly number[];
}

/** The objects of one bucket below a prefix. Every failure is `STORE_UNAVAILABLE`. */
export class S3Objects {
  readonly #options: S3Options;
  #client: Promise<AwsClient> | undefined;
  #keepsVersions: Promise<boolean> | undefined;
  /** True once the service has refused to create an object that is there. */
  #heedsConditions = false;

  constructor(options: S3Options) {
    this.#options = options;
  }

  /** Undefined if there is no such object. `first` and `last` are positions of bytes. */
  async get(
    key: string,
    range?: { readonly first: number; readonly last: number },
  ): Promise<Uint8Array | undefined> {
    const headers = range ? { range: `bytes=${range.first}-${range.last}` } : {};
    const response = await this.#send({ method: "GET", key, headers, expected: [404] });
    return response.status === 404 ? undefined : new Uint8Array(await response.arrayBuffer());
  }

  /**
   * Puts other content in the place of an object's; false if the object is gone. Services differ in what they take for a
   * matching tag, so one that is removed at this very moment may come back.
   */
  async replace(key: string, body: Uint8Array): Promise<boolean> {
    if (!(await this.exists(key))) return false;
    await this.write(key, body);
    await this.forget(key);
    return true;
  }

  async exists(key: string): Promise<boolean> {
    return (await this.#send({ method: "HEAD", key, expected: [404] })).status !== 404;
  }

  /** False if there was an object of this name already; whether an earlier try of this call made it, its content tells. */
  async create(key: string, body: Uint8Array): Promise<boolean> {
    const isCreated = await this.#create(key, body);
    if (!isCreated) this.#heedsConditions = true;
    else if (!this.#heedsConditions) await this.#tryConditions(key, body);
    return isCreated;
  }

  async #create(key: string, body: Uint8Array): Promise<boolean> {
    const headers = { "if-none-match": "*", ...this.#options.encryption };
    return (await this.#send({ method: "PUT", key, headers, body, expected: [412] })).status !== 412;
  }

  /**
   * The first object that is created is created again: a service that does not refuse that would have one process write over what
   * another wrote. If the object was removed in between, the second attempt makes it anew, and the third tells.
   */
  async #tryConditions(key: string, body: Uint8Array): Promise<void> {
    const isMadeAgain = await this.#create(key, body).catch(() => undefined);
    if (isMadeAgain === undefined) return;
    if (isMadeAgain && (await this.#create(key, body)))
      throw this.#error({ method: "PUT", key }, { code: IGNORED, message: "" });
    if (isMadeAgain) await this.remove(key);
    this.#heedsConditions = true;
  }

  /** Writes an object whose content is all in its name: whoever writes it writes the same. */
  async write(key: string, body: Uint8Array): Promise<void> {
    if (body.length > PART_BYTES) return this.#writeParts(key, body);
    await this.#send({ method: "PUT", key, headers: this.#options.encryption, body });
  }

  /** Uploads below a prefix that were begun and not ended. */
  async uploads(below = ""): Promise<OpenUpload[]> {
    const prefix = this.#options.prefix + below;
    const found: OpenUpload[] = [];
    for (let after: Record<string, string> = {}; ; ) {
      const response = await this.#send({ method: "GET", query: { uploads: "", prefix, ...after } });
      const xml = await response.text();
      for (const inner of xmlElements(xml, "Upload"))
        found.push({
          key: this.#own(xmlElements(inner, "Key")[0] ?? ""),
          uploadId: xmlElements(inner, "UploadId")[0] ?? "",
          started: xmlElements(inner, "Initiated")[0] ?? "",
        });
      const [key] = xmlElements(xml, "NextKeyMarker");
      if (xmlElements(xml, "IsTruncated")[0] !== "true" || key === undefined) return found;
      after = { "key-marker": key, "upload-id-marker": xmlElements(xml, "NextUploadIdMarker")[0] ?? "" };
    }
  }

  async abort(key: string, uploadId: string): Promise<void> {
    await this.#send({ method: "DELETE", key, query: { uploadId }, expected: [404] });
  }

  async remove(key: string): Promise<void> {
    await this.#send({ method: "DELETE", key, expected: [404] });
    await this.forget(key);
  }

  /**
   * Takes away what a bucket that keeps versions holds of deleted and replaced objects below a prefix. Objects that are there
   * stay. The oldest goes first, so that none comes to light in between.
   */
  async forget(prefix: string): Promise<void> {
    if (!(await this.#isKeepingVersions())) return;
    const versions = await this.#versions(prefix);
    const old = versions.filter(({ isLatest, isMarker }) => !isLatest && !isMarker).reverse();
    for (const version of [...old, ...versions.filter(({ isMarker }) => isMarker)])
      await this.#send({
        method: "DELETE",
        key: version.key,
        query: { versionId: version.versionId },
        expected: [404],
      });
  }

  /** The names below a prefix, in the order of their bytes, page by page. */
  async page(
    prefix: string,
    options: {
      readonly token?: string | undefined;
      readonly limit?: number;
      readonly isFolder?: boolean;
    } = {},
  ): Promise<ListedPage> {
    const { token, limit, isFolder } = options;
    const response = await this.#send({
      method: "GET",
      query: {
        "list-type": "2",
        prefix: this.#options.prefix + prefix,
        ...(isFolder === true ? { delimiter: "/" } : {}),
        ...(limit === undefined ? {} : { "max-keys": String(limit) }),
        ...(token === undefined ? {} : { "continuation-token": token }),
      },
    });
    const xml = await response.text();
    return {
      keys: xmlElements(xml, "Key").map((name) => this.#own(name)),
      prefixes: xmlElements(xml, "CommonPrefixes").flatMap((inner) =>
        xmlElements(inner, "Prefix").map((name) => this.#own(name)),
      ),
      next:
        xmlElements(xml, "IsTruncated")[0] === "true"
          ? xmlElements(xml, "NextContinuationToken")[0]
          : undefined,
    };
  }

  async *names(prefix: string): AsyncGenerator<string> {
    for (let token: string | undefined; ; ) {
      const { keys, next } = await this.page(prefix, { token });
      yield* keys;
      if (next === undefined) return;
      token = next;
    }
  }

  async *folders(prefix: string): AsyncGenerator<string> {
    for (let token: string | undefined; ; ) {
      const { prefixes, next } = await this.page(prefix, { token, isFolder: true });
      yield* prefixes;
      if (next === undefined) return;
      token = next;
    }
  }

  /** A name without the prefix of the store. */
  #own(name: string): string {
    return name.slice(this.#options.prefix.length);
  }

  #isKeepingVersions(): Promise<boolean> {
    this.#keepsVersions ??= this.#askForVersions().catch((error: unknown) => {
      this.#keepsVersions = undefined;
      throw error;
    });
    return this.#keepsVersions;
  }

  async #askForVersions(): Promise<boolean> {
    const query = { versioning: "" };
    const response = await this.#send({ method: "GET", query, expected: [...UNTOLD] });
    return response.ok && xmlElements(await response.text(), "Status").length > 0;
  }

  /** Of each name the newest first. */
  async #versions(below: string): Promise<ObjectVersion[]> {
    const prefix = this.#options.prefix + below;
    const found: ObjectVersion[] = [];
    for (let after: Record<string, string> = {}; ; ) {
      const response = await this.#send({ method: "GET", query: { versions: "", prefix, ...after } });
      const xml = await response.text();
      for (const name of ["Version", "DeleteMarker"])
        for (const inner of xmlElements(xml, name))
          found.push({
            key: this.#own(xmlElements(inner, "Key")[0] ?? ""),
            versionId: xmlElements(inner, "VersionId")[0] ?? "",
            isLatest: xmlElements(inner, "IsLatest")[0] === "true",
            isMarker: name === "DeleteMarker",
          });
      const [key] = xmlElements(xml, "NextKeyMarker");
      if (xmlElements(xml, "IsTruncated")[0] !== "true" || key === undefined) return found;
      after = { "key-marker": key, "version-id-marker": xmlElements(xml, "NextVersionIdMarker")[0] ?? "" };
    }
  }

  async #writeParts(key: string, body: Uint8Array): Promise<void> {
    const started = await this.#send({
      method: "POST",
      key,
      query: { uploads: "" },
      headers: this.#options.encryption,
    });
    const [uploadId = ""] = xmlElements(await started.text(), "UploadId");
    try {
      const parts: string[] = [];
      for (let start = 0; start < body.length; start += PART_BYTES) {
        const number = String(parts.length + 1);
        const query = { partNumber: number, uploadId };
        const part = await this.#send({
          method: "PUT",
          key,
          query,
          body: body.subarray(start, start + PART_BYTES),
        });
        const etag = (part.headers.get("etag") ?? "").replaceAll('"', "");
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag></Part>`);
      }
      const list = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
      const done = await this.#send({
        method: "POST",
        key,
        query: { uploadId },
        body: new TextEncoder().encode(list),
      });
      const answer = await done.text();
      // The status was sent before the parts were joined.
      const [code] = xmlElements(answer, "Code");
      if (code !== undefined)
        throw this.#error({ method: "POST", key }, { status: 200, code, message: answer });
    } catch (error) {
      // Parts that nobody joins cost money.
      await this.abort(key, uploadId).catch(() => undefined);
      throw error;
    }
  }

  async #send(request: ObjectRequest): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const pause = PAUSES_MS[attempt];
      const outcome = await this.#attempt(request);
      if (!("failure" in outcome)) return outcome.response;
      if (!outcome.isPassing || pause === undefined) throw outcome.failure;
      await setTimeout(pause / 2 + Math.random() * (pause / 2));
    }
  }

  async #attempt(
    request: ObjectRequest,
  ): Promise<
    { readonly response: Response } | { readonly failure: CompactError; readonly isPassing: boolean }
  > {
    let response: Response;
    try {
      response = await this.#fetch(request);
    } catch (cause) {
      if (CompactError.isInstance(cause)) throw cause;
      const reason = cause instanceof Error ? String(cause.cause ?? cause.message) : String(cause);
      return { failure: this.#error(request, { message: reason }, cause), isPassing: true };
    }
    if (response.ok || request.expected?.includes(response.status) === true) return { response };
    const text = await response.text().catch(() => "");
    const [code] = xmlElements(text, "Code");
    const [message = ""] = xmlElements(text, "Message");
    const failure = this.#error(request, { status: response.status, code, message });
    return { failure, isPassing: AGAIN.has(response.status) };
  }

  async #fetch({ method, key = "", query = {}, headers = {}, body }: ObjectRequest): Promise<Response> {
    this.#client ??= loadClient(this.#options);
    const client = await this.#client;
    const { bucketUrl, prefix, requestTimeoutMs } = this.#options;
    const url = new URL(key === "" ? bucketUrl : `${bucketUrl}/${prefix}${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const digest = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    return client.fetch(url.href, {
      method,
      headers: { ...headers, "x-amz-content-sha256": digest },
      ...(body ? { body } : {}),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
  }

  #error(
    { method, key = "" }: ObjectRequest,
    {
      status,
      code,
      message,
    }: { readonly status?: number; readonly code?: string | undefined; readonly message: string },
    cause?: unknown,
  ): CompactError {
    const place = this.#options.bucketUrl;
    const known = code !== undefined && Object.hasOwn(ADVICE, code) ? ADVICE[code] : undefined;
    const reason = known ?? `${[status, code, message.slice(0, 500)].filter(Boolean).join(" ")}`;
    return new CompactError(
      "STORE_UNAVAILABLE",
      `The s3 store at ${place} failed to ${method} ${key || "a list"}: ${reason}.`,
      {
        details: {
          store: "s3",
          path: place,
          operation: method,
          ...(status ? { status } : {}),
          ...(code ? { code } : {}),
        },
        cause,
      },
    );
  }
}

async function loadClient(options: S3Options): Promise<AwsClient> {
  let library: { readonly AwsClient: typeof AwsClient };
  try {
    library = await import("aws4fetch");
  } catch (cause) {
    throw new CompactError(
      "STORE_UNAVAILABLE",
      'The s3 store needs the package "aws4fetch": install it (npm install aws4fetch).',
      { details: { package: "aws4fetch" }, cause },
    );
  }
  const { accessKeyId, secretAccessKey, sessionToken, region } = options;
  return new library.AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    region,
    service: "s3",
    retries: 0,
  });
}
