import { isOwnNote } from "../../conversation/is-own-note.js";
import { CompactError } from "../../errors/compact-error.js";
import type { SummaryRequest } from "../../summarizers/summarizer.js";
import { correctionRequest } from "../../facts/verification/correction-request.js";
import { type Brevity, withinBrevity } from "../../facts/checkpoint/within-brevity.js";
import { extractFacts } from "../../facts/verification/extract-facts.js";
import {
  type FidelityReport,
  reportedFacts,
  type ReportedFact,
} from "../../facts/verification/fidelity-report.js";
import { type RepairedSummary, repairSummary } from "../../facts/verification/repair-summary.js";
import { summaryVerifier, type Verification } from "../../facts/verification/verify-summary.js";
import type { VettedProse } from "../../facts/verification/vet-prose.js";
import { apartFromOutputs, viewTexts } from "../../facts/verification/view-texts.js";
import { collapseBlanks } from "../../text/string-finder.js";
import type { Engine } from "../engine.js";

/**
 * The findings about a summary, and what was done about them. Classes and counts describe the summary as used;
 * `invented` lists what was removed or, in the caller's own words, what is new and was left.
 */
export interface Fidelity extends FidelityReport {
  /** Missing facts that code added. */
  readonly restored: number;
  /** Altered or outdated facts that code corrected. */
  readonly corrected: number;
  /** Required facts that were lost, as found before code added or corrected them. */
  readonly repaired: readonly ReportedFact[];
  /** Invented strings that were removed. */
  readonly removed: number;
  /** True if the summarizer was asked once more. */
  readonly revised: boolean;
  /** Sentences of a model that contradict a rule of the user and were taken out. */
  readonly refuted: readonly string[];
  /** Sentences of a model that the record does not bear out and that are marked. */
  readonly unconfirmed: readonly string[];
}

export interface CheckedSummary {
  readonly body: string;
  readonly fidelity: Fidelity;
}

export interface CheckInput {
  readonly request: SummaryRequest;
  readonly body: string;
  /** Ids of items whose words it repeats, if the summarizer reports them. */
  readonly sources?: readonly string[] | undefined;
  /** The caller's own words: new content is reported and left, and nothing is removed to make room. */
  readonly given?: boolean;
  /** How much of what must be said there is room for. */
  readonly brevity: Brevity;
  /** What was found in a model's words. */
  readonly claims?: Pick<VettedProse, "refuted" | "marked">;
  /** Asks the author to rewrite the summary; absent if that is not possible. */
  revise?(instruction: string): Promise<string | undefined>;
}

/**
 * Verifies a summary against the items it replaces: asks its author once for lost required facts, adds what is
 * still lost, and removes what nobody said.
 *
 * @throws CompactError `CONSTRAINTS_DO_NOT_FIT` if the required facts are larger than the summary may be.
 */
export async function checkSummary<W extends object>(
  engine: Engine<W>,
  input: CheckInput,
): Promise<CheckedSummary> {
  const { request } = input;
  const verify = verifierOf(input);
  let body = input.body;
  let verification = verify(body);
  const instruction =
    input.revise && correctionRequest({ ...verification, summary: body, maxTokens: request.maxTokens });
  const revised = instruction === undefined ? undefined : await input.revise?.(instruction);
  if (revised !== undefined) {
    const again = verify(revised);
    if (lostOf(again) < lostOf(verification)) [body, verification] = [revised, again];
  }
  const repaired = repairSummary({
    summary: body,
    verification: input.given === true ? { ...verification, invented: [] } : verification,
    maxTokens: request.maxTokens,
    count: (text) => request.count(text),
  });
  if (!repaired.fits) throw constraintsDoNotFit(request.sessionId, repaired);
  if (input.given === true && repaired.droppedLines > 0) throw noRoomBeside(request, repaired, body);
  const final = repaired.text === body ? verification : verify(repaired.text);
  const fidelity = {
    ...describe({ found: verification, final }, repaired, revised !== undefined),
    ...listed(input.claims),
  };
  emitFidelity(engine, request.sessionId, fidelity);
  return { body: repaired.text, fidelity };
}

const lostOf = ({ mustKeep }: Verification): number =>
  mustKeep.filter((finding) => finding.class !== "retained").length;

/**
 * The texts that a summary is made from, and its author's other inputs; the items that it names come first.
 */
