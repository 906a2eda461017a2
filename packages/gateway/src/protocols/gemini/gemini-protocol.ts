import { isRecord } from "../../json/is-record.js";
import { isFailure } from "../failure/is-failure.js";
import type { Protocol } from "../protocol.js";
import { geminiFailure } from "./gemini-failure.js";
import { geminiRequest } from "./gemini-request.js";
import { geminiEnd, type GeminiState, geminiStep, startGemini } from "./gemini-step.js";

/** Google's Gemini API. */
export const geminiProtocol: Protocol<GeminiState> = {
  name: "gemini",
  toRequest: geminiRequest,
  start: startGemini,
  step: geminiStep,
  // Without server-sent events it gives the same objects in a list.
  wholeEvents: (data) =>
    [data]
      .flat()
      .filter((part) => isRecord(part) && Array.isArray(part["candidates"]))
      .map((part) => ({ event: "", data: part })),
  isFailure,
  end: geminiEnd,
  readFailure: geminiFailure,
};
