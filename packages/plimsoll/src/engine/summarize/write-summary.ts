import { speaksAsUser } from "../../conversation/speaks-as-user.js";
import { itemId } from "../../conversation/item-id.js";
import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import { BREVITIES, type Brevity, withinBrevity } from "../../facts/checkpoint/within-brevity.js";
import type { ItemView } from "../../conversation/item-view.js";
import { CompactError } from "../../errors/compact-error.js";
import type { Summary, SummaryDelta, SummaryRequest } from "../../summarizers/summarizer.js";
import type { NormalizedUsage } from "../../tokens/normalize-usage.js";
import { tellUsage } from "./tell-usage.js";
import { viewTexts } from "../../facts/verification/view-texts.js";
import { isSupersededNote } from "../../tool-outputs/superseded-note.js";
import { checkSummary, constraintsDoNotFit, sourceTexts } from "./check-summary.js";
import { vetCheckpoint } from "./vet-checkpoint.js";
import { noticeWithout, splitNotice } from "./notice-body.js";
import { notSaid, notShown } from "./not-shown.js";
import { requiredFacts } from "./required-facts.js";
import type { Fact } from "../../facts/verification/fact.js";
import type { PlannedCompaction, WrittenSummary } from "../compaction.js";
import type { Engine } from "../engine.js";
import { isUserSummary } from "./assemble.js";
import type { WindowSummary } from "../follow/find-summary.js";
import type { Outline } from "../plan/outline.js";
import { UNVERIFIED_RULES, withoutUnverifiedRules } from "../../facts/ledgers/summary-rules.js";
import { listedLine, tamedProse, unquoted } from "../../facts/checkpoint/quoted-line.js";
import {
  type Coverage,
  SHORT_SUMMARY_TOKENS,
  withoutSummaryTags,
} from "../../facts/checkpoint/summary-message.js";
import type { PrintedState } from "../../facts/checkpoint/print-state.js";
import { withoutState } from "../../facts/checkpoint/without-state.js";
import { NO_STATE, stateBlock } from "./state-block.js";
import { addedLines } from "./text-below-state.js";
import { attemptSummary } from "./attempt-summary.js";
import { BETWEEN_TOKENS, checkWritten } from "./check-written.js";
import { fitMessage, type MessageInput, summaryItem, summaryOverhead } from "./summary-item.js";

/** Where the provider could not compact, the summary is written by this template. */
const TEMPLATE_AFTER_REMOTE = "task_state";

/** The message around a summary, and the room in it. */
interface SummaryFrame {
  readonly message: MessageInput & { readonly must: readonly Fact[] };
  /** Tokens that the body of the summary may have. */
  readonly bodyTokens: number;
  /** Tokens of the required facts, each on its own line. */
  readonly mustTokens: number;
}

/**
 * Writes a summary message for the removed items, within the plan's tokens, and verifies it against the facts.
 * The caller's own `given` words replace a summarizer's; they are used unchanged, or refused. Where what must be said
 * turns out larger than planned, it is said more briefly.
 */
export async function writeSummary<W extends object>(
  engine: Engine<W>,
  planned: PlannedCompaction<W>,
  given?: string,
): Promise<WrittenSummary<W>> {
  try {
    return await writtenSummary(engine, planned, given);
  } catch (error) {
    const brevity = BREVITIES[BREVITIES.indexOf(planned.brevity) + 1];
    if (!isTooLarge(error) || brevity === undefined) throw error;
    const mustKeep = requiredFacts(planned.checkpoint, brevity);
    return writeSummary(engine, { ...planned, brevity, mustKeep }, given);
  }
}

const isTooLarge = (error: unknown): boolean =>
  CompactError.isInstance(error) && error.code === "CONSTRAINTS_DO_NOT_FIT";

async function writtenSummary<W extends object>(
  engine: Engine<W>,
  planned: PlannedCompaction<W>,
  given: string | undefined,
): Promise<WrittenSummary<W>> {
  const frame = frameOf(engine, planned);
  if (given !== undefined) return givenSummary(engine, planned, { frame, words: given });
  const usage: NormalizedUsage[] = [];
  try {
    return { ...(await askedSummary(engine, planned, { frame, usage })), usage };
  } finally {
    tellUsage(engine, planned.sessionId, usage);
  }
}

