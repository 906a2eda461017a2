import type { RiskFields } from "../checkpoint/checkpoint.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation } from "./observation.js";

const CAPACITY = 60;
const BLOCKER =
  /\b(?:(?:is|are|am|['’]m|we['’]re|remains?) (?:still )?blocked(?: by| on| until)?|blocker|blocked (?:by|on|until)|cannot (?:proceed|continue)|can['’]?t (?:proceed|continue)|waiting (?:for|on) (?:the |your |an? )?(?:approval|access|credentials|review|confirmation|answer|reply)|need(?:s)? (?:your )?(?:approval|access|credentials))\b|\bblock(?:ed|ing|er)\s?[:：]|阻塞|无法继续|等待(?:批准|审批|确认|权限)|被卡住/i;
const RISK =
  /\b(?:risk(?:y|s)?(?: is| of| that)|known issue|not (?:yet )?(?:tested|verified|covered)|untested|unverified|may break|might break|could break|still fails|remains (?:open|unresolved)|(?:a|one) concern is|open question)\b|\b(?:risks?|caveat|(?:a|one) concern|to ?do)\s?[:：]|风险|尚未(?:测试|验证)|可能会(?:破坏|导致)|隐患|待确认/i;

/** Sentences of the assistant or the user that name what blocks the work or may go wrong. */
export class RiskLedger {
  readonly table: LedgerTable<RiskFields>;

  constructor(rows: readonly LedgerRow<RiskFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ kind }) => kind === "blocker" }, rows);
  }

  observe(observation: Observation): void {
    if (observation.kind !== "assistant" && observation.kind !== "user") return;
    const { item, position, kind: by } = observation;
    for (const { text } of observation.sentences) {
      if (text.length < 12 || /[?？]$/.test(text)) continue;
      const kind = BLOCKER.test(text) ? "blocker" : RISK.test(text) ? "risk" : undefined;
      if (kind !== undefined) this.table.put(text, { text, kind }, { item, position, by });
    }
  }
}
