import type { CompactConfig } from "../../engine/compact-config.js";
import { checkConfig, CONFIG_FIELDS, CONFIG_ELSEWHERE } from "../../engine/check-config.js";
import { checkedOptions } from "../../validation/checked-options.js";
import { methodsShape } from "../../validation/methods-shape.js";
import type { Fields, Shape } from "../../validation/shape.js";

const SHARE: Shape = { kind: "number", min: 0, max: 1, be: "a share from 0 to 1" };
const SESSION: Shape = {
  kind: "either",
  of: [{ kind: "text", min: 1 }, "function"],
  be: "a text, or a function that returns one",
};

/** What integrations take beside a manager's options; the last three belong to some of them. */
const OWN: Fields = {
  manager: methodsShape("a CompactManager", "preflight", "manualCompact"),
  prepareAtPct: SHARE,
  protect: "function",
  maxConversations: { kind: "number", whole: true, min: 1, be: "a positive whole number" },
  newSessionId: "function",
  sessionId: SESSION,
  sessionIdOf: "function",
  tracing: "flag",
};

/**
 * A plain copy of options that an integration can work with; they are looked at when it is set up, not at its first call.
 *
 * @throws CompactError `INVALID_CONFIG` with the option, its value and what belongs there.
 */
export function checkedCompactionOptions<T extends object>(options: unknown, more: Fields = {}): T {
  const given = checkedOptions<Partial<CompactConfig>>(options, {
    code: "INVALID_CONFIG",
    fields: { ...CONFIG_FIELDS, ...OWN, ...more },
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
    Object.entries(options).filter(([name]) => Object.hasOwn(CONFIG_FIELDS, name)),
  ) as Partial<CompactConfig<W>>;
}