/** The summary at another place, or of fewer items: the same words in the message that belongs there. */
export function movedSummary<W extends object>(
  engine: Engine<W>,
  planned: PlannedCompaction<W>,
  { summary, before }: { readonly summary: WrittenSummary<W>; readonly before: PlannedCompaction<W> },
): WrittenSummary<W> {
  const back = removedIndexes(before).length - removedIndexes(planned).length;
  const body = noticeWithout(summary.body, back);
  const item = summaryItem(engine, frameOf(engine, planned).message, body);
  return { ...summary, body, item, tokens: engine.meter.tokens(item) };
}

/** Drops the line about covered items if the required facts need the room. */
function frameOf<W extends object>(engine: Engine<W>, planned: PlannedCompaction<W>): SummaryFrame {
  const { plan, outline, window, lastVersion, mustKeep: must } = planned;
  const mustTokens = must.reduce((sum, { text }) => sum + engine.meter.text(text) + 1, 0);
  const message = {
    version: lastVersion + 1,
    // Only a provider that is strict about turns asks who speaks where the summary will stand.
    asUser:
      engine.format.opensWithUser === true &&
      isUserSummary(window.items, (item) => engine.meter.view(item), { outline, places: plan }),
    maxTokens: plan.summaryTokens,
    must,
  };
  const framed = (input: SummaryFrame["message"]): SummaryFrame => {
    const bodyTokens = Math.max(1, plan.summaryTokens - summaryOverhead(engine, input) - 2);
    return { message: input, bodyTokens, mustTokens };
  };
  const coverage = coverageOf(engine, planned);
  const naming = coverage && framed({ ...message, coverage });
  return naming && naming.bodyTokens >= mustTokens ? naming : framed(message);
}

async function askedSummary<W extends object>(
  engine: Engine<W>,
  planned: PlannedCompaction<W>,
  { frame, usage }: { readonly frame: SummaryFrame; readonly usage: NormalizedUsage[] },
): Promise<WrittenSummary<W>> {
  const { brevity } = planned;
  const unverifiedRules = unverifiedRulesBlock(engine, planned, frame);
  const onUsage = (spent: NormalizedUsage): void => void usage.push(spent);
  const maxTokens = Math.max(1, frame.bodyTokens - unverifiedRules.tokens);
  const { must } = frame.message;
  const { request: asked, lost } = summaryRequest(engine, planned, { maxTokens, must });
  const whole = { ...asked, onUsage, ...draftsFor(planned.call.options.onSummaryDelta) };
  const { state, request } = engine.policy.summarize
    ? withState(whole, { lost, brevity })
    : { state: NO_STATE, request: whole };
  const attempt = await attemptSummary(engine, request);
  const vetted = vet(request, attempt.summary);
  const printed = vetted.checkpoint
    ? stateBlock(request, {
        checkpoint: withinBrevity(vetted.checkpoint, brevity),
        summaryTokens: maxTokens,
      })
    : state;
  const below = await checkWritten(engine, {
    request: belowState(request, { printed, maxTokens }),
    attempt,
    added: addedLines(vetted.checkpoint, printed.entries),
    brevity,
  });
  const written = { first: joinedBody(unverifiedRules.text, printed.text), rest: below.body };
  const fitted = fitMessage(engine, frame.message, written);
  if (fitted.isCut) refuseLoss(lost, request, fitted.body);
  engine.events.emit(planned.sessionId, {
    event: "compact.summary_created",
    version: frame.message.version,
    summarizer: attempt.summarizer,
    template: attempt.template,
    summary_tokens: fitted.tokens,
    max_tokens: planned.plan.summaryTokens,
    covered: request.remainder.length,
    attempts: attempt.attempts,
    dropped_entries: vetted.dropped,
  });
  const { item, body: text, tokens } = fitted;
  return {
    item,
    body: text,
    tokens,
    template: attempt.template,
    summarizer: attempt.summarizer,
    fidelity: below.fidelity,
    ...(vetted.checkpoint ? { checkpoint: vetted.checkpoint } : {}),
  };
}

