// A preflight over a long session in which nothing, or one turn, is new; against counting all of it again.
import assert from "node:assert/strict";
import { CompactManager } from "plimsoll";
import { aiSdkMessages, langChainMessages, pruneWithAiSdk, trimWithLangChain } from "./peers.mjs";
import { cheaper, row } from "./row.mjs";
import { buildSession, managerSettings, recount } from "./session.mjs";
import { interleave, median } from "./timing.mjs";

const ID = "bench";
/** No output is so large that evidence takes its place: the manager counts what the recount counts. */
const NOTHING_REPLACED = { policy: { toolOutputMaxTokens: 0 } };
const jsonClone = (items) => JSON.parse(JSON.stringify(items));

async function followedManager(session, window) {
  const manager = new CompactManager({ ...managerSettings(session, window), ...NOTHING_REPLACED });
  const first = await manager.preflight(ID, session.items);
  return { manager, first };
}

/** Preflights that must not compact; `reapplied` is what each has to report. */
function quiet(manager, reapplied) {
  return async (items) => {
    const result = await manager.preflight(ID, items);
    assert.equal(result.compaction, undefined);
    assert.equal(result.reapplied, reapplied);
  };
}

async function steadySubjects(session, window) {
  const byIdentity = await followedManager(session, window);
  const byClone = await followedManager(session, window);
  const byJson = await followedManager(session, window);
  const growing = await followedManager(session, window);
  assert.equal(byIdentity.first.measurement.raw, session.tokens, "the manager and the recount agree");
  const list = [...session.items];
  return [
    { name: "recount", run: () => recount(session) },
    { name: "identity", calls: 50, prepare: () => session.items, run: quiet(byIdentity.manager) },
    { name: "clones", prepare: () => structuredClone(session.items), run: quiet(byClone.manager) },
    { name: "json", prepare: () => jsonClone(session.items), run: quiet(byJson.manager) },
    {
      name: "turn",
      calls: 5,
      prepare: () => Array.from({ length: 5 }, session.nextTurn),
      run: (turns) => {
        list.push(...turns.shift());
        return quiet(growing.manager)(list);
      },
    },
  ];
}

async function reapplySubjects(session, window) {
  const byIdentity = await followedManager(session, window);
  const byClone = await followedManager(session, window);
  const version = byIdentity.first.compaction?.version;
  assert.notEqual(version, undefined, "the window is small enough to compact once");
  return [
    { name: "again", calls: 50, prepare: () => session.items, run: quiet(byIdentity.manager, version) },
    {
      name: "againClones",
      prepare: () => structuredClone(session.items),
      run: quiet(byClone.manager, version),
    },
  ];
}

function peerSubjects(session, window) {
  const trimmed = langChainMessages(session.items);
  const pruned = aiSdkMessages(session.items);
  return [
    {
      name: "langchain",
      run: async () => {
        const kept = await trimWithLangChain(trimmed, { estimator: session.estimator, maxTokens: window });
        assert.equal(kept.length, trimmed.length);
      },
    },
    { name: "aiSdk", calls: 10, run: () => pruneWithAiSdk(pruned) },
  ];
}

const AGAINST = "full recount";

function rowsOf(session, samples) {
  const baseline = samples.recount;
  const compared = (name, subject, goal) =>
    subject === undefined ? [] : [cheaper({ name, subject, baseline, against: AGAINST, goal })];
  return [
    row({
      name: `full recount of ${session.tokens.toLocaleString("en")} tokens, ${session.items.length} items`,
      value: `${median(baseline).toFixed(0)} ms`,
      samples: baseline,
    }),
    ...compared("preflight, nothing new, by identity", samples.identity, ["at least", 100]),
    ...compared("preflight, nothing new, over structuredClone", samples.clones, ["at least", 10]),
    ...compared("preflight, nothing new, over a JSON round trip", samples.json, ["at least", 10]),
    ...compared("preflight, one new turn", samples.turn),
    ...compared("full history after a compaction, by identity", samples.again, ["at least", 100]),
    ...compared("full history after a compaction, over clones", samples.againClones, ["at least", 10]),
    ...compared("LangChain trimMessages, same tokenizer, nothing to trim", samples.langchain),
    ...compared("AI SDK pruneMessages (counts nothing)", samples.aiSdk),
  ];
}

const REAL_TEXT_SUBJECTS = ["recount", "identity", "clones", "again", "againClones", "langchain"];

export default async function steadyPreflight({ quick }) {
  const tokens = quick ? 200_000 : 1_000_000;
  const window = tokens * 4;
  const options = { rounds: quick ? 3 : 9, warmups: quick ? 1 : 2 };
  const measure = async (session, wanted) => {
    const subjects = [
      ...(await steadySubjects(session, window)),
      ...(await reapplySubjects(session, tokens)),
      ...peerSubjects(session, window),
    ];
    return rowsOf(session, await interleave(subjects.filter(wanted), options));
  };
  const synthetic = await measure(await buildSession(tokens), () => true);
  if (quick) return synthetic;
  const real = await measure(await buildSession(tokens, { real: true }), ({ name }) =>
    REAL_TEXT_SUBJECTS.includes(name),
  );
  return [...synthetic, ...real.map((one) => ({ ...one, name: `real text: ${one.name}` }))];
}
