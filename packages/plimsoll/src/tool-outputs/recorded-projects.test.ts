import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { loadExactEstimator } from "../tokens/load-exact-estimator.js";
import { makeEvidence } from "./make-evidence.js";

/** Runs of real projects with the tests that failed and what was wrong with them; `ORIGINS.md` says whose they are. */
const FOLDER = fileURLToPath(new URL("__fixtures__/projects/", import.meta.url));
const projects = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(".json", ""));

interface Gold {
  readonly failing: readonly string[];
  readonly errors: readonly string[];
}

describe("evidence of the test runs of real projects", () => {
  it.each(projects)("has every failing test and every error of %s at 500 tokens", async (name) => {
    const estimator = await loadExactEstimator("o200k_base");
    const count = (text: string): number => estimator.count(text);
    const text = gunzipSync(readFileSync(`${FOLDER}${name}.txt.gz`)).toString("utf8");
    const { failing, errors } = JSON.parse(readFileSync(`${FOLDER}${name}.json`, "utf8")) as Gold;
    const shown = makeEvidence({ text }, { maxTokens: 500, count }).text;
    expect(count(shown)).toBeLessThanOrEqual(500);
    expect(
      [...failing, ...errors].filter((wanted) => !shown.includes(wanted)),
      shown,
    ).toEqual([]);
  });
});
