import { ANYTHING, FUNCTION, listOf, methods, RECORD, TEXT } from "../config/demands.js";
import { checkedOptions, type Demand, type Demands } from "../errors/checked-options.js";
import { CompactError } from "../errors/compact-error.js";

const oneOf = (...allowed: readonly string[]): Demand => ({
  be: `one of ${allowed.join(", ")}`,
  holds: (value) => allowed.some((known) => known === value),
});

/** What each option must be where it is given; numbers are looked at where they are used. */
const DEMANDS = {
  sessionId: TEXT,
  transport: methods("a transport, such as openAITransport(client) makes", "create"),
  model: TEXT,
  maxContextTokens: ANYTHING,
  mode: oneOf("standalone", "trigger", "server", "off"),
  triggerPct: ANYTHING,
  compactThreshold: ANYTHING,
  onFailure: oneOf("local", "error"),
  local: methods("a local compactor", "compact"),
  storage: methods("a store", "append"),
  exporters: listOf("exporters", "export"),
  redactor: methods("a redactor", "text", "value"),
  estimator: methods("a token estimator", "count"),
  backOff: RECORD,
  sleep: FUNCTION,
  clock: FUNCTION,
  timeLimits: RECORD,
} satisfies Demands;
const NEEDED = ["sessionId", "transport", "model"] as const;

/**
 * A plain copy of options that a window can be opened with.
 *
 * @throws CompactError `INVALID_CONFIG` with the option, its value and what belongs there.
 */
export function checkedWindowOptions<T extends { readonly [Name in (typeof NEEDED)[number]]: unknown }>(
  given: unknown,
): T {
  const options = checkedOptions<Partial<T>>(given ?? null, {
    what: "createProviderWindow",
    code: "INVALID_CONFIG",
    demands: DEMANDS,
  });
  const missing = NEEDED.find((name) => options[name] === undefined);
  if (missing === undefined) return options as T;
  throw new CompactError("INVALID_CONFIG", `createProviderWindow needs ${missing}.`, {
    details: { key: missing },
  });
}
