import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadExactEstimator } from "./load-exact-estimator.js";
import { heuristicEstimator } from "./heuristic-estimator.js";

const FIXTURES = new URL("__fixtures__/", import.meta.url);
const HOSTILE_UNITS: Record<string, string> = JSON.parse(
  readFileSync(new URL("hostile-units.json", FIXTURES), "utf8"),
);

function seededBytes(length: number): Buffer {
  let state = 20250314;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    }),
  );
}

const PASSAGES: [string, string][] = [
  ...readdirSync(new URL("passages/", FIXTURES)).map((name): [string, string] => [
    name.replace(".txt", ""),
    readFileSync(new URL(`passages/${name}`, FIXTURES), "utf8"),
  ]),
  ["base64", seededBytes(3000).toString("base64")],
  [
    "base64 in lines",
    seededBytes(3000)
      .toString("base64")
      .replaceAll(/(.{76})/g, "$1\n"),
  ],
  ["hex", seededBytes(2000).toString("hex")],
];

describe("heuristicEstimator", () => {
  it.each(PASSAGES)("is within 15 percent of o200k_base for %s", async (_, text) => {
    const exact = (await loadExactEstimator("o200k_base")).count(text);
    const estimated = heuristicEstimator.count(text);
    expect(Math.abs(estimated / exact - 1)).toBeLessThan(0.15);
  });

  it("counts 0 for the empty text and at least 1 for any other", () => {
    expect(heuristicEstimator.count("")).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        const tokens = heuristicEstimator.count(text);
        expect(Number.isInteger(tokens) && tokens >= 1).toBe(true);
      }),
    );
  });

  it("never takes a long run for next to nothing", async () => {
    const { count } = await loadExactEstimator("o200k_base");
    for (const [kind, unit] of Object.entries(HOSTILE_UNITS)) {
      const run = unit.repeat(Math.ceil(4096 / unit.length));
      expect(heuristicEstimator.count(run), kind).toBeGreaterThan(count(run) / 10);
    }
  });
});