/** Numbers the drafts of a summary. Nobody who watches can make it fail. */
function draftsFor(
  onSummaryDelta: ((delta: SummaryDelta) => void) | undefined,
): Pick<SummaryRequest, "onDraft"> {
  if (!onSummaryDelta) return {};
  let drafts = 0;
  const onDraft = (): ((text: string) => void) => {
    const draft = ++drafts;
    return (text) => {
      try {
        onSummaryDelta({ text, draft });
      } catch {
        // The caller's own affair.
      }
    };
  };
  return { onDraft };
}

/** Facts as a summarizer is asked for them. */
const mustSay = (facts: readonly Fact[]): NonNullable<SummaryRequest["mustKeep"]> =>
  facts.map(({ text, itemIds }) => ({ text, itemId: itemIds[0] ?? "" }));

/** The state above a summary, and the request for the rest. */
function withState(
  whole: SummaryRequest,
  { lost, brevity }: { readonly lost: readonly Fact[]; readonly brevity: Brevity },
): {
  readonly state: PrintedState;
  readonly request: SummaryRequest;
} {
  const { checkpoint, maxTokens } = whole;
  if (checkpoint === undefined) return { state: NO_STATE, request: whole };
  const state = stateBlock(whole, {
    checkpoint: withinBrevity(checkpoint, brevity),
    summaryTokens: maxTokens,
  });
  if (!state.isWhole) return { state, request: whole };
  const left = Math.max(1, maxTokens - state.tokens - BETWEEN_TOKENS);
  const mustKeep = mustSay(notSaid(lost, state.text));
  return { state, request: { ...whole, stated: state.text, maxTokens: left, mustKeep } };
}

/** The request for what stands below a state that is printed. */
function belowState(
  request: SummaryRequest,
  { printed, maxTokens }: { readonly printed: PrintedState; readonly maxTokens: number },
): SummaryRequest {
  if (request.stated === undefined) return { ...request, count: (text) => request.count(text), maxTokens };
  const left = Math.max(1, maxTokens - printed.tokens - BETWEEN_TOKENS);
  return { ...request, count: (text) => request.count(text), stated: printed.text, maxTokens: left };
}

const joinedBody = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n");

/** The share of a summary that rules of an adopted one may take. */
const UNVERIFIED_RULES_SHARE = 0.6;

/** The quoted rules of an unverified summary, as many of the first as fit next to the required facts. */
function unverifiedRulesBlock<W extends object>(
  engine: Engine<W>,
  { unverifiedRules }: PlannedCompaction<W>,
  { bodyTokens: maxTokens, mustTokens }: Pick<SummaryFrame, "bodyTokens" | "mustTokens">,
): { readonly text: string; readonly tokens: number } {
  const room = Math.min(maxTokens * UNVERIFIED_RULES_SHARE, maxTokens - mustTokens * 1.1 - 48);
  const lines = [UNVERIFIED_RULES];
  let tokens = engine.meter.text(UNVERIFIED_RULES) + 1;
  for (const { text } of unverifiedRules.filter(({ holds }) => holds)) {
    const line = listedLine(text);
    const cost = engine.meter.text(line) + 1;
    if (tokens + cost > room) continue;
    lines.push(line);
    tokens += cost;
  }
  return lines.length === 1 ? { text: "", tokens: 0 } : { text: lines.join("\n"), tokens };
}

/** A body that had to be cut once more, because the message is counted higher than its parts, must not lose anything. */
function refuseLoss(lost: readonly Fact[], request: SummaryRequest, body: string): void {
  if (notSaid(lost, body).length === 0) return;
  const needed = lost.reduce((sum, { text }) => sum + request.count(text) + 1, 0);
  throw constraintsDoNotFit(request.sessionId, { needed, available: request.maxTokens });
}

