import { ApiRefusal } from "../api-refusal.js";
import type { WireRecord } from "../../wire-record.js";

/** Refuses a request with status 400. `%d` and `%s` in the words stand for the value. */
export function refuseChat(words: string, value: unknown = "", fields: WireRecord = {}): never {
  const message = words.replace(/%[ds]/u, () => String(value));
  throw new ApiRefusal(message, { status: 400, type: "invalid_request_error", details: [fields] });
}
