// Compacting a whole session with the embedded summarizer, against one exact count of the same text by gpt-tokenizer.
import assert from "node:assert/strict";
import { CompactManager } from "plimsoll";
import { costs, milliseconds, row } from "./row.mjs";
import { buildSession, managerSettings, plainCount, recount } from "./session.mjs";
import { stopwatch } from "./stopwatch.mjs";
import { interleave, median, time } from "./timing.mjs";

const ID = "bench";
const HALF = {};
const SMALL = { targetTokens: 8000 };
const STEPS = 10;
const GOAL = ["at most", 2];
const ONLY_WHEN_ASKED = { policy: { triggerPct: 1 } };

/** As in a running session: the manager has seen the list grow, and counted and read what is in it. */
async function follow(manager, items) {
  for (let step = 1; step <= STEPS; step += 1) {
    await manager.preflight(ID, items.slice(0, Math.ceil((items.length * step) / STEPS)));
  }
}

function subject({ session, window, name }, { warm, options }) {
  return {
    name,
    async prepare() {
      const manager = new CompactManager({ ...managerSettings(session, window), ...ONLY_WHEN_ASKED });
      const items = structuredClone(session.items);
      if (warm) await follow(manager, items);
      return { manager, items };
    },
    async run({ manager, items }) {
      const { compaction } = await manager.manualCompact(ID, items, options);
      assert.ok(compaction && compaction.tokensAfter <= (options.targetTokens ?? window / 2));
    },
  };
}

/** The parts of one cold compaction; `rest` is ids, plan, assembly and events. */
async function breakDown(session, { window, options, rounds }) {
  const parts = { counting: [], redaction: [], summarizer: [], storage: [], rest: [] };
  for (let round = 0; round < rounds; round += 1) {
    const watch = stopwatch();
    const settings = { ...managerSettings(session, window), ...ONLY_WHEN_ASKED, ...watch.wrapped(session) };
    const manager = new CompactManager(settings);
    const items = structuredClone(session.items);
    const total = await time(() => manager.manualCompact(ID, items, options));
    const known = Object.values(watch.spent).reduce((sum, ms) => sum + ms, 0);
    for (const [part, ms] of Object.entries({ ...watch.spent, rest: total - known })) parts[part].push(ms);
  }
  return Object.entries(parts).map(([part, samples]) => ({ part, ms: median(samples) }));
}

const AGAINST = "one exact count";

async function partRows(session, { baseline, ...input }) {
  const parts = await breakDown(session, input);
  const sum = parts.reduce((total, { ms }) => total + ms, 0);
  const count = median(baseline);
  return parts.map(({ part, ms }) =>
    row({
      name: `  of a cold one to 8,000: ${part}`,
      value: `${milliseconds(ms)}, ${Math.round((ms / sum) * 100)} %`,
      ratio: ms / count,
      against: AGAINST,
    }),
  );
}

async function measure(session, { rounds, parts }) {
  const { bytes } = session;
  // Just large enough that the preflight before a warm compaction leaves everything in place.
  const window = Math.ceil(session.tokens * 1.05);
  const setting = (name) => ({ session, window, name });
  const subjects = [
    { name: "count", run: () => plainCount(session) },
    { name: "pieces", run: () => recount(session) },
    subject(setting("coldHalf"), { warm: false, options: HALF }),
    subject(setting("coldSmall"), { warm: false, options: SMALL }),
    subject(setting("warmHalf"), { warm: true, options: HALF }),
    subject(setting("warmSmall"), { warm: true, options: SMALL }),
  ];
  const samples = await interleave(subjects, { rounds, warmups: 2 });
  const compared = (name, one, goal) =>
    costs({ name, subject: one, baseline: samples.count, against: AGAINST, bytes, goal });
  return [
    compared(
      `one exact count of ${session.tokens.toLocaleString("en")} tokens, gpt-tokenizer`,
      samples.count,
    ),
    compared("the same by our own estimator", samples.pieces),
    compared("in a running session, to the default target", samples.warmHalf, GOAL),
    compared("in a running session, to 8,000 tokens", samples.warmSmall, GOAL),
    compared("cold, to the default target", samples.coldHalf, GOAL),
    compared("cold, to 8,000 tokens", samples.coldSmall, GOAL),
    ...(parts ? await partRows(session, { window, options: SMALL, rounds, baseline: samples.count }) : []),
  ];
}

export default async function compaction({ quick }) {
  const tokens = quick ? 200_000 : 1_000_000;
  const rounds = quick ? 3 : 5;
  const synthetic = await measure(await buildSession(tokens), { rounds, parts: true });
  if (quick) return synthetic;
  const real = await measure(await buildSession(tokens, { real: true }), { rounds, parts: false });
  return [...synthetic, ...real.map((one) => ({ ...one, name: `real text: ${one.name}` }))];
}
