import { readdir } from "node:fs/promises";
import { isMissing } from "./is-missing.js";

/** The names in a folder, none if there is no such folder. */
export async function listFolder(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
