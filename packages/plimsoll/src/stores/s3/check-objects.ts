import { stopIfAborted } from "../artifacts/reseal-bytes.js";
import type { CheckOptions, StoreFinding } from "../maintenance/store-finding.js";
import { parseArtifactName } from "./artifact-name.js";
import { batchNumber } from "./entry-batch.js";
import type { S3Objects } from "./s3-objects.js";
import { unfinishedUploads } from "./unfinished-uploads.js";

/** A writer sends the parts of a payload in minutes. */
const ORPHANED_MS = 86_400_000;

/** The objects: numbers of batches without gaps, nothing foreign, and no upload that nobody will finish. */
export async function* checkObjects(
  objects: S3Objects,
  { repair = false, signal }: CheckOptions,
): AsyncGenerator<StoreFinding> {
  for await (const folder of objects.folders("sessions/")) {
    stopIfAborted(signal);
    yield* checkBatches(objects, folder);
  }
  for await (const key of objects.names("artifacts/")) if (!parseArtifactName(key)) yield foreign(key);
  yield* checkUploads(objects, repair);
}

async function* checkBatches(objects: S3Objects, folder: string): AsyncGenerator<StoreFinding> {
  const numbers: number[] = [];
  for await (const key of objects.names(folder)) {
    const number = batchNumber(key);
    if (number > 0) numbers.push(number);
    else yield foreign(key);
  }
  const missing = (numbers[0] ?? 0) - numbers.length;
  if (missing <= 0) return;
  const message = `${missing} of the ${numbers[0]} batches of entries are gone; put them back from a backup of the bucket.`;
  yield { kind: "missing_batch", place: folder, message };
}

async function* checkUploads(objects: S3Objects, repair: boolean): AsyncGenerator<StoreFinding> {
  for (const { key, uploadId, started } of await unfinishedUploads(objects)) {
    if (Date.now() - Date.parse(started) < ORPHANED_MS) continue;
    if (repair) await objects.abort(key, uploadId);
    const message = `Parts of an upload of ${started} that nobody finished; they are stored and cost money.`;
    yield { kind: "unfinished_upload", place: key, message, isMended: repair };
  }
}

const foreign = (key: string): StoreFinding => ({
  kind: "foreign_file",
  place: key,
  message: "The object is none of the store's.",
});
