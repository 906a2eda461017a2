import { isOwnNote } from "../../conversation/is-own-note.js";
import { CompactError } from "../../errors/compact-error.js";
import type { SummaryRequest } from "../../summarizers/summarizer.js";
import { correctionRequest } from "../../facts/verification/correction-request.js";
import { extractFacts } from "../../facts/verification/extract-facts.js";
import {
  type FidelityReport,
  reportedFacts,
  type ReportedFact,
} from "../../facts/verification/fidelity-report.js";
import { type RepairedSummary, repairSummary } from "../../facts/verification/repair-summary.js";
import { summaryVerifier, type Verification } from "../../facts/verification/verify-summary.js";
import { apartFromOutputs, viewTexts } from "../../facts/verification/view-texts.js";
import type { Engine } from "../engine.js";

/**
 * What was found out about a summary, and what was done about it. Classes and counts are those of the summary as it is
 * used; `invented` lists what was taken out of it or, in the caller's own words, is new and was left.
 */
export interface Fidelity extends FidelityReport {
  /** Facts that were missing and were put in by code. */
  readonly restored: number;
  /** Facts that stood there altered or out of date and were put right by code. */
  readonly corrected: number;
  /** What must be kept and was lost, as it was found before code put it in or right. */
  readonly repaired: readonly ReportedFact[];
  /** Strings that nobody had said and that were taken out. */
  readonly removed: number;
  /** True if the summarizer was asked once more. */
  readonly revised: boolean;
}

export interface CheckedSummary {
  readonly body: string;
  readonly fidelity: Fidelity;
}

export interface CheckInput {
  readonly request: SummaryRequest;
  readonly body: string;
  /** Ids of items that it repeats words of, where the summarizer tells. */
  readonly sources?: readonly string[] | undefined;
  /** The caller's own words: what is new in them is told and left, and nothing of them gives way. */
  readonly given?: boolean;
  /** Asks the author of the summary to write it again; absent where nobody can be asked. */
  revise?(instruction: string): Promise<string | undefined>;
}

/**
 * Checks a summary against what it stands for: asks its author once for what must be kept and is lost, puts in by code
 * what is lost even so, and takes out what nobody said.
 *
 * @throws CompactError `CONSTRAINTS_DO_NOT_FIT` where what must be kept is larger than the summary may be.
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
  const fidelity = describe({ found: verification, final }, repaired, revised !== undefined);
  emitFidelity(engine, request.sessionId, fidelity);
  return { body: repaired.text, fidelity };
}

const lostOf = ({ mustKeep }: Verification): number =>
  mustKeep.filter((finding) => finding.class !== "retained").length;

/** What a summary is made from, and what its author is told besides; the items that it names come first. */
export function sourceTexts(request: SummaryRequest, sources: readonly string[] = []): string[] {
  const { remainder, checkpoint, previous = "", note = "" } = request;
  const state = checkpoint ? [JSON.stringify(checkpoint)] : [];
  const first = new Set(sources);
  const [named, others] = [true, false].map((isNamed) =>
    viewTexts(remainder.filter(({ id }) => first.has(id) === isNamed).map(({ view }) => view)),
  );
  return [...(named ?? []), previous, note, ...state, ...(others ?? [])];
}

/** Looks at what a summary says. */
function verifierOf({ request, sources }: CheckInput): (summary: string) => Verification {
  const { checkpoint } = request;
  const facts = checkpoint ? extractFacts(checkpoint) : [];
  const source = sourceTexts(request, sources);
  const { messages, outputs } = apartFromOutputs(request.kept);
  // A constraint of the user is shown by the user's own words alone.
  const own = messages.filter(
    (view) => ["user", "system", "developer"].includes(view.role) && !isOwnNote(view),
  );
  const others = messages.filter((view) => !own.includes(view));
  const kept = { window: viewTexts(own), outputs: viewTexts([...others, ...outputs]) };
  // Every item is archived before it leaves the window.
  const archived = new Set(facts.flatMap(({ itemIds }) => itemIds));
  return summaryVerifier({ facts, ...kept, source, archived });
}

function describe(
  { found, final }: { readonly found: Verification; readonly final: Verification },
  repaired: RepairedSummary,
  revised: boolean,
): Fidelity {
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

function emitFidelity<W extends object>(engine: Engine<W>, sessionId: string, fidelity: Fidelity): void {
  const { counts, restored, corrected, removed, revised, facts } = fidelity;
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
  });
}

/** The caller's words and what they lack of what must be kept do not fit together. */
function noRoomBeside(request: SummaryRequest, { restored }: RepairedSummary, body: string): CompactError {
  const [tokens, maxTokens] = [request.count(body), request.maxTokens];
  return new CompactError(
    "INVALID_INPUT",
    `The summary has ${tokens} tokens and lacks ${restored.length} facts that must stay (constraints of the user, open ` +
      `work). The limit of ${maxTokens} tokens leaves no room for them; shorten the summary, or raise the target.`,
    { details: { tokens, maxTokens, missing: restored.length } },
  );
}

/** What must be kept is larger than what is left for it. */
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
