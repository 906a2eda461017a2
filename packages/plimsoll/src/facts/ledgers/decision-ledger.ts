import type { DecisionFields } from "../checkpoint/checkpoint.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation } from "./observation.js";

const CAPACITY = 150;
const MIN_CHARACTERS = 12;
const DECISION =
  /\b(?:(?:i|we)(?:['’]ve| have)? (?:decided|chose|opted|settled on|agreed|picked)|decided to|decision (?:is|was)|going with|(?:i|we)(?:['’]ll| will) (?:go with|use|stick with|switch|keep|avoid|skip)|let['’]?s (?:use|go with|stick|switch|keep|do)|opted for|settled on|chose to|switch(?:ed|ing) to)\b|\bdecision\s?[:：]|决定|选择(?:了|使用|用)|采用|改用|entschieden|j'ai décidé|nous avons décidé|decid(?:í|imos|ido)|ことにし/i;
const INTENT =
  /\b(?:i|we)(?:['’]ll| will|['’]m going to| am going to|['’]m| am)\b|我(?:会|将)|我们(?:会|将)/i;
const CONTRAST = /\b(?:instead of|rather than)\b|而不是/i;
const REASON =
  /(?:\bbecause\b|\bsince\b(?! (?:the )?(?:beginning|last|yesterday|\d))|\bso that\b|\bdue to\b|\bas it\b|\bthe reason\b|因为|由于|原因是|以便|\bweil\b|\bparce que\b|\bporque\b|ため|ので)\s{0,2}(.{3,400})/i;

/** What the assistant, or the user, settled on, and why: their sentences, word for word. */
export class DecisionLedger {
  readonly table: LedgerTable<DecisionFields>;

  constructor(rows: readonly LedgerRow<DecisionFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ reason }) => reason !== "" }, rows);
  }

  observe(observation: Observation): void {
    if (observation.kind !== "assistant" && observation.kind !== "user") return;
    const { item, position, kind } = observation;
    for (const { text } of observation.sentences) {
      if (text.length < MIN_CHARACTERS || /[?？]$/.test(text)) continue;
      const decides = DECISION.test(text);
      if (!decides && (kind !== "assistant" || !INTENT.test(text))) continue;
      const reason = REASON.exec(text)?.[1] ?? "";
      if (decides || reason !== "" || CONTRAST.test(text))
        this.table.put(text, { text, reason }, { item, position, by: kind });
    }
  }
}
