import { adoptClaims } from "./adopt-claims.js";
import type { DecisionFields } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation } from "./observation.js";

const CAPACITY = 150;
const MIN_CHARACTERS = 12;
/** What the assistant or the user decided, and why: their sentences, verbatim. */
export class DecisionLedger {
  readonly table: LedgerTable<DecisionFields>;

  constructor(rows: readonly LedgerRow<DecisionFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ reason }) => reason !== "" }, rows);
  }

  observe(observation: Observation): void {
    if (observation.kind === "summary")
      adoptClaims(this.table, observation, { section: "decisions", keyOf: ({ text }) => text });
    if (observation.kind !== "assistant" && observation.kind !== "user") return;
    const { item, position, kind } = observation;
    for (const { text } of observation.sentences) {
      if (text.length < MIN_CHARACTERS || /[?？]$/.test(text)) continue;
      const decides = CUES.has("decision", text);
      if (!decides && (kind !== "assistant" || !CUES.has("intention", text))) continue;
      const reason = reasonIn(text);
      if (decides || reason !== "" || CUES.has("contrast", text))
        this.table.put(text, { text, reason }, { item, position, by: kind });
    }
  }
}

/** What follows "because" and the like. */
function reasonIn(sentence: string): string {
  const cue = CUES.find("reason", sentence);
  return cue === undefined ? "" : (/^\s{0,2}(.{3,400})/.exec(sentence.slice(cue.end))?.[1] ?? "");
}
