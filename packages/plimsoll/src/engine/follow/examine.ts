import { calibrate } from "../../tokens/calibration.js";
import { recognizeOverflow } from "../../tokens/overflow-error.js";
import { normalizeUsage } from "../../tokens/usage.js";
import { archiveItems, ifArchivable } from "../commit/archive-items.js";
import type { Call } from "../call.js";
import type { PreflightOptions } from "../compact-config.js";
import { emitDecision } from "../compaction-events.js";
import type { Projection } from "./compaction-record.js";
import { type Decision, decide } from "../plan/decide.js";
import type { Engine } from "../engine.js";
import { takeInFacts } from "./gather-facts.js";
import { ingestItems } from "./ingest-items.js";
import type { Measurement } from "./measure.js";
import { measureCall } from "./measure-call.js";
import { protectionOf } from "../plan/pinning.js";
import { repairItems } from "./repair.js";
import type { Followed, SessionState } from "./session-state.js";
import { WindowIndex } from "./window-index.js";

/** What a call found before anything was changed. */
export interface Examined<W extends object> {
  readonly followed: Followed<W>;
  readonly window: Projection<W>;
  readonly setAside: readonly W[];
  readonly measurement: Measurement;
  readonly decision: Decision;
}

/** Understands the list, measures it and decides; repairs what no provider would accept. */
export async function examine<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  call: Call<W>,
): Promise<Examined<W>> {
  const learned = learn(engine, session, call.options);
  await ingestItems(engine, session, call);
  const followed = session.follow(call.items, {
    meter: engine.meter,
    isProtected: protectionOf(engine, session),
  });
  takeInFacts(engine, session);
  announceReapplied(engine, session, followed);
  const repaired = followed.index.sound ? undefined : await repairWindow(engine, session, followed.index);
  const index = repaired?.index ?? followed.index;
  const window: Projection<W> = repaired?.window ?? followed.index;
  const measurement = measureCall(engine, session, { call, index, max: learned.max });
  const decision = decideCall(engine, session, { call, measurement, window, overflow: learned.overflow });
  return { followed, window, setAside: repaired?.setAside ?? [], measurement, decision };
}

/** Examines a list that is not about to be sent: the usage that comes next belongs to the request before it. */
export async function examineUnsent<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  call: Call<W>,
): Promise<Examined<W>> {
  const { lastRequest } = session;
  const examined = await examine(engine, session, call);
  session.lastRequest = lastRequest;
  return examined;
}

/** Says once that an earlier compaction is applied again, not at every call that goes on from it. */
function announceReapplied<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { reapplied, index }: Followed<W>,
): void {
  if (!reapplied || session.announcedReapplied === reapplied.id) return;
  session.announcedReapplied = reapplied.id;
  engine.events.emit(session.sessionId, {
    event: "compact.reapplied",
    version: reapplied.version,
    compaction_id: reapplied.id,
    t_est: index.total,
  });
}

interface RepairedWindow<W extends object> {
  readonly index: WindowIndex<W>;
  readonly window: Projection<W>;
  readonly setAside: readonly W[];
}

/** Repairs malformed tool messages; what is set aside is archived first, or stays where it cannot be. */
async function repairWindow<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  broken: WindowIndex<W>,
): Promise<RepairedWindow<W> | undefined> {
  const views = broken.items.map((item) => engine.meter.view(item));
  const repair = repairItems(broken.items, views, engine.format);
  const setAside = repair.setAside.map((position) => broken.items[position] as W);
  const trimmed = repair.trimmed.map((position) => broken.items[position] as W);
  const archiving = () => archiveItems(engine, session, { items: [...setAside, ...trimmed] });
  if ((await ifArchivable(archiving)) === "not archived") return undefined;
  engine.events.emit(session.sessionId, {
    event: "compact.malformed_items",
    orphan_results: repair.orphanResults,
    duplicate_calls: repair.duplicateCalls,
    missing_results: repair.missingResults,
    set_aside: setAside.length,
    trimmed: trimmed.length,
  });
  const index = new WindowIndex<W>({ meter: engine.meter, isProtected: protectionOf(engine, session) });
  repair.items.forEach((item, position) => {
    const origin = repair.origins[position] ?? -1;
    index.push(item, origin < 0 ? -1 : (broken.origins[origin] ?? -1));
  });
  return { index, window: index, setAside };
}

/** Takes in what the provider said of the request before: its usage, or that it was too long. */
function learn<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  options: PreflightOptions,
): { overflow: boolean; max: number } {
  const given = options.maxContextTokens ?? engine.max;
  const usage = normalizeUsage(options.usage);
  const found = options.error === undefined ? { overflow: false as const } : recognizeOverflow(options.error);
  const reported = found.overflow ? found.requested : usage?.inputTokens;
  if (reported !== undefined && session.lastRequest) {
    session.calibration = calibrate(session.calibration, { estimated: session.lastRequest.raw, reported });
  }
  if (usage && usage.cachedTokens > 0) session.cachedShare = usage.cachedTokens / usage.inputTokens;
  if (found.overflow && found.limit !== undefined && found.limit > 0) {
    session.learnedMax = Math.min(session.learnedMax ?? given, found.limit);
  }
  return { overflow: found.overflow, max: Math.min(given, session.learnedMax ?? given) };
}

interface DecideCall<W extends object> {
  readonly call: Call<W>;
  readonly measurement: Measurement;
  readonly window: Projection<W>;
  readonly overflow: boolean;
}

function decideCall<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: DecideCall<W>,
): Decision {
  const last = input.window.items.at(-1);
  const reason: unknown = input.call.shouldCompact?.(input.measurement);
  const programmatic = typeof reason === "string" ? reason : undefined;
  const decision = decide({
    measurement: input.measurement,
    policy: engine.policy,
    atTurnBoundary: last !== undefined && engine.meter.view(last).role === "user",
    manual: input.call.manual,
    overflow: input.overflow,
    held: session.compactions.redoable !== undefined,
    preparing: input.call.options.preparing === true,
    ...(programmatic === undefined ? {} : { programmatic }),
  });
  emitDecision(engine, session.sessionId, decision);
  return decision;
}
