import type { Call } from "../call.js";
import type { CompactionReport, CompactResult } from "../compact-result.js";
import type { CompactedWindow } from "./compact-window.js";
import { emitDone } from "../compaction-events.js";
import type { Engine } from "../engine.js";
import type { Examined } from "../follow/examine.js";
import { measureCall } from "../follow/measure-call.js";
import { protectionOf } from "../plan/pinning.js";
import type { SessionState } from "../follow/session-state.js";

interface CommitInput<W extends object> {
  readonly call: Call<W>;
  readonly examined: Examined<W>;
  readonly done: CompactedWindow<W>;
}

/** Swaps the window; the record is stored already, so a crash from here on loses nothing. */
export function commit<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: CommitInput<W>,
): CompactResult<W> {
  const { done, examined } = input;
  const { record } = done;
  const isProtected = protectionOf(engine, session);
  const index = session.replaceWindow(record, done.window, { meter: engine.meter, isProtected });
  const measurement = measureCall(engine, session, {
    call: { ...input.call, options: { ...input.call.options, usage: undefined } },
    index,
    max: examined.measurement.max,
  });
  const report: CompactionReport = {
    id: record.id,
    version: record.version,
    rung: record.rung,
    template: record.template,
    summarizer: record.summarizer,
    summary: record.summary,
    summaryTokens: done.summaryTokens,
    tokensBefore: record.tokensBefore,
    tokensAfter: record.tokensAfter,
    kept: done.window.items.length,
    removed: record.removed,
    ...(done.fidelity ? { fidelity: done.fidelity } : {}),
    ...(done.usage ? { usage: done.usage } : {}),
    ...(record.rebound ? { rebound: record.rebound } : {}),
  };
  emitDone(engine, session.sessionId, { report, before: examined.measurement.tokens, measurement });
  return { items: [...done.window.items], decision: examined.decision, measurement, compaction: report };
}
