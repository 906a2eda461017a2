import { optionalCipher } from "../artifacts/artifact-cipher.js";
import { sealedEntries } from "../entries/sealed-entries.js";
import { withHolds } from "../holds/with-holds.js";
import { joinParts } from "../join-parts.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { checkObjects } from "./check-objects.js";
import { S3Artifacts } from "./s3-artifacts.js";
import { S3Entries } from "./s3-entries.js";
import { S3Objects } from "./s3-objects.js";
import { s3Options, type S3StorageOptions } from "./s3-options.js";

/**
 * A store in a bucket of S3, or of a service that speaks its protocol and knows conditional writes, with the package
 * `aws4fetch`. Processes may share the bucket. Made for payloads and for transcripts that are rarely read: every append is an object.
 */
export function s3Storage(
  options: S3StorageOptions,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): StorageAdapter {
  const { options: checked, artifactKey } = s3Options(options, environment);
  const cipher = optionalCipher(artifactKey);
  const objects = new S3Objects(checked);
  const store = joinParts({
    entries: sealedEntries(new S3Entries(objects), cipher),
    artifacts: new S3Artifacts(objects, cipher),
  });
  return withHolds({ ...store, check: (options) => checkObjects(objects, options ?? {}) });
}
