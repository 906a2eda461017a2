import { CompactError } from "../../errors/compact-error.js";
import type { Engine } from "../engine.js";
import { currentFacts } from "./session-facts.js";
import type { SessionState } from "./session-state.js";
import { withdrawalEntry } from "./withdrawals.js";

/** Takes a rule of the user back, and stores that. */
export async function withdrawRule<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  entryId: string,
): Promise<void> {
  const { sessionId, facts } = session;
  const { constraints } = (await currentFacts(engine, session)).checkpoint;
  const rule = constraints.find(({ id, status }) => id === entryId && status === "current");
  if (!rule) {
    throw new CompactError(
      "UNKNOWN_ITEM",
      `Session "${sessionId}" has no rule in force with the id "${entryId}".`,
      {
        details: { sessionId, entryId },
      },
    );
  }
  const withdrawal = { entry: entryId, items: rule.provenance.items };
  await engine.storage.append(sessionId, [withdrawalEntry(withdrawal, engine.now())]);
  facts.withdraw(withdrawal);
  engine.events.emit(sessionId, { event: "compact.withdrawn", entry_id: entryId });
}
