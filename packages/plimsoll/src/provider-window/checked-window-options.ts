import { checkedOptions } from "../validation/checked-options.js";
import { methodsShape } from "../validation/methods-shape.js";
import type { Fields } from "../validation/shape.js";
import { CONFIG_FIELDS } from "../engine/check-config.js";
import { CompactError } from "../errors/compact-error.js";

/** The shape of each option; numbers are checked where they are used. */
const OPTIONS = {
  sessionId: "text",
  transport: methodsShape("a transport, such as openAITransport(client) makes", "create"),
  model: "text",
  maxContextTokens: "anything",
  models: "record",
  mode: ["standalone", "trigger", "server", "off"],
  triggerPct: "anything",
  compactThreshold: "anything",
  onFailure: ["local", "error"],
  local: methodsShape("a local compactor", "compact"),
  storage: methodsShape("a store", "append"),
  exporters: { kind: "list", of: methodsShape("an exporter", "export") },
  originalsKey: CONFIG_FIELDS.originalsKey,
  redactor: methodsShape("a redactor", "text", "value"),
  estimator: methodsShape("a token estimator", "count"),
  backOff: "record",
  sleep: "function",
  clock: "function",
  timeLimits: "record",
} satisfies Fields;
const NEEDED = ["sessionId", "transport", "model"] as const;

/**
 * Validates the options of a window and returns a plain copy.
 *
 * @throws CompactError `INVALID_CONFIG` with the option, its value and what is allowed.
 */
export function checkedWindowOptions<T extends { readonly [Name in (typeof NEEDED)[number]]: unknown }>(
  given: unknown,
): T {
  const options = checkedOptions<Partial<T>>(given ?? null, {
    what: "createProviderWindow",
    code: "INVALID_CONFIG",
    fields: OPTIONS,
  });
  const missing = NEEDED.find((name) => options[name] === undefined);
  if (missing === undefined) return options as T;
  throw new CompactError("INVALID_CONFIG", `createProviderWindow needs ${missing}.`, {
    details: { key: missing },
  });
}
