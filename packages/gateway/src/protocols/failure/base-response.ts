import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";

/** What MiniMax says beside every answer of how it went; 0 is well. */
export interface BaseResponse {
  readonly code: number | undefined;
  readonly message: string;
}

export function baseResponse({ base_resp: base }: JsonRecord): BaseResponse {
  if (!isRecord(base)) return { code: undefined, message: "" };
  const { status_code: code, status_msg: message } = base;
  return { code: typeof code === "number" ? code : undefined, message: stringOf(message) };
}
