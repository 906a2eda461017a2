import { expect } from "vitest";
import { LONG_SESSION_TURNS, longSession, type LongSessionVerdict } from "plimsoll-testkit";

/** A summarizing model that is never there. */
export const UNREACHABLE = {
  name: "unreachable",
  summarize: (): Promise<never> => Promise.reject(new Error("503 the model is overloaded")),
};

/** What holds of every session that was compacted. */
export const KEPT: Partial<LongSessionVerdict> = {
  completed: true,
  turns: LONG_SESSION_TURNS,
  failure: "",
  overWindow: [],
  orphans: [],
  withoutPolicy: [],
  repeatedCalls: 0,
  policyObeyed: true,
  factUsed: true,
  correctionUsed: true,
};

/** The framework's own history has every user message and every output, the giant one too, word for word. */
export function expectComplete(history: readonly string[]): void {
  const whole = history.join("\n");
  const { turns, execute } = longSession();
  for (const { user, steps } of turns) {
    expect(whole).toContain(JSON.stringify(user).slice(1, -1));
    for (const call of steps("").flat()) {
      if (!/^(?:inspect|read)_/.test(call.name)) continue;
      expect(whole).toContain(JSON.stringify(execute(call)).slice(1, -1));
    }
  }
}
