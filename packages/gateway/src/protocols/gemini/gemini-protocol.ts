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
  end: geminiEnd,
  readFailure: geminiFailure,
};
