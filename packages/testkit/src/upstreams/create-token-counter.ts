import { loadExactEstimator, type TokenEstimator } from "plimsoll";
import { isRecord } from "../wire-record.js";

const IMAGE_TOKENS = 1600;
const TOKENS_PER_PART = 3;

/** Fields that no model reads. */
const SILENT: ReadonlySet<string> = new Set([
  "signature",
  "thoughtSignature",
  "cache_control",
  "model",
  "data",
]);

/** Counts the tokens of a request: every text, name and argument of it. Attachments cost the same whatever they show. */
export async function createTokenCounter(): Promise<(parts: readonly unknown[]) => number> {
  const estimator = await loadExactEstimator("o200k_base");
  return (parts) => parts.reduce<number>((sum, part) => sum + countValue(part, estimator), 0);
}

function countValue(value: unknown, estimator: TokenEstimator): number {
  if (typeof value === "string") return estimator.count(value);
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, entry) => sum + countValue(entry, estimator) + TOKENS_PER_PART, 0);
  }
  if (!isRecord(value)) return value === undefined || value === null ? 0 : 1;
  if (isAttachment(value)) return IMAGE_TOKENS;
  return Object.entries(value).reduce(
    (sum, [key, entry]) => sum + (SILENT.has(key) ? 0 : countValue(entry, estimator) + 1),
    0,
  );
}

function isAttachment(value: Readonly<Record<string, unknown>>): boolean {
  if (value["type"] === "image_url") return true;
  const source = value["source"] ?? value["inlineData"];
  return (
    isRecord(source) && source["type"] !== "text" && typeof (source["data"] ?? source["url"]) === "string"
  );
}
