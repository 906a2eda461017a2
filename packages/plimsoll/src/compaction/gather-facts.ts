import { itemId } from "../conversation/item-id.js";
import type { Checkpoint } from "../memory/checkpoint.js";
import type { Engine } from "./engine.js";
import type { SessionState } from "./session-state.js";

/** Brings the session's ledgers up to the caller's list, and gives its state. Costs what is new since the last time. */
export function gatherFacts<W extends object>(engine: Engine<W>, session: SessionState<W>): Checkpoint {
  const { facts, input, baseLength } = session;
  facts.gather(
    input.slice(baseLength).map((item) => ({
      id: itemId(item),
      view: engine.meter.view(engine.redacted(item)),
    })),
  );
  return facts.current(session.sessionId);
}
