import { createHash } from "node:crypto";
import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import { withoutSecrets } from "../http/without-secrets.js";
import { stringOf } from "../json/string-of.js";

/** Headers in which clients name their conversation; the first that is there counts. */
const HEADERS = [
  "x-plimsoll-session",
  "thread-id",
  "session-id",
  "x-claude-code-session-id",
  "x-session-id",
] as const;
const MAX_NAME = 200;
const DIGEST_CHARACTERS = 16;

/**
 * The session of a request, by what its client calls the conversation; undefined if it calls it nothing. Clients send requests of
 * sub-agents, titles and summaries under the same name: the first words of the user tell these apart.
 */
export function sessionName(
  headers: Readonly<Record<string, string>>,
  body: JsonRecord,
  items: readonly JsonRecord[],
): string | undefined {
  const header = HEADERS.map((name) => headers[name]).find((value) => value !== undefined && value !== "");
  const name = header ?? namedIn(body);
  if (name === undefined || name === "") return undefined;
  return `${digest(name, MAX_NAME)}/${openingDigest(items)}`;
}

function namedIn(body: JsonRecord): string | undefined {
  const metadata = isRecord(body["metadata"]) ? body["metadata"] : {};
  return stringOf(metadata["user_id"]) || stringOf(body["prompt_cache_key"]) || undefined;
}

/** A name as it is, if it is short and plain. It is written to the store and to logs, so one with a secret in it is not. */
function digest(name: string, maxCharacters: number): string {
  const isPlain = name.length <= maxCharacters && /^[\w.:-]+$/.test(name);
  return isPlain && withoutSecrets(name) === name ? name : hash(name);
}

function openingDigest(items: readonly JsonRecord[]): string {
  const users = items.filter((item) => item["role"] === "user");
  const opening = users.find((item) => !isContext(item)) ?? users[0] ?? items[0];
  return hash(JSON.stringify(opening === undefined ? "" : (opening["content"] ?? opening)));
}

/** Clients put what they know of their surroundings before the user's words, and move it when they compact. */
function isContext({ content }: JsonRecord): boolean {
  const [part] = Array.isArray(content) ? content : [content];
  const text = isRecord(part) ? stringOf(part["text"]) : stringOf(part);
  return text.startsWith("<") || text.startsWith("# AGENTS.md");
}

const hash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, DIGEST_CHARACTERS);
