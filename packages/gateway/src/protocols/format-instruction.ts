import type { OutputFormat } from "../translation/translated-request.js";

/** Asks for structured output in words, where the upstream has no better way. */
export function formatInstruction(format: OutputFormat): string {
  if (format.type === "json_object") return "Answer with one JSON object and nothing else.";
  return `Answer with JSON that matches this schema and nothing else, without a code fence:\n${JSON.stringify(format.schema)}`;
}
