import type { WireRecord } from "../../wire-record.js";
import type { ApiRefusal } from "../api-refusal.js";
import type { ChatProfile } from "./chat-profile.js";

/** The body of a refusal, in the shape of its vendor. */
export function chatErrorBody(refusal: ApiRefusal, { errorShape }: ChatProfile): WireRecord {
  const { message, status, type = "invalid_request_error" } = refusal;
  const fields: WireRecord = { ...refusal.details[0] };
  switch (errorShape) {
    case "openai":
      return { error: { message, type, param: null, code: null, ...fields } };
    case "glm":
      return { error: { code: fields["code"] ?? "1210", message } };
    case "minimax":
      return { type: "error", error: { type: "bad_request_error", message, http_code: String(status) } };
    case "mimo":
      return { error: { code: String(status), message: "Param Incorrect", param: message, type: "" } };
    case "ollama":
      return { code: fields["code"] ?? "invalid argument", error: message };
    case "vllm":
      return { error: { message, type: "BadRequestError", param: null, code: status, ...fields } };
  }
}
