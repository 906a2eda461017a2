import { claudeCode } from "./claude-code/claude-code-line.js";
import { FORMATS, type FormatName } from "./detect-format.js";
import type { Format } from "./format.js";
import { realtime } from "./realtime/realtime.js";

/** The format that a stored name stands for; `undefined` for a format of the caller's own. */
export function findFormat(name: string): Format | undefined {
  if (Object.hasOwn(FORMATS, name)) return FORMATS[name as FormatName];
  const undetected = [claudeCode, realtime].find((format) => format.name === name);
  return undetected as unknown as Format | undefined;
}
