import type { Checkpoint } from "../checkpoint/checkpoint.js";
import { CLAIM_MARK } from "../checkpoint/render-entry.js";
import { type ClaimVerdict, REMOVE } from "./claim-verdict.js";
import { LiftedRules } from "./lifted-rules.js";
import { NearSentences } from "./near-sentences.js";
import { OpenClaims } from "./open-claims.js";
import { type ProseClaim, proseClaims } from "./prose-claim.js";
import { applyEdits, type TextEdit } from "./remove-invented.js";
import { ToldValues } from "./told-values.js";
import { saidTexts } from "./verify-summary.js";

export interface ProseRecord {
  readonly checkpoint: Checkpoint;
  /** What the user wrote. */
  readonly user: readonly string[];
  /** Everything that the prose may have its numbers from; no earlier prose of a model. */
  readonly source: readonly string[];
}

export interface VettedProse {
  readonly text: string;
  /** Sentences that contradict a rule of the user and were taken out. */
  readonly refuted: readonly string[];
  /** Sentences that the record does not bear out and that say so now. */
  readonly marked: readonly string[];
}

/**
 * A model's prose without what contradicts the user's rules: that one was lifted, says the opposite, or has another
 * number. Behind other claims that the record does not bear out a note says so, with what the record has instead where
 * it has something. Pure, and linear in prose plus source.
 */
export function vetProse(prose: string, record: ProseRecord): VettedProse {
  const claims = proseClaims(prose);
  if (claims.length === 0) return { text: prose, refuted: [], marked: [] };
  const lifted = new LiftedRules(record.checkpoint, record.user);
  const values = new ToldValues(record.checkpoint, claims, record.source);
  const open = new OpenClaims(record.checkpoint);
  const altered = alteredSpans(prose, record);
  const edits: TextEdit[] = [];
  const [refuted, marked]: [string[], string[]] = [[], []];
  for (const claim of claims) {
    const isAltered = altered.some(({ start, end }) => start < claim.end && end > claim.start);
    const verdict = isAltered
      ? REMOVE
      : (lifted.verdictOn(claim) ?? open.verdictOn(claim) ?? values.verdictOn(claim));
    if (verdict === undefined || isMarkedAlready(prose, claim, verdict)) continue;
    (verdict.action === "remove" ? refuted : marked).push(claim.text);
    edits.push(editOf(prose, claim, verdict));
  }
  return { text: withoutBareLines(applyEdits(prose, edits)), refuted, marked };
}

/** Where rules in force stand altered: another number or path, a negation more or less. */
function alteredSpans(
  prose: string,
  { checkpoint, source }: ProseRecord,
): { readonly start: number; readonly end: number }[] {
  const rules = checkpoint.constraints.filter(
    ({ status, provenance }) => status === "current" && provenance.by === "user",
  );
  if (rules.length === 0) return [];
  const sentences = new NearSentences(prose);
  const near = rules.flatMap(({ text }) => sentences.findFor(text.replace(/\s+/g, " ")));
  if (near.length === 0) return [];
  const said = saidTexts(near, [...rules.map(({ text }) => text), ...source]);
  return near.filter(({ text }) => !said.has(text));
}

const isMarkedAlready = (prose: string, { text, end }: ProseClaim, { action }: ClaimVerdict): boolean =>
  action === "mark" && (text.endsWith(CLAIM_MARK) || prose.startsWith(` ${CLAIM_MARK}`, end));

function editOf(prose: string, { start, end }: ProseClaim, verdict: ClaimVerdict): TextEdit {
  if (verdict.action === "mark") return { start: end, end, replacement: ` ${verdict.note}` };
  const blank = /^[ \t]{0,4}/.exec(prose.slice(end, end + 4))?.[0].length ?? 0;
  return { start, end: end + blank, replacement: "" };
}

/** Without lines of which nothing but a list marker is left. */
const withoutBareLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line === "" || !/^\s{0,40}(?:[-*•+]|\(?\d{1,3}[.)])\s{0,4}$/.test(line))
    .join("\n")
    .trim();
