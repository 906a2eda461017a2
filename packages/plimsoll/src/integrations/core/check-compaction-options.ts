import type { CompactConfig } from "../../engine/compact-config.js";
import { checkConfig, CONFIG_DEMANDS, CONFIG_ELSEWHERE } from "../../engine/check-config.js";
import { checkedOptions, type Demand, type Demands } from "../../errors/checked-options.js";
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
 * A plain copy of options that an integration can work with; they are looked at when it is set up, not at its first call.
 *
 * @throws CompactError `INVALID_CONFIG` with the option, its value and what belongs there.
 */
export function checkedCompactionOptions<T extends object>(options: unknown, more: Demands = {}): T {
  const given = checkedOptions<Partial<CompactConfig>>(options, {
    code: "INVALID_CONFIG",
    demands: { ...CONFIG_DEMANDS, ...OWN, ...more },
    elsewhere: CONFIG_ELSEWHERE,
  });
  // The model may be the one that is asked first.
  checkConfig({ model: "", ...managerOptions(given) });
  return given as T;
}

/** What of an integration's options belongs to the manager. */
export function managerOptions<W extends object>(
  options: Partial<CompactConfig<W>>,
): Partial<CompactConfig<W>> {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => Object.hasOwn(CONFIG_DEMANDS, name)),
  ) as Partial<CompactConfig<W>>;
}
