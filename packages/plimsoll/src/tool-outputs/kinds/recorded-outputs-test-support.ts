import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeEvidence } from "../make-evidence.js";

/** A folder for each kind, with outputs of programs as they were printed. Ends with a slash. */
export const RECORDED_OUTPUTS: string = fileURLToPath(new URL("__fixtures__/", import.meta.url));

export const recordedOutput = (kind: string, program: string): string =>
  readFileSync(`${RECORDED_OUTPUTS}${kind}/${program}.txt`, "utf8");

/** The text of the evidence of a recorded output; `command` is what was run for it. */
export function evidenceOf(
  [kind, program]: readonly [kind: string, program: string],
  maxTokens: number,
  command?: string,
): string {
  const call = { callId: "c", name: "shell", arguments: JSON.stringify({ command }) };
  const output = { text: recordedOutput(kind, program), ...(command === undefined ? {} : { call }) };
  return makeEvidence(output, { maxTokens, count: (text) => Math.ceil(text.length / 4) }).text;
}
