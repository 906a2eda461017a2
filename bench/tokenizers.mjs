// Speed of the estimators on ordinary text, on one character repeated, and the error of the heuristic one.
import { clearMergeCache, countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { heuristicEstimator } from "plimsoll";
import { costs, megabytesPerSecond, milliseconds, percent, row } from "./row.mjs";
import { buildSession, plainCount, recount } from "./session.mjs";
import { interleave, median } from "./timing.mjs";

const OPTIONS = { disallowedSpecial: new Set() };
const CHARACTERS = {
  space: " ",
  "letter a": "a",
  newline: "\n",
  "equals sign": "=",
  "digit 0": "0",
  字: "字",
};

/** The tokenizer's cache would answer the second time: it is emptied before every sample. */
const uncached = (name, count, text) => ({ name, prepare: clearMergeCache, run: () => count(text) });

function ordinaryRows(session, samples) {
  const { bytes } = session;
  const against = "plain gpt-tokenizer";
  const compared = (name, subject) => costs({ name, subject, baseline: samples.plain, against, bytes });
  return [
    compared("gpt-tokenizer countTokens, ordinary text", samples.plain),
    compared("exact estimator, ordinary text", samples.exact),
    compared("heuristic estimator, ordinary text", samples.heuristic),
  ];
}

/** Error of the sum, and of the single text: nine of ten are better than the second number. */
function errorRow(kind, { texts, estimator }) {
  let [exact, guessed] = [0, 0];
  const errors = [];
  for (const text of texts) {
    const counted = estimator.count(text);
    const estimated = heuristicEstimator.count(text);
    exact += counted;
    guessed += estimated;
    if (counted >= 50) errors.push(Math.abs(estimated / counted - 1));
  }
  errors.sort((a, b) => a - b);
  const ninth = errors[Math.floor(errors.length * 0.9)];
  return row({
    name: `heuristic estimator, error on ${kind} text`,
    value: `${percent(guessed / exact - 1)} in sum, 90 % of texts within ${percent(ninth)}`,
  });
}

async function repeatedRows(estimator, rounds) {
  const rows = [];
  for (const [label, character] of Object.entries(CHARACTERS)) {
    const run = (length) => character.repeat(length);
    const plain = (text) => countTokens(text, OPTIONS);
    const subjects = [
      uncached("ours", estimator.count, run(200_000)),
      uncached("oursQuarter", estimator.count, run(50_000)),
      uncached("plain", plain, run(10_000)),
      uncached("plainQuarter", plain, run(2500)),
    ];
    const samples = await interleave(subjects, { rounds });
    const growth = (whole, quarter) => (median(whole) / median(quarter)).toFixed(1);
    const ours = median(samples.ours);
    rows.push(
      row({
        name: `200,000 × ${label}: exact estimator`,
        value: `${milliseconds(ours)}, ${megabytesPerSecond(Buffer.byteLength(character) * 200_000, ours)}`,
        ratio: Number(growth(samples.ours, samples.oursQuarter)),
        against: "a quarter of it (linear: 4)",
        goal: ["at most", 8],
        samples: samples.ours,
      }),
      row({
        name: `10,000 × ${label}: gpt-tokenizer`,
        value: milliseconds(median(samples.plain)),
        ratio: Number(growth(samples.plain, samples.plainQuarter)),
        against: "a quarter of it (linear: 4)",
        samples: samples.plain,
      }),
    );
  }
  return rows;
}

export default async function tokenizers({ quick }) {
  const session = await buildSession(quick ? 200_000 : 1_000_000);
  const heuristic = () => session.texts.reduce((sum, text) => sum + heuristicEstimator.count(text), 0);
  const subjects = [
    { name: "plain", run: () => plainCount(session) },
    { name: "exact", run: () => recount(session) },
    { name: "heuristic", run: heuristic },
  ];
  const samples = await interleave(subjects, { rounds: quick ? 3 : 7 });
  const real = await buildSession(quick ? 50_000 : 300_000, { real: true });
  return [
    ...ordinaryRows(session, samples),
    errorRow("synthetic", session),
    errorRow("real", real),
    ...(await repeatedRows(session.estimator, quick ? 2 : 3)),
  ];
}
