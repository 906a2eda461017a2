import type { Signer } from "../signer.js";
import type { GeminiRules } from "./gemini-rules.js";

/** What a request of the Gemini API is checked with. */
export interface GeminiContext {
  readonly rules: GeminiRules;
  readonly signer: Signer;
}
