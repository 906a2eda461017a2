import type { Engine } from "../engine.js";
import type { Examined } from "./examine.js";
import type { SessionState } from "./session-state.js";

/**
 * Tokens of what the caller gave for a window: items count as they came, not as the evidence that stands for them, and
 * what was set aside as malformed counts too.
 */
export function givenTokens<W extends object>(
  { meter }: Pick<Engine<W>, "meter">,
  session: SessionState<W>,
  { window, setAside }: Pick<Examined<W>, "window" | "setAside">,
): number {
  const given = window.items.map((item, position) => session.input[window.origins[position] ?? -1] ?? item);
  return [...given, ...setAside].reduce((sum, item) => sum + meter.tokens(item), 0);
}
