import type { Engine } from "../engine.js";
import { pinning } from "../plan/pinning.js";
import { findSummary } from "./find-summary.js";
import { rebuildWindow } from "./rebuild-window.js";
import { describeWindow, type Remembered } from "./remembered.js";
import type { SessionState } from "./session-state.js";

/** What the model still sees of a session, redacted and in readable form. */
export async function rememberWindow<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
): Promise<Remembered> {
  const items = session.index?.items ?? (await rebuildWindow(engine, session));
  const isPinned = pinning(engine, session).isPinned;
  const entries = items.map((item) => ({
    view: engine.meter.view(engine.redacted(item)),
    tokens: engine.meter.tokens(item),
    pinned: isPinned(item),
  }));
  const found = findSummary(engine, session, items);
  const summary = found && { ...found, body: engine.redactor.text(found.body) };
  return describeWindow({ sessionId: session.sessionId, entries, summary });
}
