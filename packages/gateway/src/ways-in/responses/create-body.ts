import { ApiError } from "../../http/api-error.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

/** A request of `POST /v1/responses`, as far as the gateway itself reads it. */
export interface CreateBody {
  readonly body: JsonRecord;
  /** The items of this request; a text is one message of the user. */
  readonly input: readonly JsonRecord[];
  readonly previous: string | undefined;
  readonly stream: boolean;
  readonly store: boolean;
  /** True if the client wants the conversation to be compacted, and nothing else. */
  readonly trigger: boolean;
  /** From so many tokens on the client wants the server to compact. */
  readonly compactThreshold?: number;
}

/** @throws ApiError 400 that names what is wrong, in the words of the API. */
export function readCreateBody(value: unknown): CreateBody {
  if (!isRecord(value)) throw new ApiError(400, "The body must be a JSON object.");
  const previous = value["previous_response_id"] ?? undefined;
  if (previous !== undefined && typeof previous !== "string")
    throw invalid("previous_response_id", "must be a string");
  if ((value["conversation"] ?? undefined) !== undefined)
    throw invalid("conversation", "is not served here; send the items, or previous_response_id");
  if (value["background"] === true) throw invalid("background", "is not served here");
  if ((value["prompt"] ?? undefined) !== undefined)
    throw invalid("prompt", "is not served here; send the instructions and the items of the prompt");
  const { input, trigger } = takeTrigger(readInput(value["input"]));
  if (input.length === 0 && previous === undefined) throw invalid("input", "must hold at least one item");
  const compactThreshold = readThreshold(value["context_management"]);
  return {
    body: value,
    input,
    previous,
    stream: value["stream"] === true,
    store: value["store"] !== false,
    trigger,
    ...(compactThreshold === undefined ? {} : { compactThreshold }),
  };
}

const isTrigger = (item: JsonRecord): boolean => item["type"] === "compaction_trigger";

function takeTrigger(input: readonly JsonRecord[]): {
  readonly input: readonly JsonRecord[];
  readonly trigger: boolean;
} {
  const place = input.findIndex(isTrigger);
  if (place < 0) return { input, trigger: false };
  if (place !== input.length - 1)
    throw invalid(`input[${place}]`, "is a compaction_trigger, which must be the last item and the only one");
  return { input: input.slice(0, -1), trigger: true };
}

const LEAST_THRESHOLD = 1000;

function readThreshold(management: unknown): number | undefined {
  if (management === undefined || management === null) return undefined;
  if (!Array.isArray(management)) throw invalid("context_management", "must be a list");
  const entry = management.find((one) => isRecord(one) && one["type"] === "compaction");
  if (!isRecord(entry)) return undefined;
  const threshold = entry["compact_threshold"];
  if (typeof threshold === "number" && threshold >= LEAST_THRESHOLD) return threshold;
  throw invalid("context_management[0].compact_threshold", `must be a number of at least ${LEAST_THRESHOLD}`);
}

function readInput(input: unknown): readonly JsonRecord[] {
  if (typeof input === "string")
    return input === ""
      ? []
      : [{ type: "message", role: "user", content: [{ type: "input_text", text: input }] }];
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) throw invalid("input", "must be a string or a list of items");
  const wrong = input.findIndex((item) => !isRecord(item));
  if (wrong >= 0) throw invalid(`input[${wrong}]`, "must be an object");
  return input;
}

const invalid = (param: string, what: string): ApiError =>
  new ApiError(400, `Invalid '${param}': it ${what}.`, { param, code: "invalid_value" });