export function sourceTexts(request: SummaryRequest, sources: readonly string[] = []): string[] {
  const { remainder, checkpoint, previous = "", previousExtracts = "", note = "" } = request;
  const state = checkpoint ? [JSON.stringify(checkpoint)] : [];
  const first = new Set(sources);
  const [named, others] = [true, false].map((isNamed) =>
    viewTexts(remainder.filter(({ id }) => first.has(id) === isNamed).map(({ view }) => view)),
  );
  return [...(named ?? []), previous, previousExtracts, note, ...state, ...(others ?? [])];
}

/** A function that verifies a summary's text. */
function verifierOf({ request, sources, brevity }: CheckInput): (summary: string) => Verification {
  const { checkpoint } = request;
  const facts = checkpoint ? extractFacts(withinBrevity(checkpoint, brevity)) : [];
  const source = sourceTexts(request, sources);
  const { messages, outputs } = apartFromOutputs(request.kept);
  // A constraint of the user is shown by the user's own words alone.
  const own = messages.filter(
    (view) => ["user", "system", "developer"].includes(view.role) && !isOwnNote(view),
  );
  const others = messages.filter((view) => !own.includes(view));
  // A sentence of the user may run over several lines.
  const words = viewTexts(own).flatMap((text) =>
    text.includes("\n") ? [text, collapseBlanks(text)] : [text],
  );
  const kept = { window: words, outputs: viewTexts([...others, ...outputs]) };
  const { stated = "" } = request;
  // Every item is archived before it leaves the window.
  const archived = new Set(facts.flatMap(({ itemIds }) => itemIds));
  return summaryVerifier({ facts, ...kept, stated, source, archived });
}

function describe(
  { found, final }: { readonly found: Verification; readonly final: Verification },
  repaired: RepairedSummary,
  revised: boolean,
): Omit<Fidelity, "refuted" | "unconfirmed"> {
  const { invented, inventedOmitted } = found.report;
  return {
    ...final.report,
    invented,
    inventedOmitted,
    restored: repaired.restored.length,
    corrected: repaired.corrected.length,
    repaired: reportedFacts(found.mustKeep.filter((finding) => finding.class !== "retained")),
    removed: repaired.removed.length,
    revised,
  };
}

/** Findings of bounded size. */
const MAX_LISTED = 50;
const MAX_CHARACTERS = 300;
const bounded = (texts: readonly string[]): string[] =>
  texts.slice(0, MAX_LISTED).map((text) => text.slice(0, MAX_CHARACTERS));

const listed = ({ refuted, marked }: NonNullable<CheckInput["claims"]> = { refuted: [], marked: [] }) => ({
  refuted: bounded(refuted),
  unconfirmed: bounded(marked),
});

function emitFidelity<W extends object>(engine: Engine<W>, sessionId: string, fidelity: Fidelity): void {
  const { counts, restored, corrected, removed, revised, facts, refuted, unconfirmed } = fidelity;
  engine.events.emit(sessionId, {
    event: "compact.verified",
    facts,
    retained: counts.retained,
    recoverable: counts.recoverable,
    missing: counts.missing,
    mutated: counts.mutated,
    stale: counts.stale,
    restored,
    corrected,
    removed,
    revised,
    refuted: refuted.length,
    unconfirmed: unconfirmed.length,
  });
}

/** The caller's words and their missing required facts do not fit together. */
function noRoomBeside(request: SummaryRequest, { restored }: RepairedSummary, body: string): CompactError {
  const [tokens, maxTokens] = [request.count(body), request.maxTokens];
  return new CompactError(
    "INVALID_INPUT",
    `The summary has ${tokens} tokens and lacks ${restored.length} facts that must stay (constraints of the user, open ` +
      `work). The limit of ${maxTokens} tokens leaves no room for them; shorten the summary, or raise the target.`,
    { details: { tokens, maxTokens, missing: restored.length, why: "summary_lacks_facts" } },
  );
}

/** The required facts are larger than the available room. */
export function constraintsDoNotFit(
  sessionId: string,
  { needed, available }: { readonly needed: number; readonly available: number },
): CompactError {
  return new CompactError(
    "CONSTRAINTS_DO_NOT_FIT",
    `The constraints of the user in session "${sessionId}" need ${needed} tokens, but only ${available} are left for the ` +
      "summary; nothing was changed. Raise the target or the size of the summary, or withdraw what no longer applies.",
    { details: { sessionId, needed, available } },
  );
}
