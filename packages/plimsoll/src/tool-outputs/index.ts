/**
 * Evidence: the bounded extract that replaces a large tool output.
 *
 * @module
 */

export { classifyOutput } from "./classify-output.js";
export { type Evidence, makeEvidence, type MakeEvidenceOptions } from "./make-evidence.js";
export type { OutputKind, ToolOutput } from "./tool-output.js";
