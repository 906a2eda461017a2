import type { UnitScan } from "./scan-units.js";
import { scoreWithin } from "./score-within.js";
import { type Unit, unitText } from "./unit.js";

const SAMPLE_UNITS = 200;
/** What the line break behind a unit costs. */
const LINE_BREAK = 0.5;
/** Units worth so many budgets are counted one by one, so that a wrong guess does not decide. */
const COUNTED_BUDGETS = 4;
/** At most so many tokens are counted for that. */
const MAX_COUNTED = 20_000;

export interface CostSetting {
  readonly units: readonly Unit[];
  readonly scan: UnitScan;
  readonly values: Float32Array;
  readonly budget: number;
  count(text: string): number;
}

export interface UnitCosts {
  readonly costs: Float32Array;
  /** True tokens for each guessed one. */
  readonly ratio: number;
}

/** Tokens of each unit: the quick guess scaled by the true count of a sample, and for units worth having the true count. */
export function unitCosts(setting: CostSetting): UnitCosts {
  const ratio = tokenRatio(setting);
  const costs = setting.scan.estimates.map((estimate) => Math.max(0.5, (estimate + LINE_BREAK) * ratio));
  for (const unit of worthCounting(setting, costs)) {
    const found = setting.units[unit];
    if (found !== undefined) costs[unit] = Math.max(0.5, setting.count(`${unitText(found)}\n`));
  }
  return { costs, ratio };
}

function tokenRatio({ units, scan, count }: CostSetting): number {
  const step = Math.max(1, Math.floor(units.length / SAMPLE_UNITS));
  const sample: string[] = [];
  let sampled = 0;
  for (let index = 0; index < units.length; index += step) {
    sample.push(unitText(units[index] as Unit));
    sampled += (scan.estimates[index] ?? 0) + LINE_BREAK;
  }
  return sampled === 0 ? 1 : Math.max(0.1, count(sample.join("\n")) / sampled);
}

/** The units with most value per guessed token, up to some budgets. */
function worthCounting({ units, scan, values, budget }: CostSetting, costs: Float32Array): number[] {
  const densities = new Float64Array(units.length);
  for (let unit = 0; unit < units.length; unit++) {
    let sum = 0;
    for (let at = scan.starts[unit] ?? 0; at < (scan.starts[unit + 1] ?? 0); at++) {
      sum += values[scan.terms[at] ?? 0] ?? 0;
    }
    densities[unit] = sum / (costs[unit] ?? 1);
  }
  const wanted = Math.min(MAX_COUNTED, COUNTED_BUDGETS * budget);
  const least = scoreWithin(densities, { costs, wanted });
  const worth: number[] = [];
  let left = 2 * wanted;
  for (let unit = 0; unit < units.length && left > 0; unit++) {
    if ((densities[unit] ?? 0) < least) continue;
    worth.push(unit);
    left -= costs[unit] ?? 1;
  }
  return worth;
}
