import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { baseResponse } from "./base-response.js";

/** True for what comes with a good status, whole or in a stream, and says that something went wrong. */
export function isFailure(data: JsonRecord): boolean {
  const { error, object } = data;
  if (isRecord(error) || (typeof error === "string" && error !== "") || object === "error") return true;
  return (baseResponse(data).code ?? 0) !== 0;
}
