import { fitsTokens } from "../tool-outputs/fits-tokens.js";
import { itemId } from "../conversation/item-id.js";
import { archiveItems, ifArchivable, referenceOf } from "./archive.js";
import type { Engine } from "./engine.js";
import { EvidenceBudget } from "./evidence-budget.js";
import { callsOf, type EvidenceOptions, withEvidence } from "./evidence.js";
import { protectionOf } from "./pinning.js";
import { pointToOutputs } from "./point-to-outputs.js";
import type { SessionState } from "./session-state.js";

/**
 * Bounds large results as they arrive, before they become history that is sent again and again: the raw item is
 * archived, its payload as an artifact, and evidence takes its place in the window. Where it cannot be archived, it stays as it is.
 */
export async function ingestItems<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  items: readonly W[],
): Promise<void> {
  const maxTokens = engine.policy.toolOutputMaxTokens;
  if (maxTokens === 0) return;
  const count = (text: string): number => engine.meter.text(text);
  const isLarge = (item: W): boolean =>
    engine.meter.view(item).results.some((result) => !fitsTokens(result.text, { maxTokens, count }));
  const isProtected = protectionOf(engine, session);
  const arrived = items
    .slice(session.seenLength(items))
    .filter((item) => isLarge(item) && !isProtected(item) && !session.evidence.has(itemId(item)));
  if (arrived.length === 0) return;
  const budget = new EvidenceBudget(engine, session, items);
  const fresh = arrived.filter((item) => budget.has(item));
  if (fresh.length === 0) return;
  const callOf = callsOf(items, engine.meter);
  const archiving = () => archiveItems(engine, session, { items: fresh, callOf });
  if ((await ifArchivable(archiving)) === "not archived") return;
  const redact = (text: string): string => engine.redactor.text(text);
  let freed = 0;
  for (const item of fresh) {
    const granted = budget.grant(item);
    const options: EvidenceOptions<W> & { readonly largerThan: number } = {
      ...engine,
      maxTokens: granted,
      largerThan: maxTokens,
      callOf: callOf(item),
      redact,
      referenceOf: (result) => referenceOf(engine, session, result),
    };
    const evidence = granted === 0 ? pointToOutputs(item, options) : withEvidence(item, options);
    budget.spend(evidence);
    session.evidence.set(itemId(item), evidence);
    freed += engine.meter.tokens(item) - engine.meter.tokens(evidence);
  }
  const told = { event: "compact.evidence_applied", count: fresh.length, t_freed: freed } as const;
  engine.events.emit(session.sessionId, told);
}
