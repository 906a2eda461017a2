import { CompactError } from "../../errors/compact-error.js";
import { checkedOptions } from "../../validation/checked-options.js";
import type { Shape } from "../../validation/shape.js";
import { KEY } from "../disk-options.js";
import type { ArtifactKeys } from "../keys/key-service.js";

export interface S3StorageOptions {
  readonly bucket: string;
  /** The address of another service than AWS, asked with path-style addresses. @default AWS_ENDPOINT_URL_S3, then AWS */
  readonly endpoint?: string;
  /** @default AWS_REGION, then "us-east-1" */
  readonly region?: string;
  /** What the names of all objects begin with. @default "plimsoll" */
  readonly prefix?: string;
  /** @default AWS_ACCESS_KEY_ID */
  readonly accessKeyId?: string;
  /** @default AWS_SECRET_ACCESS_KEY */
  readonly secretAccessKey?: string;
  /** @default AWS_SESSION_TOKEN */
  readonly sessionToken?: string;
  /** Encrypted by the server, with its own key or with one of a key service. */
  readonly serverSideEncryption?: "AES256" | "aws:kms";
  /** The key of the key service, for `aws:kms`. */
  readonly kmsKeyId?: string;
  /** As for `sqliteStorage`: encrypted here, before anything is sent. */
  readonly artifactKey?: ArtifactKeys;
  /** How long one request may take. @default 30000 */
  readonly requestTimeoutMs?: number;
}

/** The options, complete and checked. */
export interface S3Options {
  /** The address of the bucket, without a slash at its end. */
  readonly bucketUrl: string;
  readonly region: string;
  /** With a slash at its end, or empty. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  /** Sent with whatever is written. */
  readonly encryption: Readonly<Record<string, string>>;
  readonly requestTimeoutMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A name of AWS, which every other service accepts too. */
const BUCKET: Shape = {
  kind: "text",
  pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  be: "the name of a bucket: 3 to 63 small letters, digits, dots and hyphens",
};
const PREFIX: Shape = {
  kind: "text",
  pattern: /^[A-Za-z0-9_.-]{1,100}(?:\/[A-Za-z0-9_.-]{1,100}){0,9}$/,
  be: "a prefix of letters, digits, _ . - and / between them",
};
const DEFAULT_PREFIX = "plimsoll";

/** @throws CompactError `INVALID_INPUT` with the option and what is allowed, `INVALID_CONFIG` without keys. */
export function s3Options(
  options: unknown,
  environment: Environment,
): { readonly options: S3Options; readonly artifactKey: ArtifactKeys | undefined } {
  const given = checkedOptions<Partial<S3StorageOptions>>(options, {
    what: "s3Storage",
    code: "INVALID_INPUT",
    fields: {
      bucket: BUCKET,
      endpoint: "text",
      region: "text",
      prefix: PREFIX,
      accessKeyId: "text",
      secretAccessKey: "text",
      sessionToken: "text",
      serverSideEncryption: ["AES256", "aws:kms"],
      kmsKeyId: "text",
      artifactKey: KEY,
      requestTimeoutMs: { kind: "number", whole: true, min: 1, max: 2_147_483_647 },
    },
  });
  const { bucket, artifactKey, requestTimeoutMs = 30_000, prefix = DEFAULT_PREFIX } = given;
  if (bucket === undefined)
    throw new CompactError("INVALID_INPUT", "s3Storage needs `bucket`, the name of one that exists.", {
      details: { key: "bucket" },
    });
  const region =
    given.region ?? environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] ?? "us-east-1";
  const endpoint = given.endpoint ?? environment["AWS_ENDPOINT_URL_S3"] ?? environment["AWS_ENDPOINT_URL"];
  return {
    options: {
      bucketUrl: bucketUrl(bucket, region, endpoint),
      region,
      prefix: `${prefix}/`,
      ...keysOf(given, environment),
      encryption: encryptionHeaders(given),
      requestTimeoutMs,
    },
    artifactKey,
  };
}

function bucketUrl(bucket: string, region: string, endpoint: string | undefined): string {
  if (endpoint === undefined) {
    const host = `s3.${region}.amazonaws.com`;
    // No certificate covers a name with dots below another.
    return bucket.includes(".") ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
  }
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username !== "")
    throw new CompactError(
      "INVALID_INPUT",
      "`endpoint` of s3Storage is no http or https address without a user.",
      {
        details: { key: "endpoint" },
      },
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}/${bucket}`;
}

type Keys = Pick<S3Options, "accessKeyId" | "secretAccessKey" | "sessionToken">;

function keysOf(given: Partial<S3StorageOptions>, environment: Environment): Keys {
  const accessKeyId = given.accessKeyId ?? environment["AWS_ACCESS_KEY_ID"] ?? "";
  const secretAccessKey = given.secretAccessKey ?? environment["AWS_SECRET_ACCESS_KEY"] ?? "";
  const sessionToken =
    given.sessionToken ?? (given.accessKeyId === undefined ? environment["AWS_SESSION_TOKEN"] : undefined);
  if (accessKeyId !== "" && secretAccessKey !== "") return { accessKeyId, secretAccessKey, sessionToken };
  throw new CompactError(
    "INVALID_CONFIG",
    "The s3 store has no keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    { details: { key: accessKeyId === "" ? "AWS_ACCESS_KEY_ID" : "AWS_SECRET_ACCESS_KEY" } },
  );
}

function encryptionHeaders({
  serverSideEncryption,
  kmsKeyId,
}: Partial<S3StorageOptions>): Record<string, string> {
  if (serverSideEncryption === undefined) return {};
  return {
    "x-amz-server-side-encryption": serverSideEncryption,
    ...(kmsKeyId === undefined ? {} : { "x-amz-server-side-encryption-aws-kms-key-id": kmsKeyId }),
  };
}
