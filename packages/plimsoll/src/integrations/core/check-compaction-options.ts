import type { CompactConfig } from "../../compaction/compact-config.js";
import { checkConfig, CONFIG_NAMES } from "../../compaction/check-config.js";
import type { Demand, Demands } from "../../config/checked-options.js";
import { FLAG, FUNCTION, methods, whole } from "../../config/demands.js";

const SHARE: Demand = {
  be: "a share from 0 to 1",
  holds: (value) => typeof value === "number" && value >= 0 && value <= 1,
};
const SESSION: Demand = {
  be: "a text, or a function that gives one",
  holds: (value) => (typeof value === "string" && value !== "") || typeof value === "function",
};

/** What integrations take beside a manager's options; the last three belong to some of them. */
const OWN: Demands = {
  manager: methods("a CompactManager", "preflight", "manualCompact"),
  prepareAtPct: SHARE,
  protect: FUNCTION,
  maxConversations: whole(1, "a positive whole number"),
  newSessionId: FUNCTION,
  sessionId: SESSION,
  sessionIdOf: FUNCTION,
  tracing: FLAG,
};

/**
 * Refuses options that no integration can work with, when it is set up and not at its first call.
 *
 * @throws CompactError `INVALID_CONFIG` with the option, its value and what belongs there.
 */
export function checkCompactionOptions(options: unknown, own: Demands = OWN): void {
  const given =
    typeof options === "object" && options !== null && !("model" in options)
      ? { model: "", ...options }
      : options;
  checkConfig(given, own);
}

/** What of an integration's options belongs to the manager. */
export function managerOptions<W extends object>(
  options: Partial<CompactConfig<W>>,
): Partial<CompactConfig<W>> {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => CONFIG_NAMES.includes(name)),
  ) as Partial<CompactConfig<W>>;
}
