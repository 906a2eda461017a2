// What an adapter costs on the long session where the model answers in 50 ms: against the same framework with a window in which
// everything fits and no adapter.
import { costs, row } from "./row.mjs";
import { median } from "./timing.mjs";
import { FRAMEWORKS } from "./frameworks/frameworks.mjs";
import { play } from "./frameworks/play.mjs";

const ANSWER_MILLISECONDS = 50;
const ROUNDS = 2;
const EVERYTHING_FITS = 1_000_000;

/** The model answers this long after it was asked, whatever the script itself takes of that. */
function paced(variant, answerMilliseconds) {
  return (stage, options) => {
    let asked = 0;
    const respond = stage.model.respond.bind(stage.model);
    stage.model.respond = (input) => {
      asked = performance.now();
      return respond(input);
    };
    const wait = () =>
      new Promise((resolve) => {
        setTimeout(resolve, Math.max(0, asked + answerMilliseconds - performance.now()));
      });
    return variant(stage, { ...options, wait });
  };
}

/** Milliseconds of wall time, and of the processor. */
async function measured(variant, options) {
  const before = process.cpuUsage();
  const { milliseconds, verdict } = await play(variant, options);
  const { user, system } = process.cpuUsage(before);
  if (!verdict.completed) throw new Error(`The session ended early: ${verdict.failure}`);
  return { wall: milliseconds, processor: (user + system) / 1000, requests: verdict.requests };
}

async function compare({ framework, variants }, { rounds, answerMilliseconds }) {
  const without = paced(variants.none, answerMilliseconds);
  const within = paced(variants.plimsoll, answerMilliseconds);
  await play(variants.none, { window: EVERYTHING_FITS });
  await play(variants.plimsoll);
  const baseline = [];
  const subject = [];
  for (let round = 0; round < rounds; round++) {
    baseline.push(await measured(without, { window: EVERYTHING_FITS }));
    subject.push(await measured(within, {}));
  }
  const wall = (samples) => samples.map((sample) => sample.wall);
  const own = median(subject.map(({ processor }, round) => processor - baseline[round].processor));
  const asked = subject[0].requests * answerMilliseconds;
  return [
    costs({
      name: `${framework}, wall time`,
      subject: wall(subject),
      baseline: wall(baseline),
      against: "without the adapter",
      ...(answerMilliseconds === ANSWER_MILLISECONDS ? { goal: ["at most", 1.1] } : {}),
    }),
    row({
      name: `${framework}, its processor time on top of the model's`,
      value: `${own.toFixed(0)} ms`,
      ratio: 1 + Math.max(0, own) / asked,
      against: `${subject[0].requests} answers of ${answerMilliseconds} ms`,
    }),
  ];
}

export default async function integrations({ quick }) {
  const names = quick ? ["ai-sdk"] : Object.keys(FRAMEWORKS);
  const rows = [];
  for (const name of names) {
    const settings = { rounds: quick ? 1 : ROUNDS, answerMilliseconds: quick ? 5 : ANSWER_MILLISECONDS };
    rows.push(...(await compare(await FRAMEWORKS[name](), settings)));
  }
  return rows;
}
