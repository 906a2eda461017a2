import { jsonText } from "../../text/json-text.js";
import { normalizeUsage } from "../../tokens/usage.js";
import type { Call } from "../call.js";
import { emitMeasurement } from "../compaction-events.js";
import type { Engine } from "../engine.js";
import { type Measurement, measure } from "./measure.js";
import type { SessionState } from "./session-state.js";
import type { WindowIndex } from "./window-index.js";

/** Measures the request that a call is about to send, and remembers it for the usage that comes back. */
export function measureCall<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: { readonly call: Call<W>; readonly index: WindowIndex<W>; readonly max: number },
): Measurement {
  const { options } = input.call;
  const reported = normalizeUsage(options.usage)?.inputTokens;
  const last = session.lastRequest;
  const believable = reported !== undefined && last && reported > last.raw / 3 && reported < last.raw * 3;
  const anchor = believable && last.index === input.index ? { reported, raw: last.raw } : undefined;
  const measurement = measure({
    items: input.index.sections(),
    instructionTokens: options.instructions === undefined ? 0 : engine.meter.text(options.instructions),
    toolTokens: options.tools === undefined ? 0 : engine.meter.text(jsonText(options.tools)),
    max: input.max,
    calibration: session.calibration.factor,
    ...(anchor ? { anchor } : {}),
  });
  session.lastRequest = { raw: measurement.raw, index: input.index };
  emitMeasurement(engine, session.sessionId, measurement);
  return measurement;
}
