import { isRecord, type WireRecord } from "../wire-record.js";
import { ApiError, invalidType, invalidValue } from "./api-error.js";

const MIN_THRESHOLD = 1000;
/** Where `compact_threshold` is left out. */
const DEFAULT_THRESHOLD = 200_000;

/**
 * The input tokens from which the server compacts by itself; undefined if the request does not ask for it.
 */
export function compactThreshold(body: WireRecord): number | undefined {
  const management = body["context_management"];
  if (management === undefined || management === null) return undefined;
  if (!Array.isArray(management)) throw invalidType("context_management", "an array of objects");
  const thresholds = management.map((entry: unknown, index) => {
    const param = `context_management[${index}]`;
    if (!isRecord(entry)) throw invalidType(param, "an object");
    if (entry["type"] !== "compaction")
      throw invalidValue(`${param}.type`, String(entry["type"]), ["compaction"]);
    const threshold = entry["compact_threshold"] ?? DEFAULT_THRESHOLD;
    if (typeof threshold !== "number" || !Number.isInteger(threshold)) {
      throw invalidType(`${param}.compact_threshold`, "an integer");
    }
    if (threshold < MIN_THRESHOLD) {
      throw new ApiError(
        `Invalid '${param}.compact_threshold': integer below minimum value. Expected a value >= ${MIN_THRESHOLD}, but got ${threshold} instead.`,
        { param: `${param}.compact_threshold`, code: "integer_below_min_value" },
      );
    }
    return threshold;
  });
  return thresholds.length === 0 ? undefined : Math.min(...thresholds);
}
