import { jsonText } from "../../text/json-text.js";
import { normalizeUsage } from "../../tokens/usage.js";
import type { PreflightOptions } from "../compact-config.js";
import type { Engine } from "../engine.js";
import { measure, type Measurement } from "./measure.js";
import type { SessionState } from "./session-state.js";
import type { WindowIndex } from "./window-index.js";

export interface RequestToMeasure<W extends object> {
  readonly options: Pick<PreflightOptions, "instructions" | "tools" | "usage">;
  readonly index: WindowIndex<W>;
  readonly max: number;
}

/** Measures the request that a call is about to send, and tells what came out. */
export function measureRequest<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { options, index, max }: RequestToMeasure<W>,
): Measurement {
  const reported = normalizeUsage(options.usage)?.inputTokens;
  const last = session.lastRequest;
  const believable = reported !== undefined && last && reported > last.raw / 3 && reported < last.raw * 3;
  const anchor = believable && last.index === index ? { reported, raw: last.raw } : undefined;
  const measurement = measure({
    items: index,
    instructionTokens: options.instructions === undefined ? 0 : engine.meter.text(options.instructions),
    toolTokens: options.tools === undefined ? 0 : engine.meter.text(jsonText(options.tools)),
    max,
    calibration: session.calibration.factor,
    ...(anchor ? { anchor } : {}),
  });
  const { newInput, ...sections } = measurement.sections;
  engine.events.emit(session.sessionId, {
    event: "compact.token_estimate",
    t_est: measurement.tokens,
    max: measurement.max,
    raw: measurement.raw,
    estimator: engine.estimator.name,
    anchored: measurement.anchored,
    calibration: measurement.calibration,
    sections: { ...sections, new_input: newInput },
  });
  return measurement;
}
