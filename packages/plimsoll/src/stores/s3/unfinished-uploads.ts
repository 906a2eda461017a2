import { CompactError } from "../../errors/compact-error.js";
import type { OpenUpload, S3Objects } from "./s3-objects.js";

/** Uploads that nobody has ended, as far as the service tells them to this key. */
export async function unfinishedUploads(objects: S3Objects, below = ""): Promise<readonly OpenUpload[]> {
  try {
    return await objects.uploads(below);
  } catch (error) {
    if (CompactError.isInstance(error)) return [];
    throw error;
  }
}
