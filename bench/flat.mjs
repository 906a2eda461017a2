// What a turn costs early and late in a session. A short session takes its first turns while the long one takes its
// last, turn by turn, so both meet the same machine.
import { CompactManager, loadExactEstimator } from "plimsoll";
import { syntheticTurns } from "plimsoll/testing";
import { milliseconds, row } from "./row.mjs";
import { managerSettings } from "./session.mjs";
import { mean, median, time } from "./timing.mjs";

const WINDOW = 32_000;
const SHAPE = { turns: Number.POSITIVE_INFINITY, format: "chat", toolDensity: 0.3 };

/** A caller's loop; `adopt` makes the returned list its history, otherwise it sends everything each time. */
function startLoop(estimator, { seed, adopt }) {
  const manager = new CompactManager(managerSettings({ estimator }, WINDOW));
  const turns = syntheticTurns({ ...SHAPE, seed });
  let history = [];
  let compactions = 0;
  return {
    get length() {
      return history.length;
    },
    /** Milliseconds of the preflight, and whether it compacted. */
    async turn() {
      for (const item of turns.next().value) history.push(item);
      let result;
      const elapsed = await time(async () => {
        result = await manager.preflight("bench", history);
      });
      if (result.compaction) compactions += 1;
      if (adopt && result.compaction) history = result.items;
      return { elapsed, compacted: result.compaction !== undefined };
    },
    get compactions() {
      return compactions;
    },
  };
}

async function measureMode({ estimator, adopt, lateTurn, band }) {
  const long = startLoop(estimator, { seed: 1, adopt });
  for (let turn = 1; turn < lateTurn - band / 2; turn += 1) await long.turn();
  const short = startLoop(estimator, { seed: 2, adopt });
  const early = [];
  const late = [];
  for (let turn = 0; turn < band; turn += 1) {
    const pair = turn % 2 === 0 ? [short, long] : [long, short];
    for (const loop of pair) (loop === short ? early : late).push(await loop.turn());
  }
  return { early, late, items: long.length, compactions: long.compactions };
}

function modeRows(label, { early, late, items, compactions }, lateTurn) {
  const quietOf = (samples) => samples.filter((one) => !one.compacted).map((one) => one.elapsed);
  const allOf = (samples) => samples.map((one) => one.elapsed);
  const [quietEarly, quietLate] = [quietOf(early), quietOf(late)];
  const [meanEarly, meanLate] = [mean(allOf(early)), mean(allOf(late))];
  const turn = lateTurn.toLocaleString("en");
  const slope = ((median(quietLate) - median(quietEarly)) / items) * 1e6;
  return [
    row({
      name: `${label}: median turn that does not compact`,
      value: `${milliseconds(median(quietEarly))} → ${milliseconds(median(quietLate))}`,
      ratio: median(quietLate) / median(quietEarly),
      against: `turn 100 (turn ${turn})`,
      goal: ["at most", 2],
      samples: quietLate,
    }),
    row({
      name: `${label}: mean turn, compactions included (${compactions} until then)`,
      value: `${milliseconds(meanEarly)} → ${milliseconds(meanLate)}`,
      ratio: meanLate / meanEarly,
      against: `turn 100 (turn ${turn})`,
      goal: ["at most", 2],
      samples: allOf(late),
    }),
    row({
      name: `${label}: slope over ${items.toLocaleString("en")} items`,
      value: `${slope.toFixed(2)} ns per item`,
    }),
  ];
}

export default async function flat({ quick }) {
  const estimator = await loadExactEstimator("o200k_base");
  const lateTurn = quick ? 1000 : 10_000;
  const band = 200;
  const warm = startLoop(estimator, { seed: 3, adopt: false });
  for (let turn = 0; turn < 300; turn += 1) await warm.turn();
  const adopted = await measureMode({ estimator, adopt: true, lateTurn, band });
  const full = await measureMode({ estimator, adopt: false, lateTurn, band });
  return [
    ...modeRows("returned list adopted", adopted, lateTurn).slice(0, 2),
    ...modeRows("full history sent", full, lateTurn),
  ];
}
