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
  const input = readInput(value["input"]);
  if (input.length === 0 && previous === undefined) throw invalid("input", "must hold at least one item");
  return { body: value, input, previous, stream: value["stream"] === true, store: value["store"] !== false };
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
