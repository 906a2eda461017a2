import { type CompactPolicy, DEFAULT_POLICY } from "../config/compact-policy.js";
import { speaksAsUser } from "../conversation/speaks-as-user.js";
import { CompactManager } from "../engine/compact-manager.js";
import type { CompactResult } from "../engine/compact-result.js";
import { CompactError } from "../errors/compact-error.js";
import { editedFiles } from "../evaluation/edited-files.js";
import { keptFacts } from "../evaluation/kept-facts.js";
import { readableText } from "../evaluation/readable-text.js";
import { sessionFacts } from "../evaluation/session-facts.js";
import type { Tally } from "../evaluation/tally.js";
import { userSentences } from "../evaluation/user-sentences.js";
import type { CompactEvent } from "../events/compact-event.js";
import { extractFacts } from "../facts/verification/extract-facts.js";
import { collapseBlanks } from "../text/string-finder.js";
import { lookUpPrices } from "../tokens/prices.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import type { ComparedConfiguration, ComparedRun, Comparison, HandOff } from "./comparison.js";
import { isEvent } from "./is-event.js";
import { readLoadLine } from "./read-load-line.js";
import type { OpenedSession } from "./open-session.js";
import { wholeTranscript } from "./read-transcript.js";
import { toldDetails } from "./told-details.js";

export interface CompareInput {
  readonly a: ComparedConfiguration;
  readonly b: ComparedConfiguration;
  readonly model: string;
  /** The session's own window. */
  readonly max: number;
  readonly estimator: TokenEstimator;
  readonly signal?: AbortSignal;
}

const MAX_ITEMS = 4000;
const MAX_REQUESTS = 400;
const DEFAULT_WINDOW = 128_000;
const SESSION = "comparison";

/** Plays a session again under two configurations, request by request, in memory. */
export async function compareSession(session: OpenedSession, input: CompareInput): Promise<Comparison> {
  const items = (await wholeTranscript(session)).items.map(({ item }) => item);
  if (items.length > MAX_ITEMS) {
    throw new CompactError(
      "INVALID_INPUT",
      `The session has ${items.length} items; at most ${MAX_ITEMS} can be compared.`,
      { details: { items: items.length, most: MAX_ITEMS, why: "too_many_items" } },
    );
  }
  const ends = requestEnds(items, session);
  const run = (given: ComparedConfiguration) => playAgain(session, { given, items, ends, input });
  const a = await run(input.a);
  return { items: items.length, turns: ends.length, a, b: await run(input.b) };
}

/** Where requests were sent: before every turn of the user but the first, and at the end; thinned out where there are many. */
function requestEnds(items: readonly object[], { rows }: OpenedSession): number[] {
  const starts = items.flatMap((item, index) =>
    index > 0 && speaksAsUser(rows.view(item)) ? [index + 1] : [],
  );
  const steps = items.flatMap((item, index) => (rows.view(item).results.length > 0 ? [index + 1] : []));
  const all = [...new Set([...starts, ...steps, items.length])].sort((one, other) => one - other);
  const every = Math.ceil(all.length / MAX_REQUESTS);
  return all.filter((end, index) => index % every === 0 || end === items.length);
}

interface Play {
  readonly given: ComparedConfiguration;
  readonly items: readonly object[];
  readonly ends: readonly number[];
  readonly input: CompareInput;
}

async function playAgain(session: OpenedSession, { given, items, ends, input }: Play): Promise<ComparedRun> {
  const configuration = completed(given, input.max);
  const { maxContextTokens, ...policy } = configuration;
  const events: CompactEvent[] = [];
  const manager = new CompactManager({
    model: input.model,
    maxContextTokens,
    policy: policy as Partial<CompactPolicy>,
    format: session.format,
    estimator: input.estimator,
    exporters: [{ name: "comparison", export: (event) => void events.push(event) }],
  });
  let last: CompactResult<object> | undefined;
  let refused: ComparedRun["refused"] = null;
  try {
    for (const end of ends) {
      input.signal?.throwIfAborted();
      last = await manager.preflight(SESSION, items.slice(0, end));
    }
  } catch (error) {
    if (!CompactError.isInstance(error)) throw error;
    refused = { code: error.code.toLowerCase(), message: error.message, details: toldDetails(error.details) };
  }
  const window = last?.items ?? [];
  const { summary, version } = await manager.remember(SESSION);
  const rules = extractFacts(await manager.checkpoint(SESSION)).filter(({ must }) => must);
  await manager.close();
  const load = readLoadLine({
    events,
    records: [],
    standing: new Set(
      events.flatMap((event) => (isEvent(event, "compact.compacted") ? [event.compaction_id] : [])),
    ),
    pricesOf: (model) => lookUpPrices(model),
  });
  return {
    configuration,
    load,
    compactions: load.marks.length,
    tokens: events.length === 0 ? 0 : load.points.reduce((sum, point) => sum + point.tokens, 0),
    cost: load.cost,
    windowTokens: last?.measurement.tokens ?? 0,
    summary: version > 0 ? summary : "",
    refused,
    handOff: handOff(session, { items, window, rules: rules.map(({ value }) => value) }),
  };
}

/** A number within its bounds; `otherwise` for what is none. */
const clamped = (value: unknown, bounds: readonly [number, number], otherwise: number): number =>
  typeof value === "number" && Number.isFinite(value)
    ? Math.min(bounds[1], Math.max(bounds[0], value))
    : otherwise;

function completed(given: ComparedConfiguration, max: number): Required<ComparedConfiguration> {
  const window = max > 0 ? max : DEFAULT_WINDOW;
  return {
    maxContextTokens: Math.floor(clamped(given.maxContextTokens, [1000, 10_000_000], window)),
    triggerPct: clamped(given.triggerPct, [0.05, 1], DEFAULT_POLICY.triggerPct),
    targetPct: clamped(given.targetPct, [0.02, 1], DEFAULT_POLICY.targetPct),
    keepRecentTurns: Math.floor(clamped(given.keepRecentTurns, [1, 1000], DEFAULT_POLICY.keepRecentTurns)),
    pruning: given.pruning ?? DEFAULT_POLICY.pruning,
    strategy: given.strategy ?? DEFAULT_POLICY.strategy,
  };
}

interface HandedOver {
  readonly items: readonly object[];
  readonly window: readonly object[];
  readonly rules: readonly string[];
}

function handOff({ rows }: OpenedSession, { items, window, rules }: HandedOver): HandOff {
  const views = items.map((item) => rows.view(item));
  const texts = window.map((item) => readableText(rows.view(item)));
  const text = texts.join("\n");
  const told = keptFacts(sessionFacts(views), texts, items.length);
  return {
    userSentences: shareIn(userSentences(views), text),
    editedFiles: shareIn(editedFiles(views), text),
    newestFacts: shareOf(told.newest),
    openMatters: shareOf(told.open),
    settledMatters: shareOf(told.closed),
    rules: shareIn(rules, collapseBlanks(text)),
  };
}

const shareOf = ({ kept, all }: Tally): number | null => (all === 0 ? null : kept / all);

const shareIn = (wanted: readonly string[], text: string): number | null =>
  wanted.length === 0 ? null : wanted.filter((string) => text.includes(string)).length / wanted.length;
