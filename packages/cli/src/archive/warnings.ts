import { callbackExporter, CompactError, type CompactEvent, type Exporter } from "plimsoll";
import type { Output } from "../output/output.js";

const FIELDS = [
  "reason",
  "max",
  "operation",
  "template",
  "orphan_results",
  "duplicate_calls",
  "missing_results",
  "removed",
  "sessions",
];

const WORDS: Readonly<Record<string, string>> = {
  "compact.unknown_model":
    "the model is not in the catalogue, so the engine assumes a safe window; name the model with --model or set --window",
  "compact.malformed_items": "tool calls and results that do not pair up were repaired or set aside",
  "compact.swept": "sessions unused for longer than storage.retention_days were deleted from the archive",
  "compact.redaction_disabled": "redaction is off: secrets are archived unredacted",
};
/** Events whose error, which follows, says it better. */
const SAID_OTHERWISE: ReadonlySet<string> = new Set([
  "compact.insufficient_budget",
  "compact.store_degraded",
]);

export interface Warnings {
  readonly exporter: Exporter;
  /**
   * Throws `STORE_UNAVAILABLE` if the engine had to continue without the archive: a command promises undo.
   */
  assertArchived(): void;
}

/** Shows the engine's warnings on standard error, each once; other events are for the archive. */
export function warnings(output: Output, ignored: readonly string[] = []): Warnings {
  let failure: string | undefined;
  const said = new Set(ignored);
  const exporter = callbackExporter(
    (event) => {
      if (!isWarning(event)) return;
      if (event.event === "compact.store_degraded") failure = reasonOf(event);
      if (SAID_OTHERWISE.has(event.event) || said.has(event.event)) return;
      said.add(event.event);
      output.warn(describe(event));
    },
    { name: "compactctl" },
  );
  return {
    exporter,
    assertArchived() {
      if (failure === undefined) return;
      const message = `${failure} Nothing was written. Repair the archive, or compact without it: --no-archive.`;
      throw new CompactError("STORE_UNAVAILABLE", message);
    },
  };
}

/** A message that the command took out of a conversation is worth a word, though the engine is used to it. */
function isWarning({ event, severity }: CompactEvent): boolean {
  return severity === "warning" || severity === "high" || event === "compact.malformed_items";
}

/** The message of the error behind the event, without its class name. */
function reasonOf(event: CompactEvent): string {
  return String(event["reason"] ?? "The archive is unavailable.").replace(/^CompactError: /, "");
}

function describe(event: CompactEvent): string {
  const fields = FIELDS.filter((field) => event[field] !== undefined).map(
    (field) =>
      `${field}: ${typeof event[field] === "object" ? JSON.stringify(event[field]) : String(event[field])}`,
  );
  const words = WORDS[event.event] ?? event.event;
  return fields.length === 0 ? `${words}.` : `${words} (${fields.join(", ")}).`;
}
