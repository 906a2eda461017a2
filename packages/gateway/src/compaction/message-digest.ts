import { createHash } from "node:crypto";
import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import { stringOf } from "../json/string-of.js";

const CHARACTERS = 22;

/** Names a message by its words alone: clients change ids, and write a text as one part or as a string. */
export function messageDigest(item: JsonRecord): string {
  const { content } = item;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const words = parts.map((part) => (isRecord(part) ? stringOf(part["text"]) || JSON.stringify(part) : part));
  return createHash("sha256").update(JSON.stringify(words)).digest("base64url").slice(0, CHARACTERS);
}