/** The summarizer's additions to the state without invented ones, and the number of unusable entries. */
function vet(
  request: SummaryRequest,
  summary: Summary | undefined,
): { readonly checkpoint?: Checkpoint; readonly dropped: number } {
  const dropped = summary?.dropped ?? 0;
  if (summary?.checkpoint === undefined || request.checkpoint === undefined) return { dropped };
  const window = viewTexts(request.kept);
  const source = [...sourceTexts(request), ...window];
  const user = [...request.remainder.map(({ view }) => view), ...request.kept]
    .filter((view) => speaksAsUser(view))
    .map(({ text }) => text);
  const vetted = vetCheckpoint(summary.checkpoint, { before: request.checkpoint, source, user });
  return { checkpoint: vetted.checkpoint, dropped: dropped + vetted.dropped };
}

/**
 * The caller's summary: without secrets and tags, verified like any other, and refused if it does not fit.
 */
async function givenSummary<W extends object>(
  engine: Engine<W>,
  planned: PlannedCompaction<W>,
  { frame, words }: { readonly frame: SummaryFrame; readonly words: unknown },
): Promise<WrittenSummary<W>> {
  if (typeof words !== "string")
    throw new CompactError("INVALID_INPUT", `The summary is of type ${typeof words}; pass a string.`);
  const given = tamedProse(engine.redactor.text(withoutSummaryTags(words)), "caller");
  if (given === "")
    throw new CompactError("INVALID_INPUT", "The summary is empty; pass a text, or no summary.", {
      details: { why: "summary_empty" },
    });
  const { message, bodyTokens } = frame;
  const messageOf = (body: string): W => summaryItem(engine, message, body);
  const maxTokens = planned.plan.summaryTokens;
  const givenTokens = engine.meter.tokens(messageOf(given));
  if (givenTokens > maxTokens) throw tooLong(givenTokens, maxTokens);
  const { request } = summaryRequest(engine, planned, { maxTokens: bodyTokens, must: message.must });
  const checked = await checkSummary(engine, {
    request,
    brevity: planned.brevity,
    body: given,
    given: true,
  });
  const { fidelity } = checked;
  const unverifiedRules = unverifiedRulesBlock(engine, planned, { ...frame, bodyTokens: maxTokens }).text;
  const whole = joinedBody(unverifiedRules, checked.body);
  const body = engine.meter.tokens(messageOf(whole)) <= maxTokens ? whole : checked.body;
  const item = messageOf(body);
  const tokens = engine.meter.tokens(item);
  engine.events.emit(planned.sessionId, {
    event: "compact.summary_created",
    version: message.version,
    summarizer: "caller",
    template: "none",
    summary_tokens: tokens,
    max_tokens: maxTokens,
    covered: removedIndexes(planned).length,
    attempts: 0,
    dropped_entries: 0,
  });
  return { item, body, tokens, template: "none", summarizer: "caller", fidelity };
}

function tooLong(tokens: number, maxTokens: number): CompactError {
  return new CompactError(
    "INVALID_INPUT",
    `The summary has ${tokens} tokens with its tags, but only ${maxTokens} are available; shorten it, or raise the target.`,
    { details: { tokens, maxTokens, why: "summary_too_long" } },
  );
}

/** What the summary covers, over all compactions; not named if the archive ends with the process. */
function coverageOf<W extends object>(
  engine: Engine<W>,
  planned: PlannedCompaction<W>,
): Coverage | undefined {
  if (engine.storage.name === "memory" || planned.plan.summaryTokens < SHORT_SUMMARY_TOKENS) return undefined;
  const { summary } = planned.outline;
  const before = summary?.standing === "unverified" ? undefined : summary?.coverage;
  const removed = removedIndexes(planned);
  const [first, last] = [removed[0], removed.at(-1)];
  if (first === undefined || last === undefined) return before;
  const idAt = (index: number): string => itemId(planned.window.items[index] as W);
  return {
    count: (before?.count ?? 0) + removed.length,
    first: before?.first ?? idAt(first),
    last: idAt(last),
  };
}

function removedIndexes<W extends object>({ outline, plan }: PlannedCompaction<W>): number[] {
  return indexesOf(outline, plan.remainder);
}

const indexesOf = (outline: Outline, positions: Iterable<number>): number[] =>
  [...positions].flatMap((position) => outline.blocks[position]?.indexes ?? []).sort((a, b) => a - b);

