import type { ActionResult, InspectionAction } from "plimsoll/inspection";
import { useCallback, useState } from "react";
import { ask, sessionPath } from "../api/client.ts";
import { announce } from "../api/live.ts";
import { failureText } from "../words/server-text.ts";
import { useWords } from "../words/use-words.ts";
import { outcomeText } from "./outcome-text.ts";

/** What an action came to, for people. */
export interface Outcome {
  readonly isError: boolean;
  readonly text: string;
}

export interface Actions {
  readonly isBusy: boolean;
  readonly outcome: Outcome | undefined;
  clear(): void;
  /** Undefined if it was refused; `outcome` says why. */
  run(action: InspectionAction): Promise<ActionResult | undefined>;
}

/** Acts on a session through the API, and keeps what came of it. */
export function useActions(session: string): Actions {
  const words = useWords();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const run = useCallback(
    async (action: InspectionAction) => {
      setBusy(true);
      try {
        const result = await ask<ActionResult>(sessionPath(session, "actions"), { body: action });
        setOutcome({ isError: false, text: outcomeText(result, words) });
        if (action.action !== "preview") announce(session);
        return result;
      } catch (error) {
        setOutcome({ isError: true, text: failureText(error, words) });
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    [session, words],
  );
  return { isBusy, outcome, run, clear: () => setOutcome(undefined) };
}
