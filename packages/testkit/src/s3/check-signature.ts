import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { S3Error } from "./s3-error.js";

export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const MUST_BE_SIGNED = ["host", "x-amz-date", "x-amz-content-sha256"];
const MAX_SKEW_MS = 15 * 60 * 1000;

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** Checks a request as S3 does: the signature of version 4, its time, and that the body is the one that was signed. */
export function checkSignature(request: SignedRequest, credentials: Credentials): void {
  const header = (name: string): string => [request.headers[name] ?? ""].flat().join(",").trim();
  const [, keyId, day, region, names, signature] = AUTHORIZATION.exec(header("authorization")) ?? [];
  if (!keyId || !day || !region || !names || !signature)
    throw new S3Error(403, "AccessDenied", "The request has no signature of version 4.");
  if (keyId !== credentials.accessKeyId)
    throw new S3Error(403, "InvalidAccessKeyId", "The access key is not known.");
  if (credentials.sessionToken !== undefined && header("x-amz-security-token") !== credentials.sessionToken)
    throw new S3Error(403, "InvalidToken", "The token is not the one of this key.");
  const signed = names.split(";");
  if (MUST_BE_SIGNED.some((name) => !signed.includes(name)))
    throw new S3Error(
      403,
      "AccessDenied",
      "There were headers present in the request which were not signed.",
    );
  const date = header("x-amz-date");
  checkTime(date);
  const digest = header("x-amz-content-sha256");
  if (digest !== "UNSIGNED-PAYLOAD" && digest !== sha256(request.body))
    throw new S3Error(400, "XAmzContentSHA256Mismatch", "The body is not the one that was signed.");
  const canonical = [
    request.method,
    request.target.split("?", 1)[0],
    canonicalQuery(request.url),
    ...signed.map((name) => `${name}:${header(name).replace(/ +/g, " ")}`),
    "",
    names,
    digest,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [region, "s3", "aws4_request"].reduce(
    (derived: Buffer, part) => hmac(derived, part),
    hmac(`AWS4${credentials.secretAccessKey}`, day),
  );
  const expected = hmac(key, ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n"));
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex")))
    throw new S3Error(403, "SignatureDoesNotMatch", "The signature is not the one of this request and key.");
}

function checkTime(date: string): void {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  if (!(Math.abs(Date.parse(iso) - Date.now()) <= MAX_SKEW_MS))
    throw new S3Error(
      403,
      "RequestTimeTooSkewed",
      "The time of the request differs too much from the server's.",
    );
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort((left, right) => (left < right ? -1 : 1))
    .join("&");
}