/** The request for a summary, and what must be said in it: what the window does not show. */
function summaryRequest<W extends object>(
  engine: Engine<W>,
  planned: PlannedCompaction<W>,
  { maxTokens, must }: { readonly maxTokens: number; readonly must: readonly Fact[] },
): { readonly request: SummaryRequest; readonly lost: readonly Fact[] } {
  const { outline, plan, window, call, unverifiedRules } = planned;
  const { items, origins } = window;
  const shown = planned.shown.items;
  const redactedView = (item: W): ItemView => engine.meter.view(engine.redacted(item));
  const shownView = (index: number): ItemView => withoutNotes(redactedView(shown[index] as W));
  // A summary is made of what was said, not of evidence of it.
  const givenView = (index: number): ItemView =>
    redactedView(planned.givenItem(items[index] as W, origins[index] ?? -1));
  const removed = removedIndexes(planned);
  const whole = [...plan.keep].filter((position) => position !== plan.cut?.position);
  const kept = indexesOf(outline, whole).map(shownView);
  const lost = notShown(must, kept);
  // Of a message that is cut the middle leaves the window.
  const leaving = plan.cut ? [...removed, plan.cut.index].sort((a, b) => a - b) : removed;
  const only = leaving.length === 0 && outline.summary ? [outline.summary.index] : leaving;
  const request: SummaryRequest = {
    sessionId: planned.sessionId,
    remainder: only.map((index) => ({
      id: itemId(items[index] as W),
      view: shown[index] === items[index] ? givenView(index) : shownView(index),
      ...(leaving.length === 0 ? { isSummary: true } : {}),
    })),
    ...(outline.summary && leaving.length > 0 ? previousParts(engine, outline.summary) : {}),
    ...(outline.summary?.standing === "unverified" ? { previousIsUnverified: true } : {}),
    kept,
    ...(unverifiedRules.length === 0 ? {} : { unverifiedRules: unverifiedRules.map(({ text }) => text) }),
    ...(lost.length === 0 ? {} : { mustKeep: mustSay(lost) }),
    checkpoint: planned.checkpoint,
    template: engine.policy.strategy === "remote" ? TEMPLATE_AFTER_REMOTE : engine.policy.strategy,
    maxTokens,
    count: rememberLast((text) => engine.estimator.count(text)),
    ...(call.options.note === undefined ? {} : { note: engine.redactor.text(call.options.note) }),
    ...(call.options.signal ? { signal: call.options.signal } : {}),
  };
  return { request, lost };
}

function isStateAlone(text: string): boolean {
  const { notes, extracts, isParted } = withoutState(text);
  return isParted && notes === "" && extracts === "";
}

/** The previous summary without the parts that code prints again; one of another process may hold secrets. */
function previousParts<W extends object>(
  { redactor, policy }: Engine<W>,
  { body, standing }: WindowSummary,
): Pick<SummaryRequest, "previous" | "previousExtracts"> {
  const clean = (text: string): string => (standing === "own" ? text : redactor.text(text));
  const rest = withoutUnverifiedRules(body);
  if (!policy.summarize) return { previous: clean(rest) };
  const { above, notice } = splitNotice(rest);
  if (notice !== "" && isStateAlone(above)) return { previous: notice };
  const { notes, extracts, isParted } = withoutState(rest);
  if (!isParted) return { previous: clean(extracts) };
  const plain = notes
    .split("\n")
    .map((line) => unquoted(line))
    .join("\n");
  return { ...(plain === "" ? {} : { previous: clean(plain) }), previousExtracts: clean(extracts) };
}

/** A note tells the model where to look; to a summarizer its ids would look like facts of the work. */
function withoutNotes(view: ItemView): ItemView {
  if (!view.results.some((result) => isSupersededNote(result.text))) return view;
  const results = view.results.map((result) =>
    isSupersededNote(result.text) ? { ...result, text: "[superseded]" } : result,
  );
  return { ...view, results };
}

/** Counts a text once if it is requested several times in a row: written, checked, accepted. */
function rememberLast(count: (text: string) => number): (text: string) => number {
  let last = { text: "", tokens: 0 };
  return (text) => {
    if (text !== last.text) last = { text, tokens: count(text) };
    return last.tokens;
  };
}
