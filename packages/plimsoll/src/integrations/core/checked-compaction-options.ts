import type { CompactConfig } from "../../engine/compact-config.js";
import { checkConfig, CONFIG_FIELDS, CONFIG_ELSEWHERE } from "../../engine/check-config.js";
import { checkedOptions } from "../../validation/checked-options.js";
import { methodsShape } from "../../validation/methods-shape.js";
import type { Fields, Shape } from "../../validation/shape.js";

const SHARE: Shape = { kind: "number", min: 0, max: 1, be: "a share from 0 to 1" };

/** The option of integrations whose requests all belong to one session. */
export const SESSION_FIELD: Fields = { sessionId: { kind: "text", min: 1 } };

/** Options of integrations in addition to a manager's. */
const OWN: Fields = {
  manager: methodsShape("a CompactManager", "preflight", "manualCompact"),
  prepareAtPct: SHARE,
  protect: "function",
  catchUpLater: "flag",
  jobs: methodsShape("shared jobs", "once", "look", "forget"),
  maxConversations: { kind: "number", whole: true, min: 1, be: "a positive whole number" },
  newSessionId: "function",
};

/** What names a session where it is no option of the integration. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...CONFIG_ELSEWHERE,
  sessionId: "the sessionId of each request",
};

/**
 * Validates an integration's options at set-up instead of at the first call, and returns a plain copy.
 *
 * @param more options that only this integration has
 * @throws CompactError `INVALID_CONFIG` with the option, its value and what is allowed.
 */
export function checkedCompactionOptions<T extends object>(options: unknown, more: Fields = {}): T {
  const given = checkedOptions<Partial<CompactConfig>>(options, {
    code: "INVALID_CONFIG",
    fields: { ...CONFIG_FIELDS, ...OWN, ...more },
    elsewhere: ELSEWHERE,
  });
  // The model may be the one that is asked first.
  checkConfig({ model: "", ...managerOptions(given) });
  return given as T;
}

/** The options of an integration that belong to the manager. */
export function managerOptions<W extends object>(
  options: Partial<CompactConfig<W>>,
): Partial<CompactConfig<W>> {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => Object.hasOwn(CONFIG_FIELDS, name)),
  ) as Partial<CompactConfig<W>>;
}
