// Bounding large tool outputs: an ordinary log of 100 MB, and the shapes that make careless code quadratic.
import assert from "node:assert/strict";
import { loadExactEstimator, makeEvidence } from "plimsoll";
import { seededRandom } from "plimsoll/testing";
import { milliseconds, row } from "./row.mjs";
import { median, time } from "./timing.mjs";

const MAX_TOKENS = 2000;
const MEGABYTE = 1_000_000;
const GOAL = 50;
const ORDINARY = "an ordinary log";

function log(characters) {
  const random = seededRandom(7);
  const kinds = [
    "INFO request served",
    "DEBUG cache hit for",
    "INFO worker idle",
    "WARN slow query on",
    "ERROR timeout in",
  ];
  const lines = Array.from({ length: 20_000 }, () => {
    const kind = kinds[random.chance(0.002) ? 4 : random.chance(0.01) ? 3 : random.integer(0, 2)];
    return `2026-11-15T10:${random.integer(10, 59)}:${random.integer(10, 59)}.${random.integer(100, 999)}Z ${kind} /api/v1/items/${random.integer(1, 99_999)} in ${random.integer(1, 900)} ms`;
  });
  const block = `${lines.join("\n")}\n`;
  return block.repeat(Math.ceil(characters / block.length)).slice(0, characters);
}

function shapes(characters) {
  return {
    [ORDINARY]: log(characters),
    "one line": "x".repeat(characters / 2),
    "a million identical lines": "the same line again\n".repeat(Math.min(1_000_000, characters / 20)),
    "nested JSON": "[".repeat(10_000) + "]".repeat(10_000),
    "NUL bytes": "\0".repeat(characters / 2),
    "lone surrogates": "\ud800".repeat(characters / 4),
  };
}

export default async function evidence({ quick }) {
  const estimator = await loadExactEstimator("o200k_base");
  const count = (text) => estimator.count(text);
  const rows = [];
  for (const [name, text] of Object.entries(shapes((quick ? 10 : 100) * MEGABYTE))) {
    const copied = [];
    const bounded = [];
    for (let round = 0; round < (quick ? 2 : 4); round += 1) {
      copied.push(await time(() => Buffer.from(text, "utf8").length));
      bounded.push(
        await time(() =>
          assert.ok(count(makeEvidence({ text }, { maxTokens: MAX_TOKENS, count }).text) <= MAX_TOKENS),
        ),
      );
    }
    const ms = median(bounded);
    const speed = text.length / MEGABYTE / (ms / 1000);
    const measured = row({
      name: `${name}, ${(text.length / MEGABYTE).toFixed(1)} M characters`,
      value: `${milliseconds(ms)}, ${Math.round(speed)} MB/s`,
      ratio: ms / median(copied),
      against: "encoding it as UTF-8",
      samples: bounded,
    });
    const goal = { goal: `at least ${GOAL} MB/s`, met: speed >= GOAL };
    rows.push(name === ORDINARY ? { ...measured, ...goal } : measured);
  }
  return rows;
}
