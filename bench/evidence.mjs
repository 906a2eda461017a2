// Bounding large tool outputs: an ordinary log of 100 MB, the shapes that make careless code quadratic, and the memory.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { loadExactEstimator } from "plimsoll";
import { makeEvidence } from "plimsoll/tool-outputs";
import { megabytes, milliseconds, row } from "./row.mjs";
import { HOSTILE_SHAPES, ordinaryLog } from "./tool-outputs.mjs";
import { median, time } from "./timing.mjs";

const MAX_TOKENS = 2000;
const MEGABYTE = 1_000_000;
const GOAL = 50;
const PEAK = fileURLToPath(new URL("evidence-peak.mjs", import.meta.url));

export default async function evidence({ quick }) {
  const size = (quick ? 10 : 100) * MEGABYTE;
  const rounds = quick ? 2 : 4;
  const estimator = await loadExactEstimator("o200k_base");
  const count = (text) => estimator.count(text);
  const bound = (text) =>
    time(() => {
      const { text: kept } = makeEvidence({ text }, { maxTokens: MAX_TOKENS, count });
      assert.ok(count(kept) <= MAX_TOKENS);
    });
  const rows = [await speed({ text: ordinaryLog(size), rounds, bound }), await peak(size)];
  for (const [name, make] of Object.entries(HOSTILE_SHAPES)) {
    rows.push(await linear({ name, make, size, rounds, bound }));
  }
  return rows;
}

async function speed({ text, rounds, bound }) {
  const copied = [];
  const bounded = [];
  for (let round = 0; round < rounds; round += 1) {
    copied.push(await time(() => Buffer.from(text, "utf8").length));
    bounded.push(await bound(text));
  }
  const ms = median(bounded);
  const rate = text.length / MEGABYTE / (ms / 1000);
  const measured = row({
    name: `an ordinary log, ${millions(text)}`,
    value: `${milliseconds(ms)}, ${Math.round(rate)} MB/s`,
    ratio: ms / median(copied),
    against: "encoding it as UTF-8",
    samples: bounded,
  });
  return { ...measured, goal: `at least ${GOAL} MB/s`, met: rate >= GOAL };
}

/** What a process needs at its peak to hold a log and to bound it, above one that does neither. */
async function peak(size) {
  const idle = await peakOf(0);
  const busy = await peakOf(size);
  return row({
    name: `the same, memory of the process at its peak, the log included`,
    value: megabytes(busy - idle),
    ratio: (busy - idle) / size,
    against: "the log as a string",
    goal: ["at most", 3],
  });
}

function peakOf(size) {
  return new Promise((resolve, reject) => {
    const child = fork(PEAK, [String(size)]);
    child.once("message", resolve);
    child.once("error", reject);
  });
}

async function linear({ name, make, size, rounds, bound }) {
  const [small, large] = [make(size / 4), make(size)];
  const smaller = [];
  const larger = [];
  for (let round = 0; round < rounds; round += 1) {
    smaller.push(await bound(small));
    larger.push(await bound(large));
  }
  const factor = Math.round(large.length / small.length);
  return row({
    name: `${name}, ${millions(large)}`,
    value: milliseconds(median(larger)),
    ratio: median(larger) / median(smaller),
    against: `a text ${factor} times shorter`,
    goal: ["at most", 2 * factor],
    samples: larger,
  });
}

const millions = (text) => `${(text.length / MEGABYTE).toFixed(1)} M characters`;
