import { sha256 } from "../../text/sha256.js";
import type { SectionName } from "./checkpoint.js";

/** The id of an entry, derived from its section and its distinguishing text. */
export function entryId(section: SectionName | "objective" | "activeWork", key: string): string {
  return `${section}_${sha256(`${section}\n${key}`).slice(0, 20)}`;
}
