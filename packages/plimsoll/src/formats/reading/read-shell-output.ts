import { isRecord } from "../../text/is-record.js";
import type { ViewBuilder } from "./view-builder.js";

/** Reads the output of a shell call's commands; true if one of them failed or timed out. */
export function readShellOutput(
  output: unknown,
  exitCodeKey: "exit_code" | "exitCode",
  builder: ViewBuilder,
): boolean {
  if (!Array.isArray(output)) {
    builder.addText(output);
    return false;
  }
  let failed = false;
  for (const entry of output) {
    if (!isRecord(entry)) {
      builder.addUnknown(entry);
      continue;
    }
    builder.addText(entry["stdout"]);
    builder.addText(entry["stderr"]);
    const outcome = entry["outcome"];
    if (isRecord(outcome)) failed ||= outcome["type"] === "timeout" || (outcome[exitCodeKey] ?? 0) !== 0;
  }
  return failed;
}
